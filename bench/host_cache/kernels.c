/* kernels.c: the kernels of host_cache, for each width of vectors that the target has instructions for, and their
 * table. */
#include "../common/isa.h"
#include "../common/loops.h"
#include "state.h"

/* X(width, operation, accesses per trip) for every kernel. clang-format off */
// clang-format off
#define FOR_KERNELS(X, w) \
	X(w, read, 4) X(w, read, 8) X(w, read, 16) X(w, write, 4) X(w, write, 8) X(w, write, 16)

#define FUNCTION(w, what, unroll) what##_v##w##_u##unroll

#define DEFINE(w, what, unroll) DEFINE_AT(w, what, unroll)
#define DEFINE_AT(w, what, unroll) \
	static WITH void FUNCTION(w, what, unroll)(uint32_t thread, uint32_t threads, const void *args) \
	{ \
		(void)threads; \
		what##_##w(thread, args, unroll); \
	}

#define ENTRY(w, what, unroll) \
	{ #what "_v" #w "_u" #unroll, FUNCTION(w, what, unroll), sizeof(struct host_cache_args) },
// clang-format on

/* 16 bytes, which every 64-bit processor supports. */
#if defined(__x86_64__) || defined(__aarch64__)
#define WIDTH 16
#define WITH
#include "walks.h"
#endif

#if defined(__x86_64__)
#define WIDTH 32
#define WITH  ISA_WITH_AVX2
#include "walks.h"

#define WIDTH 64
#define WITH  ISA_WITH_AVX512
#include "walks.h"
#endif

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

static void fill_words(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_cache_args *a = args;
	uint64_t *words = (uint64_t *)(void *)(a->at + thread * a->own);

	for (uint64_t i = 0; i < a->set / sizeof *words; i++)
		words[i] = host_cache_word(thread, i);
}

static void check_words(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_cache_args *a = args;
	const uint64_t *words = (const uint64_t *)(const void *)(a->at + thread * a->own);

	for (uint64_t i = 0; i < a->set / sizeof *words; i++)
		host_report_compare(&a->report[thread], i, words[i], a->value + a->passes);
}

#define ENTRIES(w) FOR_KERNELS(ENTRY, w)

// clang-format off
const struct gb_host_kernel host_cache_kernels[] = {
	{ "fill", fill_words, sizeof(struct host_cache_args) },
	{ "check", check_words, sizeof(struct host_cache_args) },
	ISA_EACH_WIDTH(ENTRIES)
	{ NULL, NULL, 0 },
};
// clang-format on
