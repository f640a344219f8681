/* Kernels of `random`: reads, updates and atomics at random addresses, and their checks.
 * A walker is a thread, or 2 to 16 neighbouring threads that share an access. Addresses come from a linear congruential
 * generator in a register, so none depends on memory. */
#include "random.h"

typedef uint32_t u32;
typedef unsigned long long u64;

template <int BYTES> struct word {
	u32 part[BYTES / 4];
};

/* Inline PTX, so that the compiler does not merge, move or omit an access. */
static __device__ word<4> load(const unsigned char *at, const word<4> *)
{
	word<4> w;
	asm volatile("ld.global.u32 %0, [%1];" : "=r"(w.part[0]) : "l"(at) : "memory");
	return w;
}
static __device__ word<8> load(const unsigned char *at, const word<8> *)
{
	word<8> w;
	asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(w.part[0]), "=r"(w.part[1]) : "l"(at) : "memory");
	return w;
}
static __device__ word<16> load(const unsigned char *at, const word<16> *)
{
	word<16> w;
	asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(w.part[0]), "=r"(w.part[1]), "=r"(w.part[2]), "=r"(w.part[3])
		     : "l"(at)
		     : "memory");
	return w;
}

static __device__ void store(unsigned char *at, const word<4> &w)
{
	asm volatile("st.global.u32 [%0], %1;" : : "l"(at), "r"(w.part[0]) : "memory");
}
static __device__ void store(unsigned char *at, const word<8> &w)
{
	asm volatile("st.global.v2.u32 [%0], {%1, %2};" : : "l"(at), "r"(w.part[0]), "r"(w.part[1]) : "memory");
}
static __device__ void store(unsigned char *at, const word<16> &w)
{
	asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};"
		     :
		     : "l"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		     : "memory");
}

static __device__ void add(unsigned char *at, u32 one, const word<4> *)
{
	asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" : : "l"(at), "r"(one) : "memory");
}
static __device__ void add(unsigned char *at, u32 one, const word<8> *)
{
	asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" : : "l"(at), "l"((u64)one) : "memory");
}

/* ---- timed ------------------------------------------------------------------------------------------------------- */

/* Each operation performs the accesses of a trip; this thread's part of an access has BYTES bytes. */
template <int BYTES, int ACCESSES> struct reads {
	static __device__ u32 trip(unsigned char *const *at, u32)
	{
		word<BYTES> w[ACCESSES];
		u32 sum = 0;
#pragma unroll
		for (int i = 0; i < ACCESSES; i++)
			w[i] = load(at[i], (const word<BYTES> *)0);
#pragma unroll
		for (int i = 0; i < ACCESSES; i++) {
#pragma unroll
			for (int k = 0; k < BYTES / 4; k++)
				sum += w[i].part[k];
		}
		return sum;
	}
};

template <int BYTES, int ACCESSES> struct updates {
	static __device__ u32 trip(unsigned char *const *at, u32)
	{
		word<BYTES> w[ACCESSES];
#pragma unroll
		for (int i = 0; i < ACCESSES; i++)
			w[i] = load(at[i], (const word<BYTES> *)0);
#pragma unroll
		for (int i = 0; i < ACCESSES; i++) {
#pragma unroll
			for (int k = 0; k < BYTES / 4; k++)
				w[i].part[k] = random_updated(w[i].part[k]);
			store(at[i], w[i]);
		}
		return 0;
	}
};

template <int BYTES, int ACCESSES> struct atomics {
	static __device__ u32 trip(unsigned char *const *at, u32 one)
	{
#pragma unroll
		for (int i = 0; i < ACCESSES; i++)
			add(at[i], one, (const word<BYTES> *)0);
		return 0;
	}
};

template <class op, int BYTES, int ACCESSES> static __device__ void walk(const random_args &args)
{
	const u32 thread = blockIdx.x * blockDim.x + threadIdx.x, walker = thread / args.set.lanes;
	const u32 lines = args.set.lines / args.set.windows;
	unsigned char *const base = args.set.at + random_base(&args.set, walker) + thread % args.set.lanes * BYTES;
	u32 x = random_start(walker), sum = 0;

#pragma unroll 1
	for (u32 trip = 0; trip < args.trips; trip++) {
		unsigned char *at[ACCESSES];
#pragma unroll
		for (int i = 0; i < ACCESSES; i++) {
			at[i] = base + random_offset(x, lines, args.set.bytes);
			x = random_next(x);
		}
		sum += op::trip(at, args.one);
	}
	/* The condition depends on the sum, so the compiler must compute it; with a `record` of 0 nothing is added. */
	if (sum <= args.record)
		atomicAdd(&args.sum[thread % RANDOM_SUMS], sum);
}

#define KERNEL(name, op, bytes, accesses)                                                          \
	extern "C" __global__ void random_##name##_b##bytes##_u##accesses(struct random_args args) \
	{                                                                                          \
		walk<op<bytes, accesses>, bytes, accesses>(args);                                  \
	}
#define ALL(name, op, bytes)       \
	KERNEL(name, op, bytes, 1) \
	KERNEL(name, op, bytes, 2) \
	KERNEL(name, op, bytes, 4) \
	KERNEL(name, op, bytes, 8) \
	KERNEL(name, op, bytes, 16)
ALL(read, reads, 4)
ALL(read, reads, 8)
ALL(read, reads, 16)
ALL(update, updates, 4)
ALL(update, updates, 8)
ALL(update, updates, 16)
ALL(atomic, atomics, 4)
ALL(atomic, atomics, 8)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void random_fill(struct input_fill_args args)
{
	input_fill<random_word>(args);
}

/* Calls `visit` with the first byte of every access by all walkers. */
template <class function> static __device__ void replay(const random_check_args &args, function visit)
{
	const u32 lines = args.set.lines / args.set.windows;

	for (u32 walker = blockIdx.x * blockDim.x + threadIdx.x; walker < args.walkers;
	     walker += gridDim.x * blockDim.x) {
		const u64 base = random_base(&args.set, walker);
		u32 x = random_start(walker);
		for (u32 k = 0; k < args.accesses; k++, x = random_next(x))
			visit(base + random_offset(x, lines, args.set.bytes));
	}
}

/* Adds up the words that the accesses should have read, and checks the updates that they should have left. */
extern "C" __global__ void random_replay(struct random_check_args args)
{
	const u32 *words = (const u32 *)args.set.at;
	u64 compared = 0;
	u32 sum = 0;

	replay(args, [&](u64 at) {
		for (u64 w = at / 4; w < (at + args.set.bytes) / 4; w++, compared++) {
			sum += random_word(w);
			if (args.op == RANDOM_update && words[w] != random_updated(random_word(w)))
				gb_report_wrong(args.report, w);
		}
	});
	atomicAdd(args.expected, sum);
	gb_report_compared(args.report, compared);
}

/* Undoes every access: an updated word gets its initial value, and an addition is subtracted. The count proves that it
 * ran. */
extern "C" __global__ void random_undo(struct random_check_args args)
{
	u64 compared = 0;

	replay(args, [&](u64 at) {
		for (u64 n = at / args.width; n < (at + args.set.bytes) / args.width; n++, compared++)
			if (args.op == RANDOM_update)
				((u32 *)args.set.at)[n] = random_word(n);
			else if (args.width == 8)
				atomicAdd((u64 *)args.set.at + n, ~0ull);
			else
				atomicAdd((u32 *)args.set.at + n, ~0u);
	});
	gb_report_compared(args.report, compared);
}

/* Checks that every word of the set has its initial value. */
extern "C" __global__ void random_scan(struct random_check_args args)
{
	const u32 *words = (const u32 *)args.set.at;
	const u64 count = (u64)args.set.lines * (RANDOM_LINE / 4), step = (u64)gridDim.x * blockDim.x;
	u64 compared = 0;

	for (u64 w = (u64)blockIdx.x * blockDim.x + threadIdx.x; w < count; w += step, compared++)
		if (words[w] != random_word(w))
			gb_report_wrong(args.report, w);
	gb_report_compared(args.report, compared);
}
