/* kernels.c: the kernels of host_dram, for each width of vectors that the target has instructions for, and their
 * table. */
#include "../common/isa.h"
#include "../common/loops.h"
#include "state.h"

/* X(width, name, operation, kind, non-temporal, unroll, streams) for every kernel; `unroll` accesses per trip to
 * each of `streams` parts of an array. clang-format off */
// clang-format off
#define FOR_SHAPES(X, w, name, op, kind, past) \
	X(w, name, op, kind, past, 2, 1) X(w, name, op, kind, past, 4, 1) X(w, name, op, kind, past, 8, 1) \
	X(w, name, op, kind, past, 2, 2) X(w, name, op, kind, past, 4, 2) X(w, name, op, kind, past, 8, 2)
#define FOR_STORES(X, w, name, op) \
	FOR_SHAPES(X, w, name, op, ordinary, 0) FOR_SHAPES(X, w, name, op, stream, 1)
#define FOR_KERNELS(X, w) \
	FOR_SHAPES(X, w, read, HOST_DRAM_READ, none, 0) \
	FOR_STORES(X, w, write, HOST_DRAM_WRITE) \
	FOR_STORES(X, w, copy, HOST_DRAM_COPY) \
	FOR_STORES(X, w, scale, HOST_DRAM_SCALE) \
	FOR_STORES(X, w, add, HOST_DRAM_ADD) \
	FOR_STORES(X, w, triad, HOST_DRAM_TRIAD)

#define FUNCTION(w, name, kind, unroll, streams) name##_##kind##_v##w##_u##unroll##_s##streams

#define DEFINE(w, name, op, kind, past, unroll, streams) DEFINE_AT(w, name, op, kind, past, unroll, streams)
#define DEFINE_AT(w, name, op, kind, past, unroll, streams) \
	static WITH void FUNCTION(w, name, kind, unroll, streams)(uint32_t thread, uint32_t threads, const void *args) \
	{ \
		(void)threads; \
		walk_##w(thread, args, op, past, unroll, streams); \
	}

#define ENTRY(w, name, op, kind, past, unroll, streams) \
	{ #name "_" #kind "_v" #w "_u" #unroll "_s" #streams, FUNCTION(w, name, kind, unroll, streams), \
	  sizeof(struct host_dram_args) },
// clang-format on

/* Non-temporal stores are written in assembly, because compilers have lost the hint of an intrinsic if another branch
 * stores to the same place. */
#if defined(__x86_64__)
#define DRAIN() __asm__ volatile("sfence" ::: "memory")
#else
#define DRAIN() __asm__ volatile("dmb ishst" ::: "memory")
#endif

/* 16 bytes, which every 64-bit processor supports. */
#if defined(__x86_64__)
#define WIDTH 16
#define WITH
#define PAST(at, vector) __asm__ volatile("movntpd %1, %0" : "=m"(*(at)) : "x"(vector))
#include "streams.h"
#elif defined(__aarch64__)
#define WIDTH 16
#define WITH
/* STNP stores two registers; it is only a hint. */
#define PAST(at, vector) \
	__asm__ volatile("stnp %d1, %d2, [%0]" ::"r"(at), "w"((vector)[0]), "w"((vector)[1]) : "memory")
#include "streams.h"
#endif

#if defined(__x86_64__)
#define WIDTH            32
#define WITH             ISA_WITH_AVX2
#define PAST(at, vector) __asm__ volatile("vmovntpd %1, %0" : "=m"(*(at)) : "x"(vector))
#include "streams.h"

#define WIDTH            64
#define WITH             ISA_WITH_AVX512
#define PAST(at, vector) __asm__ volatile("vmovntpd %1, %0" : "=m"(*(at)) : "v"(vector))
#include "streams.h"
#endif

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

/* A thread's range of words, in whole steps, so that each page is first touched by the thread that owns it. */
static void part_of(uint32_t thread, uint32_t threads, uint64_t words, uint64_t *begin, uint64_t *end)
{
	const uint64_t step = HOST_DRAM_STEP / sizeof(uint64_t), steps = (words + step - 1) / step;

	*begin = steps * thread / threads * step;
	*end = steps * (thread + 1) / threads * step;
	*end = *end < words ? *end : words;
}

static void fill_words(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_dram_fill_args *f = args;
	uint64_t begin, end;

	part_of(thread, threads, f->words, &begin, &end);
	for (uint64_t i = begin; i < end; i++)
		f->at[i] = host_dram_word(i);
}

static void poison_words(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_dram_fill_args *f = args;
	uint64_t begin, end;

	part_of(thread, threads, f->words, &begin, &end);
	for (uint64_t i = begin; i < end; i++)
		f->at[i] = UINT64_MAX;
}

/* The factors of both inputs and of the constant 1 in an operation's result. */
struct sum {
	uint64_t b, c, one;
};

static struct sum sum_of(const struct host_dram_check_args *c)
{
	const struct sum sums[] = {
		[HOST_DRAM_READ] = { .b = 1 },        [HOST_DRAM_WRITE] = { .one = c->factor },
		[HOST_DRAM_COPY] = { .b = 1 },        [HOST_DRAM_SCALE] = { .b = c->factor },
		[HOST_DRAM_ADD] = { .b = 1, .c = 1 }, [HOST_DRAM_TRIAD] = { .b = 1, .c = c->factor },
	};

	return sums[c->op];
}

/* The expected word i of the output, in multiples of 2^-40. Nothing is rounded, neither here nor in the kernels. */
static uint64_t expected_word(const struct host_dram_check_args *c, const struct sum *sum, uint64_t i)
{
	const uint64_t one = UINT64_C(1) << HOST_DRAM_BITS;
	const uint64_t b = one + host_dram_fraction(c->b_word + i), more = one + host_dram_fraction(c->c_word + i);
	const union {
		double number;
		uint64_t word;
	} result = { (double)(int64_t)(sum->b * b + sum->c * more + sum->one * one) / (double)one };

	return result.word;
}

static void check_words(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_dram_check_args *c = args;
	const struct sum sum = sum_of(c);
	struct host_report report = c->report[thread]; /* a copy, because out[] might alias the report */
	uint64_t begin, end;

	part_of(thread, threads, c->words, &begin, &end);
	for (uint64_t i = begin; i < end; i++) {
		const uint64_t expected = expected_word(c, &sum, i);
		report.expected += expected;
		host_report_compare(&report, i, c->op == HOST_DRAM_READ ? expected : c->out[i], expected);
	}
	c->report[thread] = report;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

#define ENTRIES(w) FOR_KERNELS(ENTRY, w)

// clang-format off
const struct gb_host_kernel host_dram_kernels[] = {
	{ "fill", fill_words, sizeof(struct host_dram_fill_args) },
	{ "poison", poison_words, sizeof(struct host_dram_fill_args) },
	{ "check", check_words, sizeof(struct host_dram_check_args) },
	ISA_EACH_WIDTH(ENTRIES)
	{ NULL, NULL, 0 },
};
// clang-format on
