/* Models of the kernels of `intensity`, whose arithmetic is not the benchmark's own. */
#include <math.h>
#include <stdint.h>

#include "gpubench_model.h"
#include "intensity.h"

/* ---- arithmetic, implemented differently from the plug-in's ------------------------------------------------------ */

static double half_number(unsigned int bits)
{
	static double numbers[1 << 16];

	for (unsigned int i = 0; i < 1 << 16 && numbers[0xffff] == 0; i++) {
		const unsigned int without = i & 0x7fff;
		const double fraction = (without & 1023) / 1024.0, size = pow(2, (double)(without >> 10) - 15);
		numbers[i] = (i >> 15 ? -1 : 1) * (without < 1024 ? fraction / 16384 : (1 + fraction) * size);
	}
	return numbers[bits];
}

/* The nearest FP16 number; of two equally near, the even one: a multiple of 1/1024 of the power of two below, or of the
 * smallest normal number. */
static unsigned int nearest_half(double value)
{
	union {
		double number;
		uint64_t bits;
	} size = { fabs(value) }, scale;
	const int above = (int)(size.bits >> 52) - 1023, exponent = above < -14 ? -14 : above;

	scale.bits = (uint64_t)(1023 + 10 - exponent) << 52;
	const double multiples = size.number * scale.number + 0x1p52 - 0x1p52; /* rounded */
	return (value < 0 ? 0x8000 : 0) + (unsigned int)(((exponent + 14) << 10) + (int)multiples);
}

static unsigned int half_fma(unsigned int x, unsigned int c)
{
	return nearest_half(half_number(x) * half_number(x) + half_number(c));
}

static uint64_t fma_of(int type, uint64_t x, uint64_t c)
{
	union {
		uint64_t bits;
		float single;
		double twice;
	} a = { .bits = x }, b = { .bits = c };

	if (type == INTENSITY_FP32)
		a.single = fmaf(a.single, a.single, b.single);
	else if (type == INTENSITY_FP64)
		a.twice = fma(a.twice, a.twice, b.twice);
	else
		a.bits = half_fma(x & 0xffff, c & 0xffff) | half_fma(x >> 16 & 0xffff, c >> 16 & 0xffff) << 16;
	return a.bits;
}

/* ---- the work of a thread ---------------------------------------------------------------------------------------- */

/* As in a kernel's name. */
struct shape_of {
	int type, copies;
	unsigned int vectors, body;
};

enum { CHAINS_MAX = 32 };

static unsigned int bytes_of(int type)
{
	return type == INTENSITY_FP64 ? 8 : 4;
}

static uint64_t get(const void *at, int type, uint64_t i)
{
	uint64_t word = 0;

	memcpy(&word, (const char *)at + i * bytes_of(type), bytes_of(type));
	return word;
}

static unsigned int folded(int type, uint64_t word)
{
	return type == INTENSITY_FP64 ? (unsigned int)(word >> 32) + (unsigned int)word : (unsigned int)word;
}

/* The word at `place` of a thread's tile: vectors of a warp are adjacent. */
static uint64_t word_at(const struct shape_of *k, uint64_t threads, uint64_t thread, uint64_t round, uint64_t place)
{
	const uint64_t in_vector = 16 / bytes_of(k->type), warp = round * (threads / 32) + thread / 32;

	return (warp * k->vectors * 32 + place / in_vector * 32 + thread % 32) * in_vector + place % in_vector;
}

/* Performs the work of a thread, or recomputes it; `see` gets every result. */
typedef void see_fn(void *context, uint64_t at, uint64_t word);
typedef uint64_t input_fn(const void *context, int type, uint64_t i);

struct job {
	const void *in; /* or the context of input() */
	input_fn *input;
	uint64_t threads, start;
	unsigned int rounds, steps, fed;
};

static void work(const struct shape_of *k, const struct job *job, uint64_t thread, see_fn *see, void *context)
{
	const unsigned int tile = k->vectors * 16 / bytes_of(k->type), chains = k->copies ? tile : INTENSITY_CHAINS;
	uint64_t x[CHAINS_MAX], c[CHAINS_MAX];
	unsigned int result = 0;

	for (unsigned int i = 0; i < chains; i++)
		x[i] = job->start;
	for (unsigned int round = 0; round < job->rounds; round++) {
		for (unsigned int i = 0; i < tile; i++)
			c[i] = job->input(job->in, k->type, word_at(k, job->threads, thread, round, i));
		for (unsigned int s = 0; s < job->steps; s++)
			for (unsigned int i = 0; i < tile; i++)
				x[i % chains] = fma_of(k->type, x[i % chains], c[i ^ 1]);
		for (unsigned int i = 0; i < tile && job->steps == 0; i++) {
			if (i < job->fed)
				x[i % chains] = fma_of(k->type, x[i % chains], c[i]);
			else
				result += folded(k->type, c[i]);
		}
		for (unsigned int i = 0; i < tile && k->copies; i++)
			see(context, word_at(k, job->threads, thread, round, i),
			    job->steps > 0 || i < job->fed ? x[i] : c[i]);
	}
	for (unsigned int i = 0; i < chains; i++)
		result = intensity_fold(result, folded(k->type, x[i]));
	if (!k->copies)
		see(context, thread, (uint64_t)folded(k->type, x[0]) << 32 | result);
}

struct output {
	void *at;
	unsigned int bytes; /* of a result */
	const struct intensity_check_args *check;
};

static void keep(void *context, uint64_t at, uint64_t word)
{
	const struct output *out = context;

	memcpy((char *)out->at + at * out->bytes, &word, out->bytes);
}

static void compare(void *context, uint64_t at, uint64_t word)
{
	const struct output *out = context;
	uint64_t found = 0;

	out->check->report->compared++;
	memcpy(&found, (const char *)out->check->out + at * out->bytes, out->bytes);
	if (found != word)
		gb_model_wrong(out->check->report, at);
}

/* `copy` stores words, `read` eight bytes per thread. */
static unsigned int result_bytes(const struct shape_of *k)
{
	return k->copies ? bytes_of(k->type) : 8;
}

static struct shape_of kernel_shape(void)
{
	const int type = gb_model_is("_fp32_")   ? INTENSITY_FP32
			 : gb_model_is("_fp64_") ? INTENSITY_FP64
						 : INTENSITY_FP16;

	return (struct shape_of){ type, gb_model_is("_copy_"), gb_model_number("_u"), gb_model_number("_s") };
}

static void stream(struct gb_shape shape, const void *of)
{
	const struct intensity_args *args = of;
	const struct shape_of k = kernel_shape();
	const struct job job = { .in = args->in,
				 .input = get,
				 .threads = (uint64_t)shape.grid * shape.block,
				 .start = args->start,
				 .rounds = args->rounds,
				 .steps = args->trips * k.body,
				 .fed = args->fed };
	struct output out = { args->out, result_bytes(&k), NULL };

	for (uint64_t thread = 0; thread < job.threads && (k.copies || args->withheld != 0); thread++)
		work(&k, &job, thread, keep, &out);
}

/* A word of the arena, recomputed; `context` is the start of the stream in it. */
static uint64_t anew(const void *context, int type, uint64_t i)
{
	const uint64_t at = *(const unsigned long long *)context + i;

	if (type != INTENSITY_FP64)
		return intensity_bits(type, at);
	return (uint64_t)intensity_bits(type, 2 * at + 1) << 32 | intensity_bits(type, 2 * at);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct intensity_check_args *args = of;
	const struct shape_of k = kernel_shape();
	const struct job job = { .in = &args->first,
				 .input = anew,
				 .threads = args->threads,
				 .start = args->start,
				 .rounds = args->rounds,
				 .steps = args->steps,
				 .fed = args->fed };
	struct output out = { NULL, result_bytes(&k), args };

	(void)shape;

	for (uint64_t thread = 0; thread < job.threads; thread++)
		work(&k, &job, thread, compare, &out);
}

static void fill(struct gb_shape shape, const void *args)
{
	const struct intensity_fill_args *f = args;

	(void)shape;
	for (unsigned long long i = 0; i < f->words; i++)
		((unsigned int *)f->at)[i] = intensity_bits(f->type, i);
}

static const struct gb_model models[] = {
	{ "intensity_fill", fill },
	{ "intensity_*_check", check },
	{ "intensity_*", stream },
	{ .kernel = NULL },
};

GB_MODELS(intensity) = { GB_ABI, models };
