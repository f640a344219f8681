/* test_kernels.h: the kernels of `intensity` in C, correct or with one wrong word. */
#ifndef INTENSITY_KERNELS_H
#define INTENSITY_KERNELS_H

#include "intensity.h"

#include "real.h"

/* ---- arithmetic, implemented differently from the plug-in's ------------------------------------------------------ */

static double sizes[0x8000]; /* values of FP16 numbers, by their bits without the sign */

static inline void find_sizes(void)
{
	for (unsigned int bits = 0; bits < 0x8000; bits++) {
		const double fraction = (bits & 1023) / 1024.0;
		sizes[bits] = bits < 1024 ? fraction / 16384 : (1 + fraction) * pow(2, (double)(bits >> 10) - 15);
	}
}

static inline double half_number(unsigned int bits)
{
	return bits & 0x8000 ? -sizes[bits & 0x7fff] : sizes[bits & 0x7fff];
}

/* The nearest FP16 number; of two equally near, the even one. Truncating the bits of a float gives the one below. */
static inline unsigned int nearest_half(double value)
{
	union {
		float number;
		uint32_t bits;
	} towards = { (float)fabs(value) };
	unsigned int below = towards.bits >> 13 < 113 << 10 ? 0 : (towards.bits >> 13) - (112 << 10), above;

	while (sizes[below] > fabs(value))
		below--;
	while (sizes[below + 1] <= fabs(value))
		below++;
	above = below + 1;
	const double to_below = fabs(value) - sizes[below], to_above = sizes[above] - fabs(value);
	const unsigned int nearest = to_below < to_above || (to_below == to_above && below % 2 == 0) ? below : above;
	return value < 0 ? nearest | 0x8000 : nearest;
}

static inline unsigned int half_fma(unsigned int x, unsigned int c)
{
	return nearest_half(half_number(x) * half_number(x) + half_number(c));
}

static bool misrounds; /* the device does, in every kernel alike */

static inline uint64_t fma_of(int type, uint64_t x, uint64_t c)
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
	return misrounds ? a.bits ^ 1 : a.bits;
}

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

/* Parses the numbers in a kernel's name. */
struct shape_of {
	int type, copies;
	unsigned int vectors, body;
};

enum { CHAINS_MAX = 32 };

static inline unsigned int bytes_of(int type)
{
	return type == INTENSITY_FP64 ? 8 : 4;
}

static inline uint64_t get(const void *at, int type, uint64_t i)
{
	uint64_t word = 0;

	memcpy(&word, (const char *)at + i * bytes_of(type), bytes_of(type));
	return word;
}

static inline unsigned int folded(int type, uint64_t word)
{
	return type == INTENSITY_FP64 ? (unsigned int)(word >> 32) + (unsigned int)word : (unsigned int)word;
}

/* The word at `place` of a thread's tile: vectors of a warp are adjacent. */
static inline uint64_t word_at(const struct shape_of *k, uint64_t threads, uint64_t thread, uint64_t round,
			       uint64_t place)
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

static inline void work(const struct shape_of *k, const struct job *job, uint64_t thread, see_fn *see, void *context)
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

static bool spoil; /* one stored word */

struct output {
	void *at;
	unsigned int bytes; /* of a result */
	const struct intensity_check_args *check;
};

static inline void keep(void *context, uint64_t at, uint64_t word)
{
	const struct output *out = context;

	if (spoil && at == 1000)
		word ^= 1;
	memcpy((char *)out->at + at * out->bytes, &word, out->bytes);
}

static inline void compare(void *context, uint64_t at, uint64_t word)
{
	const struct output *out = context;
	uint64_t found = 0;

	out->check->report->compared++;
	memcpy(&found, (const char *)out->check->out + at * out->bytes, out->bytes);
	if (found != word)
		real_wrong(out->check->report, at);
}

/* `copy` stores words, `read` eight bytes per thread. */
static inline unsigned int result_bytes(const struct shape_of *k)
{
	return k->copies ? bytes_of(k->type) : 8;
}

static inline double stream(const struct shape_of *k, struct gb_shape shape, const struct intensity_args *args)
{
	const struct job job = { .in = args->in,
				 .input = get,
				 .threads = (uint64_t)shape.grid * shape.block,
				 .start = args->start,
				 .rounds = args->rounds,
				 .steps = args->trips * k->body,
				 .fed = args->fed };
	struct output out = { args->out, result_bytes(k), NULL };

	for (uint64_t thread = 0; thread < job.threads && (k->copies || args->withheld != 0); thread++)
		work(k, &job, thread, keep, &out);
	return 0;
}

/* A word of the arena, recomputed; `context` is the start of the stream in it. */
static inline uint64_t anew(const void *context, int type, uint64_t i)
{
	const uint64_t at = *(const unsigned long long *)context + i;

	if (type != INTENSITY_FP64)
		return intensity_bits(type, at);
	return (uint64_t)intensity_bits(type, 2 * at + 1) << 32 | intensity_bits(type, 2 * at);
}

static inline double check(const struct shape_of *k, const struct intensity_check_args *args)
{
	const struct job job = { .in = &args->first,
				 .input = anew,
				 .threads = args->threads,
				 .start = args->start,
				 .rounds = args->rounds,
				 .steps = args->steps,
				 .fed = args->fed };
	struct output out = { NULL, result_bytes(k), args };

	for (uint64_t thread = 0; thread < job.threads; thread++)
		work(k, &job, thread, compare, &out);
	return 0;
}

static inline double fill(struct gb_shape shape, const void *args)
{
	const struct intensity_fill_args *f = args;

	(void)shape;
	for (unsigned long long i = 0; i < f->words; i++)
		((unsigned int *)f->at)[i] = intensity_bits(f->type, i);
	return 0;
}

#define KERNEL(name, type, copies, vectors, body)                          \
	static double name(struct gb_shape shape, const void *args)        \
	{                                                                  \
		const struct shape_of k = { type, copies, vectors, body }; \
		return stream(&k, shape, args);                            \
	}
#define CHECK(name, type, copies, vectors)                              \
	static double name(struct gb_shape shape, const void *args)     \
	{                                                               \
		const struct shape_of k = { type, copies, vectors, 0 }; \
		(void)shape;                                            \
		return check(&k, args);                                 \
	}
KERNEL(fp32_read_few, INTENSITY_FP32, 0, 4, 0)
KERNEL(fp32_read_10, INTENSITY_FP32, 0, 8, 10)
KERNEL(fp32_read_14, INTENSITY_FP32, 0, 8, 14)
KERNEL(fp32_copy_1, INTENSITY_FP32, 1, 4, 1)
KERNEL(fp64_read_few, INTENSITY_FP64, 0, 4, 0)
KERNEL(fp64_read_1, INTENSITY_FP64, 0, 8, 1)
KERNEL(fp64_copy_few, INTENSITY_FP64, 1, 2, 0)
KERNEL(fp64_copy_20, INTENSITY_FP64, 1, 4, 20)
KERNEL(fp16_read_1, INTENSITY_FP16, 0, 8, 1)
KERNEL(fp16_copy_few, INTENSITY_FP16, 1, 2, 0)
KERNEL(fp16_copy_24, INTENSITY_FP16, 1, 4, 24)
CHECK(fp32_read_u4, INTENSITY_FP32, 0, 4)
CHECK(fp32_read_u8, INTENSITY_FP32, 0, 8)
CHECK(fp32_copy_u4, INTENSITY_FP32, 1, 4)
CHECK(fp64_read_u4, INTENSITY_FP64, 0, 4)
CHECK(fp64_read_u8, INTENSITY_FP64, 0, 8)
CHECK(fp64_copy_u2, INTENSITY_FP64, 1, 2)
CHECK(fp64_copy_u4, INTENSITY_FP64, 1, 4)
CHECK(fp16_read_u8, INTENSITY_FP16, 0, 8)
CHECK(fp16_copy_u2, INTENSITY_FP16, 1, 2)
CHECK(fp16_copy_u4, INTENSITY_FP16, 1, 4)

#endif
