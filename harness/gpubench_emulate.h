/* gpubench_emulate.h: runs CUDA kernels on a host, for `gpubench --dry-run`.
 *
 * If a plug-in of one file, NAME.cu, has no models (gpubench_model.h), gpubench.mk compiles it with this header and a
 * C++ compiler into NAME.model. The threads of a block take turns on one processor and switch at barriers; blocks run
 * one after another. There are blocks of one dimension, static shared memory, barriers, warp votes and shuffles,
 * atomics and plain arithmetic. A kernel that uses more, such as inline PTX or clocks, does not compile and has no
 * model.
 *
 * It is compiled once more for gpubench_counted.h. */
#ifndef GPUBENCH_EMULATE_H
#define GPUBENCH_EMULATE_H

#ifdef GB_COUNTED /* only the kernels are compiled without optimization */
#pragma GCC push_options
#pragma GCC optimize("O2")
#endif
#undef _FORTIFY_SOURCE /* its longjmp() refuses to change stacks */
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

/* For the data of this header, to separate it from the kernels' shared memory. */
#define GB_MODEL_OWN __attribute__((section("gb_own")))
extern "C" {
#include "gpubench_model.h"
}
namespace gb_emulate
{
static bool in_kernel GB_MODEL_OWN; /* false in the functions of this header */
}
#ifdef GB_COUNTED
#include "gpubench_counted.h"
#else
#define GB_QUIET
#define GB_TOUCH_ATOMIC(at)
#endif

/* ---- words of CUDA ----------------------------------------------------------------------------------------------- */

#define __CUDACC__ 1
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __constant__ static
#define __shared__   static /* blocks run one after another */
#define __launch_bounds__(...)

struct uint3 {
	unsigned x, y, z;
};
struct dim3 : uint3 {
};
static uint3 threadIdx GB_MODEL_OWN, blockIdx GB_MODEL_OWN;
static dim3 blockDim GB_MODEL_OWN, gridDim GB_MODEL_OWN;
static const int warpSize = 32;
#define clock gb_no_clock /* the C library's function, which GPUs do not have */

#define GB_VECTOR(type, name)                                                \
	struct alignas(2 * sizeof(type)) name##2                             \
	{                                                                    \
		type x, y;                                                   \
	};                                                                   \
	struct alignas(4 * sizeof(type)) name##4                             \
	{                                                                    \
		type x, y, z, w;                                             \
	};                                                                   \
	static inline name##2 make_##name##2(type x, type y)                 \
	{                                                                    \
		return { x, y };                                             \
	}                                                                    \
	static inline name##4 make_##name##4(type x, type y, type z, type w) \
	{                                                                    \
		return { x, y, z, w };                                       \
	}
GB_VECTOR(int, int)
GB_VECTOR(unsigned, uint)
GB_VECTOR(float, float)

/* ---- threads ----------------------------------------------------------------------------------------------------- */

namespace gb_emulate
{

static inline void did(enum gb_model_event event)
{
	gb_model_work.event[event].count++;
}

enum { STACK = 128 << 10, WARP = 32, TURNS_MOST = 1 << 20 };

struct thread {
	ucontext_t context;
	jmp_buf at;
	bool has_begun, is_at_work;
};

/* Lanes of a mask exchange words in two slots alternately, because a lane may be one exchange ahead. */
struct exchange {
	uint64_t word[2][WARP];
	unsigned arrived, set[2], generation;
};

struct block {
	std::vector<thread> threads;
	std::vector<std::map<unsigned, exchange>> warps; /* by mask */
	unsigned live, arrived, generation;
	thread *current;
	jmp_buf back;
	void (*body)(const void *);
	const void *args;
};
static block now GB_MODEL_OWN;

static inline void yield()
{
	if (_setjmp(now.current->at) == 0)
		_longjmp(now.back, 1);
}

static inline void release_block()
{
	if (now.arrived > 0 && now.arrived == now.live) {
		now.arrived = 0;
		now.generation++;
	}
}

static inline void wait_for_block()
{
	const unsigned generation = now.generation;

	in_kernel = false;
	now.arrived++;
	release_block();
	while (now.generation == generation)
		yield();
	in_kernel = true;
}

/* In the next block the thread continues here, on the same stack. */
static void run_thread()
{
	for (;;) {
		in_kernel = true;
		now.body(now.args);
		in_kernel = false;
		now.current->is_at_work = false;
		now.live--;
		release_block();
		yield();
	}
}

static void begin_thread(thread *t)
{
	void *stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (stack == MAP_FAILED)
		abort();
	getcontext(&t->context);
	t->context.uc_stack.ss_sp = stack;
	t->context.uc_stack.ss_size = STACK;
	makecontext(&t->context, run_thread, 0);
	t->has_begun = true;
	setcontext(&t->context);
}

static inline void go_on(thread *t, unsigned number)
{
	now.current = t;
	threadIdx = { number, 0, 0 };
	if (_setjmp(now.back) != 0)
		return;
	if (t->has_begun)
		_longjmp(t->at, 1);
	begin_thread(t);
}

static void run_block()
{
	const unsigned count = (unsigned)now.threads.size();

	now.live = count;
	for (thread &t : now.threads)
		t.is_at_work = true;
	for (unsigned turn = 0; now.live > 0; turn++) {
		if (turn == TURNS_MOST) {
			fputs("a kernel's threads wait for each other forever\n", stderr);
			abort();
		}
		for (unsigned i = 0; i < count; i++)
			if (now.threads[i].is_at_work)
				go_on(&now.threads[i], i);
	}
}

static void run_launch(struct gb_shape shape, const void *of, void (*body)(const void *))
{
	now.threads.assign(shape.block, thread());
	now.warps.assign((shape.block + WARP - 1) / WARP, {});
	now.body = body;
	now.args = of;
	blockDim.x = shape.block;
	gridDim.x = shape.grid;
	blockDim.y = blockDim.z = gridDim.y = gridDim.z = 1;
	for (uint32_t i = 0; i < shape.grid; i++) {
		blockIdx = { i, 0, 0 };
		run_block();
	}
	for (thread &t : now.threads)
		munmap(t.context.uc_stack.ss_sp, STACK);
}

template <auto kernel> struct launch_of;
template <class args, void (*kernel)(args)> struct launch_of<kernel> {
	static void launch(struct gb_shape shape, const void *of)
	{
		run_launch(shape, of, [](const void *a) { kernel(*static_cast<const args *>(a)); });
	}
};

/* ---- warps ------------------------------------------------------------------------------------------------------- */

static inline unsigned lanes_of_block()
{
	const unsigned first = threadIdx.x / WARP * WARP, left = blockDim.x - first;

	return left >= WARP ? ~0u : (1u << left) - 1;
}

/* Exchange words between the lanes of the mask. Returns the words, and the lanes that took part. */
static inline const uint64_t *exchange_words(unsigned mask, uint64_t word, unsigned *lanes)
{
	in_kernel = false;
	exchange &e = now.warps[threadIdx.x / WARP][mask];
	const unsigned generation = e.generation, lane = threadIdx.x % WARP;

	e.word[generation % 2][lane] = word;
	e.arrived |= 1u << lane;
	if (e.arrived == (mask & lanes_of_block())) {
		e.set[generation % 2] = e.arrived;
		e.arrived = 0;
		e.generation++;
	}
	while (e.generation == generation)
		yield();
	*lanes = e.set[generation % 2];
	in_kernel = true;
	return e.word[generation % 2];
}

template <class type> static inline uint64_t word_of(type value)
{
	uint64_t word = 0;

	static_assert(sizeof value <= sizeof word);
	memcpy(&word, &value, sizeof value);
	return word;
}

/* The value of another lane, or the lane's own value if the mask has no such lane. */
template <class type> static inline type value_of(unsigned mask, type own, unsigned from)
{
	unsigned lanes;

	did(GB_EVENT_SHUFFLE);
	const uint64_t *words = exchange_words(mask, word_of(own), &lanes);

	if (from < WARP && (lanes >> from & 1) != 0)
		memcpy(&own, &words[from], sizeof own);
	return own;
}

GB_QUIET static inline unsigned vote(unsigned mask, bool predicate, unsigned *lanes)
{
	const uint64_t *words = exchange_words(mask, predicate, lanes);
	unsigned votes = 0;

	for (unsigned lane = 0; lane < WARP; lane++)
		votes |= (*lanes >> lane & 1) != 0 && words[lane] != 0 ? 1u << lane : 0;
	return votes;
}

} // namespace gb_emulate

#ifdef GB_COUNTED
#pragma GCC pop_options
#endif

/* The entry of a kernel in a table of models. */
#define GB_EMULATED(kernel) { #kernel, gb_emulate::launch_of<kernel>::launch },
#define gb_report_wrong     gb_model_wrong
#define gb_report_compared  gb_model_compared

static inline void __syncthreads()
{
	gb_emulate::did(GB_EVENT_BARRIER);
	gb_emulate::wait_for_block();
}

static inline void __syncwarp(unsigned mask = ~0u)
{
	unsigned lanes;

	gb_emulate::did(GB_EVENT_BARRIER);
	gb_emulate::exchange_words(mask, 0, &lanes);
}

template <class type> static inline type __shfl_sync(unsigned mask, type value, int from, int width = 32)
{
	const unsigned lane = threadIdx.x % 32, segment = lane / (unsigned)width * (unsigned)width;

	return gb_emulate::value_of(mask, value, segment + (unsigned)from % (unsigned)width);
}

template <class type> static inline type __shfl_xor_sync(unsigned mask, type value, int with)
{
	return gb_emulate::value_of(mask, value, threadIdx.x % 32 ^ (unsigned)with);
}

template <class type> static inline type __shfl_up_sync(unsigned mask, type value, unsigned by)
{
	return gb_emulate::value_of(mask, value, threadIdx.x % 32 - by);
}

template <class type> static inline type __shfl_down_sync(unsigned mask, type value, unsigned by)
{
	return gb_emulate::value_of(mask, value, threadIdx.x % 32 + by);
}

static inline unsigned __ballot_sync(unsigned mask, int predicate)
{
	unsigned lanes;

	gb_emulate::did(GB_EVENT_VOTE);
	return gb_emulate::vote(mask, predicate != 0, &lanes);
}

static inline int __any_sync(unsigned mask, int predicate)
{
	return __ballot_sync(mask, predicate) != 0;
}

static inline int __all_sync(unsigned mask, int predicate)
{
	unsigned lanes;

	gb_emulate::did(GB_EVENT_VOTE);
	return gb_emulate::vote(mask, predicate != 0, &lanes) == lanes;
}

/* ---- memory and bits --------------------------------------------------------------------------------------------- */

/* An atomic operation is one access. */
#define GB_ATOMIC(name, result)                                                                  \
	template <class type> GB_QUIET static inline type name(type *at, decltype(type()) value) \
	{                                                                                        \
		const type old = *at;                                                            \
                                                                                                 \
		GB_TOUCH_ATOMIC(at);                                                             \
		*at = (result);                                                                  \
		return old;                                                                      \
	}
GB_ATOMIC(atomicAdd, old + value)
GB_ATOMIC(atomicSub, old - value)
GB_ATOMIC(atomicMin, value < old ? value : old)
GB_ATOMIC(atomicMax, value > old ? value : old)
GB_ATOMIC(atomicAnd, old &value)
GB_ATOMIC(atomicOr, old | value)
GB_ATOMIC(atomicXor, old ^ value)
GB_ATOMIC(atomicExch, value)

template <class type> GB_QUIET static inline type atomicCAS(type *at, decltype(type()) expected, decltype(type()) value)
{
	const type old = *at;

	GB_TOUCH_ATOMIC(at);
	*at = old == expected ? value : old;
	return old;
}

#define GB_LOAD(name)                                                 \
	template <class type> static inline type name(const type *at) \
	{                                                             \
		return *at;                                           \
	}
#define GB_STORE(name)                                                      \
	template <class type> static inline void name(type *at, type value) \
	{                                                                   \
		*at = value;                                                \
	}
GB_LOAD(__ldg)
GB_LOAD(__ldca)
GB_LOAD(__ldcg)
GB_LOAD(__ldcs)
GB_STORE(__stcg)
GB_STORE(__stcs)
GB_STORE(__stwt)

static inline void __threadfence()
{
}

#define GB_BITS(type, name, parameters, result) \
	static inline type name parameters      \
	{                                       \
		gb_emulate::did(GB_EVENT_BITS); \
		return (type)(result);          \
	}
GB_BITS(int, __popc, (unsigned word), __builtin_popcount(word))
GB_BITS(int, __clz, (int word), word != 0 ? __builtin_clz((unsigned)word) : 32)
GB_BITS(int, __ffs, (int word), __builtin_ffs(word))
GB_BITS(unsigned, __umulhi, (unsigned a, unsigned b), (uint64_t)a *b >> 32)
GB_BITS(unsigned, __funnelshift_l, (unsigned low, unsigned high, unsigned by),
	((uint64_t)high << 32 | low) << by % 32 >> 32)
GB_BITS(unsigned, __funnelshift_r, (unsigned low, unsigned high, unsigned by), ((uint64_t)high << 32 | low) >> by % 32)

static inline unsigned __brev(unsigned word)
{
	unsigned turned = 0;

	gb_emulate::did(GB_EVENT_BITS);
	for (int bit = 0; bit < 32; bit++)
		turned = turned << 1 | (word >> bit & 1);
	return turned;
}

/* The low three bits of nibble i of `selector` choose byte i of the result from the eight bytes of a and b; if bit 3 is
 * set, the byte is filled with that byte's sign. */
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
	const uint64_t bytes = (uint64_t)b << 32 | a;
	unsigned result = 0;

	gb_emulate::did(GB_EVENT_BITS);
	for (int i = 0; i < 4; i++) {
		const unsigned nibble = selector >> 4 * i & 15, byte = bytes >> 8 * (nibble & 7) & 255;
		result |= (nibble < 8 ? byte : byte >> 7 ? 255u : 0u) << 8 * i;
	}
	return result;
}

template <class type> static inline type min(type a, decltype(type()) b)
{
	return b < a ? b : a;
}

template <class type> static inline type max(type a, decltype(type()) b)
{
	return b > a ? b : a;
}

static inline unsigned __float_as_uint(float value)
{
	return (unsigned)gb_emulate::word_of(value);
}

static inline float __uint_as_float(unsigned word)
{
	float value;

	memcpy(&value, &word, sizeof value);
	return value;
}

#endif
