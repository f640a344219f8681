/* Models of the kernels of `energy`. */
#include "../common/bits.h"
#include "../common/number_formats.h"
#include "energy.h"
#include "gpubench_model.h"

/* ---- the sums of trips ------------------------------------------------------------------------------------------- */

static void fold_trips(const struct energy_args *a, uint64_t thread, uint32_t end)
{
	uint32_t sum = 0;

	for (uint32_t trip = 0; trip < a->trips; trip++)
		sum = sum * ENERGY_SHARE + end;
	a->folds[thread] = sum;
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

union value {
	unsigned long long word;
	uint32_t u[2];
	float f;
	double d;
};
typedef union value step_fn(union value x, union value a);

/* Sets 64 bits: the bits above a shorter value are 0. */
#define STEP_OF(name, expression)                             \
	static union value name(union value x, union value a) \
	{                                                     \
		union value y = { 0 };                        \
		(void)a;                                      \
		expression;                                   \
		return y;                                     \
	}
STEP_OF(step_ffma, y.f = fmaf(x.f, a.f, a.f))
STEP_OF(step_fadd, y.f = a.f - x.f)
STEP_OF(step_fmul, y.f = x.f * a.f)
STEP_OF(step_dfma, y.d = fma(x.d, a.d, a.d))
STEP_OF(step_imad, y.u[0] = x.u[0] * a.u[0] + a.u[0])
STEP_OF(step_iadd3, (y.u[0] = x.u[1], y.u[1] = x.u[0] + x.u[1] + a.u[0]))
STEP_OF(step_mask, y.u[0] = ~x.u[0] & a.u[0])
STEP_OF(step_shift, y.u[0] = a.u[0] == 0 ? x.u[0] : x.u[0] << a.u[0] | x.u[0] >> (32 - a.u[0]))
STEP_OF(step_mufu_rcp, y.f = 1 / -x.f)
/* Two half-precision numbers. The products and sums of their 11 bits are exact in double precision. */
static double half_of(uint32_t bits)
{
	return format_decode(FORMAT_FP16, bits & 0xffff);
}
STEP_OF(step_hfma2,
	for (int i = 0; i < 32; i += 16) y.u[0] |=
	(uint32_t)format_encode(FORMAT_FP16, half_of(x.u[0] >> i) * half_of(a.u[0] >> i) + half_of(a.u[0] >> i)) << i)

static uint32_t part_of(step_fn *step, union value x)
{
	return step == step_iadd3 ? x.u[1] : step == step_dfma ? x.u[0] ^ x.u[1] : x.u[0];
}

static void chains(step_fn *step, struct gb_shape shape, const struct energy_args *a)
{
	const uint64_t threads = (uint64_t)shape.grid * ENERGY_BLOCK;
	static union value end[ENERGY_BLOCK];

	for (uint32_t i = 0; i < ENERGY_BLOCK; i++) {
		const union value operand = { ((const unsigned long long *)a->b)[i] };
		end[i] = (union value){ ((const unsigned long long *)a->a)[i] };
		for (int s = 0; s < ENERGY_STEPS; s++)
			end[i] = step(end[i], operand);
	}
	for (uint64_t i = 0; i < threads; i++) {
		fold_trips(a, i, part_of(step, end[i % ENERGY_BLOCK]));
		if (a->record)
			((unsigned long long *)a->ends)[i] = end[i % ENERGY_BLOCK].word;
	}
}

#define CHAIN(name)                                                     \
	static void run_##name(struct gb_shape shape, const void *args) \
	{                                                               \
		chains(step_##name, shape, args);                       \
	}
ENERGY_CHAINS(CHAIN)

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

static double number_a[ENERGY_A_ROWS * ENERGY_ROW_BYTES], number_b[ENERGY_B_ROWS * ENERGY_ROW_BYTES];

static void read_matrix(enum format format, const void *matrix, uint32_t rows, double *to)
{
	for (uint32_t i = 0; i < rows * ENERGY_ROW_BYTES / formats[format].bytes; i++)
		to[i] = format_decode(format, format_get(format, matrix, i));
}

static double product(enum format format, uint32_t row, uint32_t col, bool group)
{
	const uint32_t bytes = formats[format].bytes, apart = ENERGY_ROW_BYTES / bytes;
	const uint32_t depth = (group ? ENERGY_ROW_BYTES : ENERGY_STEP_BYTES) / bytes;
	double sum = 0;

	for (uint32_t k = 0; k < depth; k++)
		sum += number_a[row * apart + k] * number_b[col * apart + k];
	return sum;
}

/* The bits of a sum in memory, as folded for a thread's first sum. */
static uint64_t bits_of_sum(enum format format, double value)
{
	return format == FORMAT_FP64   ? bits_of_double(value)
	       : format == FORMAT_INT8 ? (uint32_t)(int32_t)value
				       : bits_of_float((float)value);
}

static void matrices(enum format format, bool group, struct gb_shape shape, const struct energy_args *a)
{
	/* Before Hopper, an FP64 instruction has eight rows. */
	const uint32_t rows = group ? 64 : format == FORMAT_FP64 && gb_model_call.cc < 90 ? 8 : 16;
	const uint32_t cols = group ? 256 : 64;
	const uint32_t tiles = group ? 2 : 8, of_tile = group ? 128 : 32, apart = group ? 64 : 16;
	const double times = (group ? ENERGY_GROUP_LAPS : ENERGY_ROUNDS);
	const uint64_t of_block = (uint64_t)tiles * rows * cols, threads = (uint64_t)shape.grid * shape.block;
	uint64_t *bits = malloc(of_block * sizeof *bits);

	if (bits == NULL)
		return;
	read_matrix(format, a->a, ENERGY_A_ROWS, number_a);
	read_matrix(format, a->b, ENERGY_B_ROWS, number_b);
	for (uint64_t i = 0; i < of_block; i++) {
		const uint32_t tile = (uint32_t)(i / ((uint64_t)rows * cols)), row = (uint32_t)(i / cols % rows),
			       col = (uint32_t)(i % cols);
		bits[i] = bits_of_sum(
			format, times * product(format, tile * apart + row, (group ? 0 : tile * cols) + col, group));
	}
	for (uint64_t i = 0; i < threads; i++) {
		const uint32_t lane = i % 32, warp = (uint32_t)(i % of_tile / 32);
		const uint64_t
			tile = i / of_tile % tiles,
			first = bits[(tile * rows + UINT64_C(16) * warp + lane / 4) * cols + UINT64_C(2) * (lane % 4)];
		fold_trips(a, i, (uint32_t)first ^ (uint32_t)(first >> 32));
	}
	for (uint64_t i = 0; i < shape.grid * of_block && a->record; i++) {
		if (format == FORMAT_FP64)
			((uint64_t *)a->ends)[i] = bits[i % of_block];
		else
			((uint32_t *)a->ends)[i] = (uint32_t)bits[i % of_block];
	}
	free(bits);
}

/* The kernel's name ends with the format. */
static enum format format_of_kernel(void)
{
	static const struct {
		const char *word;
		enum format format;
	} list[] = { { "_fp16", FORMAT_FP16 }, { "_bf16", FORMAT_BF16 }, { "_tf32", FORMAT_TF32 },
		     { "_fp8", FORMAT_E4M3 },  { "_int8", FORMAT_INT8 }, { "_fp64", FORMAT_FP64 } };
	size_t i = 0;

	while (!gb_model_is(list[i].word))
		i++;
	return list[i].format;
}

static void run_mma(struct gb_shape shape, const void *args)
{
	matrices(format_of_kernel(), false, shape, args);
}

static void run_wgmma(struct gb_shape shape, const void *args)
{
	matrices(format_of_kernel(), true, shape, args);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static uint32_t first_of(const struct energy_args *a, uint64_t thread)
{
	const uint32_t block = (uint32_t)(thread / ENERGY_BLOCK), own = (uint32_t)(thread % ENERGY_BLOCK);

	return (block * a->start + own / 32 * ENERGY_WARP_BYTES) % a->set + own % 32 * 16;
}

/* Trips until a thread is back at its start: every step divides the set. */
static uint32_t round_of(const struct energy_args *a)
{
	return a->set / a->step;
}

/* The sum of the words that each lane reads from each part of the set in one trip, the same for all warps. */
enum { PART_BYTES = ENERGY_WARP_BYTES };
static uint32_t *sums_of_parts;

/* Adds up `words`; NULL: the expected words. */
static bool add_up_parts(const struct energy_args *a, const uint32_t *words, enum energy_data data)
{
	const uint64_t count = UINT64_C(32) * a->set / PART_BYTES;

	free(sums_of_parts);
	sums_of_parts = malloc(count * sizeof *sums_of_parts);
	for (uint64_t i = 0; i < count && sums_of_parts != NULL; i++) {
		uint32_t sum = 0;
		for (uint32_t part = 0; part < 4 * ENERGY_ACCESSES; part++) {
			const uint64_t word =
				i / 32 * (ENERGY_WARP_BYTES / 4) + i % 32 * 4 + part / 4 * UINT64_C(128) + part % 4;
			sum += words != NULL ? words[word] : energy_word(data, word);
		}
		sums_of_parts[i] = sum;
	}
	return sums_of_parts != NULL;
}

/* The sum of a thread over its first trips, from add_up_parts(). The trips repeat, so one round is enough. */
static uint32_t sum_of(const struct energy_args *a, uint64_t thread, uint32_t trips)
{
	const uint32_t round = round_of(a);
	uint32_t sum = 0;

	for (uint32_t trip = 0; trip < round && trip < trips; trip++) {
		const uint64_t at = (first_of(a, thread) + (uint64_t)trip * a->step) % a->set;
		sum += (trips / round + (trip < trips % round)) * sums_of_parts[at / PART_BYTES * 32 + thread % 32];
	}
	return sum;
}

static void read_set(struct gb_shape shape, const void *args)
{
	const struct energy_args *a = args;
	const uint64_t threads = (uint64_t)shape.grid * shape.block;

	if (!add_up_parts(a, a->a, ENERGY_ZEROS))
		return;
	for (uint64_t i = 0; i < threads; i++)
		a->folds[i] = sum_of(a, i, a->trips);
}

static void write_set(struct gb_shape shape, const void *args)
{
	const struct energy_args *a = args;
	char *set = (char *)(uintptr_t)a->a;
	const uint32_t round = round_of(a), trips = a->trips < round ? a->trips : round;

	for (uint64_t thread = 0; thread < (uint64_t)shape.grid * shape.block; thread++)
		for (uint32_t trip = 0; trip < trips; trip++) {
			const uint64_t at = (first_of(a, thread) + (uint64_t)trip * a->step) % a->set;
			for (uint64_t i = 0; i < ENERGY_ACCESSES; i++)
				memcpy(set + at + i * 512, (const char *)a->b + thread % ENERGY_BLOCK * 16, 16);
		}
}

static void fill_set(struct gb_shape shape, const void *args)
{
	const struct energy_fill_args *a = args;

	for (uint64_t i = 0; i < a->words; i++)
		a->at[i] = energy_word(a->data, i);
}

static void check_read(struct gb_shape shape, const void *args)
{
	const struct energy_check_args *a = args;
	const uint64_t threads = (uint64_t)shape.grid * shape.block;

	if (!add_up_parts(&a->of, NULL, a->data))
		return;
	for (uint64_t i = 0; i < threads; i++)
		if (a->of.folds[i] != sum_of(&a->of, i, a->of.trips))
			gb_model_wrong(a->report, i);
	gb_model_compared(a->report, threads);
}

static void check_written(struct gb_shape shape, const void *args)
{
	const struct energy_check_args *a = args;
	const uint32_t round = round_of(&a->of), trips = a->of.trips < round ? a->of.trips : round;
	const uint64_t threads = (uint64_t)shape.grid * shape.block;

	for (uint64_t thread = 0; thread < threads; thread++) {
		uint32_t written[4];
		for (uint32_t part = 0; part < 4; part++)
			written[part] = energy_written(a->data, (uint32_t)(thread % ENERGY_BLOCK), part);
		for (uint32_t trip = 0; trip < trips; trip++) {
			const uint64_t at = (first_of(&a->of, thread) + (uint64_t)trip * a->of.step) % a->of.set;
			for (uint64_t i = 0; i < ENERGY_ACCESSES; i++)
				if (memcmp((const char *)a->of.a + at + i * 512, written, sizeof written) != 0)
					gb_model_wrong(a->report, at);
		}
	}
	gb_model_compared(a->report, threads * a->of.trips * 4 * ENERGY_ACCESSES);
}

/* clang-format off */
#define ENTRY(name) { "energy_" #name, run_##name },
static const struct gb_model models[] = {
	ENERGY_CHAINS(ENTRY)
	{ "energy_mma_*", run_mma },
	{ "energy_wgmma_*", run_wgmma },
	{ "energy_check_read", check_read },
	{ "energy_check_written", check_written },
	{ "energy_fill", fill_set },
	{ "energy_*_read", read_set },
	{ "energy_*_write", write_set },
	{ .kernel = NULL },
};
/* clang-format on */

GB_MODELS(energy) = { GB_ABI, models };
