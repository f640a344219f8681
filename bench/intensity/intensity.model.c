/* Models of the kernels of `intensity`. */
#include <math.h>

#include "../common/half_model.h"
#include "../common/isa.h"
#include "../common/loops.h"
#include "gpubench_model.h"
#include "intensity.h"

/* A stream to process, or whose results are all compared. */
struct stream {
	int type; /* enum intensity_type */
	bool copies;
	uint32_t tile, chains; /* words of a thread's tile, and chains of words */
	unsigned long long start, threads;
	uint32_t rounds, steps, fed;
	const void *in;           /* NULL: the input is computed from word `first` on */
	unsigned long long first; /* in the arena */
	char *out;
	struct gb_report *report; /* NULL: results are written */
};

/* ---- words ------------------------------------------------------------------------------------------------------- */

/* A word has two numbers of FP16. */
enum { NUMBERS_MAX = 64 };

static uint32_t word_bytes(const struct stream *s)
{
	return s->type == INTENSITY_FP64 ? 8 : 4;
}

static uint32_t numbers(const struct stream *s, uint32_t words)
{
	return s->type == INTENSITY_FP16 ? 2 * words : words;
}

static void put(const struct stream *s, double *numbers, uint32_t place, uint64_t word)
{
	if (s->type == INTENSITY_FP32)
		numbers[place] = (double)bits_float(word);
	else if (s->type == INTENSITY_FP64)
		numbers[place] = bits_double(word);
	else
		for (uint32_t i = 0; i < 2; i++)
			numbers[2 * place + i] = half_number(BITS_HALF, word >> 16 * i & 0xffff);
}

static uint64_t get(const struct stream *s, const double *numbers, uint32_t place)
{
	if (s->type == INTENSITY_FP32)
		return bits_of_float((float)numbers[place]);
	if (s->type == INTENSITY_FP64)
		return bits_of_double(numbers[place]);
	return half_bits(BITS_HALF, numbers[(size_t)2 * place]) |
	       (uint64_t)half_bits(BITS_HALF, numbers[(size_t)2 * place + 1]) << 16;
}

static uint32_t folded(const struct stream *s, uint64_t word)
{
	return s->type == INTENSITY_FP64 ? (uint32_t)(word >> 32) + (uint32_t)word : (uint32_t)word;
}

/* The position of the word at `place` of a thread's tile. The vectors of 32 threads are adjacent. */
static uint64_t word_at(const struct stream *s, uint64_t thread, uint64_t round, uint32_t place)
{
	const uint32_t in_vector = 16 / word_bytes(s);
	const uint64_t warp = (round * s->threads + thread) / INTENSITY_WARP;

	return warp * s->tile * INTENSITY_WARP + (uint64_t)(place / in_vector) * INTENSITY_WARP * in_vector +
	       thread % INTENSITY_WARP * in_vector + place % in_vector;
}

static uint64_t input(const struct stream *s, uint64_t i)
{
	uint64_t word = 0;

	if (s->in != NULL)
		memcpy(&word, (const char *)s->in + i * word_bytes(s), word_bytes(s));
	else if (s->type == INTENSITY_FP64)
		word = (uint64_t)intensity_bits(s->type, 2 * (s->first + i) + 1) << 32 |
		       intensity_bits(s->type, 2 * (s->first + i));
	else
		word = intensity_bits(s->type, s->first + i);
	return word;
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

/* Feeds `few` of the chains, which are in registers, all of their numbers, `times` times. */
#define FEED_FEW(name, number, few, step)                                                                    \
	static inline __attribute__((always_inline)) void name(double *of, const double *c, uint32_t chains, \
							       uint32_t count, uint32_t times)               \
	{                                                                                                    \
		number x[few];                                                                               \
                                                                                                             \
		UNROLL_ALL                                                                                   \
		for (uint32_t j = 0; j < (few); j++)                                                         \
			x[j] = (number)of[j];                                                                \
		while (times-- > 0)                                                                          \
			for (uint32_t i = 0; i < count; i += chains)                                         \
				UNROLL_ALL                                                                   \
		for (uint32_t j = 0; j < (few); j++)                                                         \
			x[j] = step(x[j], (number)c[i + j]);                                                 \
		UNROLL_ALL                                                                                   \
		for (uint32_t j = 0; j < (few); j++)                                                         \
			of[j] = (double)x[j];                                                                \
	}

/* Feeds all chains, whose number `few` divides. If `few` leaves a remainder, the chains take turns, once. */
// NOLINTBEGIN(bugprone-macro-parentheses): `attribute` is part of a declaration
#define FEED(name, attribute, number, few, step)                                                                \
	FEED_FEW(name##_one, number, 1, step)                                                                   \
	FEED_FEW(name##_few, number, few, step)                                                                 \
	static attribute void name(double *x, const double *c, uint32_t chains, uint32_t count, uint32_t times) \
	{                                                                                                       \
		for (uint32_t i = 0; i < count && count % chains != 0; i++)                                     \
			name##_one(x + i % chains, c + i, 1, 1, 1);                                             \
		for (uint32_t i = 0; i < chains && count % chains == 0; i += (few))                             \
			name##_few(x + i, c + i, chains, count, times);                                         \
	}
#define STEP_FP32(x, c) fmaf(x, x, c)
#define STEP_FP64(x, c) fma(x, x, c)
#define STEP_FP16(x, c) half_fma(BITS_HALF, x, x, c)
#define FEEDS(name, attribute)                                                                                 \
	FEED(name##_fp32, attribute, float, 8, STEP_FP32)                                                      \
	FEED(name##_fp64, attribute, double, 4, STEP_FP64)                                                     \
	FEED(name##_fp16, attribute, double, 8, STEP_FP16)                                                     \
	static void (*const name[])(double *, const double *, uint32_t, uint32_t, uint32_t) = {                \
		[INTENSITY_FP32] = name##_fp32, [INTENSITY_FP64] = name##_fp64, [INTENSITY_FP16] = name##_fp16 \
	};
// NOLINTEND(bugprone-macro-parentheses)
FEEDS(feed_plain, )
/* If the target's baseline has no FMA, fma() is a function call. */
#if defined(__x86_64__)
FEEDS(feed_fma, ISA_WITH_AVX2)
#else
#define feed_fma feed_plain
#endif

/* Makes all steps on a tile. With whole steps, neighbours have exchanged their words. Words that feed no step are added
 * up. */
static uint32_t feed(const struct stream *s, double *x, const uint64_t *words)
{
	const uint32_t fed = s->steps > 0 ? s->tile : s->fed;
	double c[NUMBERS_MAX];
	uint32_t left_over = 0;

	for (uint32_t i = 0; i < s->tile; i++)
		put(s, c, i, words[s->steps > 0 ? i ^ 1 : i]);
	(isa_missing(ISA_AVX2) == NULL ? feed_fma : feed_plain)[s->type](x, c, numbers(s, s->chains), numbers(s, fed),
									 s->steps > 0 ? s->steps : 1);
	for (uint32_t i = fed; i < s->tile; i++)
		left_over += folded(s, words[i]);
	return left_over;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void result(const struct stream *s, uint64_t at, uint64_t bits, uint32_t bytes)
{
	char *to = s->out + at * bytes;

	if (s->report == NULL)
		memcpy(to, &bits, bytes);
	else if (memcmp(to, &bits, bytes) != 0)
		gb_model_wrong(s->report, at);
	if (s->report != NULL)
		gb_model_compared(s->report, 1);
}

static void process_thread(const struct stream *s, uint64_t thread)
{
	double x[NUMBERS_MAX];
	uint64_t words[NUMBERS_MAX];
	uint32_t sum = 0;

	for (uint32_t i = 0; i < s->chains; i++)
		put(s, x, i, s->start);
	for (uint32_t round = 0; round < s->rounds; round++) {
		for (uint32_t i = 0; i < s->tile; i++)
			words[i] = input(s, word_at(s, thread, round, i));
		sum += feed(s, x, words);
		for (uint32_t i = 0; i < s->tile && s->copies; i++)
			result(s, word_at(s, thread, round, i), s->steps > 0 || i < s->fed ? get(s, x, i) : words[i],
			       word_bytes(s));
	}
	for (uint32_t i = 0; i < s->chains; i++)
		sum = intensity_fold(sum, folded(s, get(s, x, i)));
	if (!s->copies)
		result(s, thread, (uint64_t)folded(s, get(s, x, 0)) << 32 | sum, 8);
}

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static void process(struct stream s)
{
	s.type = gb_model_is("_fp64_") ? INTENSITY_FP64 : gb_model_is("_fp16_") ? INTENSITY_FP16 : INTENSITY_FP32;
	s.copies = gb_model_is("_copy_");
	s.tile = gb_model_number("_u") * 16 / word_bytes(&s);
	s.chains = s.copies ? s.tile : INTENSITY_CHAINS;
	for (unsigned long long thread = 0; thread < s.threads; thread++)
		process_thread(&s, thread);
}

/* A timed `read` writes nothing. */
static void stream(struct gb_shape shape, const void *of)
{
	const struct intensity_args *args = of;

	if (gb_model_is("_copy_") || args->withheld != 0)
		process((struct stream){ .start = args->start,
					 .threads = (unsigned long long)shape.grid * shape.block,
					 .rounds = args->rounds,
					 .steps = args->trips * gb_model_number("_s"),
					 .fed = args->fed,
					 .in = args->in,
					 .out = args->out });
}

static void check(struct gb_shape shape, const void *of)
{
	const struct intensity_check_args *args = of;

	process((struct stream){ .start = args->start,
				 .threads = args->threads,
				 .rounds = args->rounds,
				 .steps = args->steps,
				 .fed = args->fed,
				 .first = args->first,
				 .out = (char *)(uintptr_t)args->out,
				 .report = args->report });
}

static void fill(struct gb_shape shape, const void *of)
{
	const struct intensity_fill_args *args = of;
	uint32_t *words = args->at;

	for (unsigned long long i = 0; i < args->words; i++)
		words[i] = intensity_bits(args->type, i);
}

GB_MODELS_OF(intensity, { "intensity_fill", fill }, { "intensity_*_check", check }, { "intensity_*", stream });
