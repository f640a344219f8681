/* Kernels of `bank`: any pattern of addresses that the host supplies, with one kernel per operation and width.
 *
 * A block fills an SM's schedulers with 32 warps. First a single warp follows a chain of dependent accesses, then
 * all warps make independent ones. Both are timed by the SM's own clock between barriers. */
#include "../common/now.h"
#include "../common/toolkit.h"
#include "bank.h"

/* 4-byte words that an access of W bytes covers. */
template <int W> struct word {
	unsigned int part[W < 4 ? 1 : W / 4];
};

/* Inline, so that no access is folded, merged or moved out of the loop. */
static __device__ word<2> load(const word<2> *, unsigned int at)
{
	word<2> w;
	asm volatile("{ .reg .u16 h; ld.volatile.shared.u16 h, [%1]; cvt.u32.u16 %0, h; }"
		     : "=r"(w.part[0])
		     : "r"(at)
		     : "memory");
	return w;
}
static __device__ word<4> load(const word<4> *, unsigned int at)
{
	word<4> w;
	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(w.part[0]) : "r"(at) : "memory");
	return w;
}
static __device__ word<8> load(const word<8> *, unsigned int at)
{
	word<8> w;
	asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
		     : "=r"(w.part[0]), "=r"(w.part[1])
		     : "r"(at)
		     : "memory");
	return w;
}
static __device__ word<16> load(const word<16> *, unsigned int at)
{
	word<16> w;
	asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(w.part[0]), "=r"(w.part[1]), "=r"(w.part[2]), "=r"(w.part[3])
		     : "r"(at)
		     : "memory");
	return w;
}

static __device__ void store(unsigned int at, const word<4> &w)
{
	asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(w.part[0]) : "memory");
}
static __device__ void store(unsigned int at, const word<8> &w)
{
	asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1])
		     : "memory");
}
static __device__ void store(unsigned int at, const word<16> &w)
{
	asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		     : "memory");
}

static __device__ word<4> exchange(unsigned int at, const word<4> &w)
{
	word<4> old;
	asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(old.part[0]) : "r"(at), "r"(w.part[0]) : "memory");
	return old;
}
static __device__ word<8> exchange(unsigned int at, const word<8> &w)
{
	unsigned long long old;
	asm volatile("atom.shared.exch.b64 %0, [%1], %2;"
		     : "=l"(old)
		     : "r"(at), "l"(w.part[0] | (unsigned long long)w.part[1] << 32)
		     : "memory");
	return { { (unsigned int)old, (unsigned int)(old >> 32) } };
}
/* 16 bytes: from Hopper and CUDA 12.3 on. */
#if __CUDA_ARCH__ >= 900 && TOOLKIT >= 1203
#define EXCHANGE_16
#elif __CUDA_ARCH__ >= 900
TOOLKIT_TOO_OLD
#endif
#ifdef EXCHANGE_16
static __device__ word<16> exchange(unsigned int at, const word<16> &w)
{
	word<16> old;
	asm volatile(
		"{ .reg .b64 a, b; .reg .b128 t, u; mov.b64 a, {%5, %6}; mov.b64 b, {%7, %8}; mov.b128 t, {a, b};"
		"  atom.shared.exch.b128 u, [%4], t; mov.b128 {a, b}, u; mov.b64 {%0, %1}, a; mov.b64 {%2, %3}, b; }"
		: "=r"(old.part[0]), "=r"(old.part[1]), "=r"(old.part[2]), "=r"(old.part[3])
		: "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		: "memory");
	return old;
}
#endif

static __device__ unsigned int add(unsigned int at, unsigned int operand)
{
	unsigned int old;
	asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(operand) : "memory");
	return old;
}

template <int W> static __device__ unsigned int sum(const word<W> &w)
{
	unsigned int total = 0;
#pragma unroll
	for (int i = 0; i < (W < 4 ? 1 : W / 4); i++)
		total += w.part[i];
	return total;
}

/* Each operation: access() is one of the independent accesses in flight. link() is one of the chain, in the near or
 * the far row of the pair; it returns where the next one goes and leaves the shared memory unchanged. */
template <int W> struct loads {
	__device__ loads(const bank_args &, unsigned int, unsigned int) {}
	__device__ void next() {}
	__device__ unsigned int settle(unsigned int) { return 0; }
	__device__ unsigned int access(unsigned int at) { return sum(load((word<W> *)0, at)); }
	__device__ unsigned int link(unsigned int at, int) { return load((word<W> *)0, at).part[0]; }
};

template <int W> struct writes {
	word<W> value, content[2];
	__device__ writes(unsigned int base, unsigned int offset)
	{
#pragma unroll
		for (int i = 0; i < W / 4; i++) {
			value.part[i] = bank_stored(offset + 4 * i, 0);
			content[0].part[i] = base + bank_content(offset + 4 * i);
			content[1].part[i] = base + bank_content((offset ^ BANK_ROW) + 4 * i);
		}
	}
	__device__ void next()
	{
#pragma unroll
		for (int i = 0; i < W / 4; i++)
			value.part[i]++;
	}
	__device__ unsigned int settle(unsigned int)
	{
		return 0;
	}
};

template <int W> struct stores : writes<W> {
	__device__ stores(const bank_args &, unsigned int base, unsigned int offset) : writes<W>(base, offset) {}
	__device__ unsigned int access(unsigned int at)
	{
		store(at, this->value);
		return 0;
	}
	/* A load returns after all earlier stores. It reads words that no store in flight writes. */
	__device__ unsigned int settle(unsigned int base)
	{
		return load((word<4> *)0, base + BANK_BYTES + 4 * (threadIdx.x % BANK_LANES)).part[0];
	}
	__device__ unsigned int link(unsigned int at, int far)
	{
		store(at, this->content[far]);
		return load((word<W> *)0, at).part[0];
	}
};

template <int W> struct exchanges : writes<W> {
	__device__ exchanges(const bank_args &, unsigned int base, unsigned int offset) : writes<W>(base, offset) {}
	__device__ unsigned int access(unsigned int at) { return sum(exchange(at, this->value)); }
	__device__ unsigned int link(unsigned int at, int far) { return exchange(at, this->content[far]).part[0]; }
};

template <int W> struct adds {
	const unsigned int operand, zero;
	__device__ adds(const bank_args &args, unsigned int, unsigned int) : operand(args.operand), zero(args.zero) {}
	__device__ void next() {}
	__device__ unsigned int settle(unsigned int) { return 0; }
	__device__ unsigned int access(unsigned int at) { return add(at, operand); }
	__device__ unsigned int link(unsigned int at, int) { return add(at, zero); }
};

/* An address in shared memory, the first kilobyte of which belongs to the system from Ampere on, fits in 2 bytes. */
static_assert(1024 + BANK_BYTES <= 0x10000, "a chain of halves needs addresses of 16 bits");

/* Accesses of W bytes. */
template <int W> static __device__ void fill(unsigned int *memory, unsigned int base)
{
	__syncthreads();
#pragma unroll 1
	for (unsigned int i = threadIdx.x; i < BANK_BYTES / 4; i += blockDim.x)
		memory[i] = W == 2 ? (base + bank_content(4 * i)) | (base + bank_content(4 * i + 2)) << 16
				   : base + bank_content(4 * i);
	__syncthreads();
}

struct timed {
	unsigned int total;      /* of a thread */
	unsigned int all, chain; /* cycles */
};

template <class op, int W>
static __device__ timed measure(const bank_args &args, unsigned int *memory, unsigned int round)
{
	const unsigned int base = (unsigned int)__cvta_generic_to_shared(memory);
	const unsigned int offset = args.offset[threadIdx.x % BANK_LANES];
	const unsigned int links = args.links[round], trips = args.trips[round];
	unsigned int at = base + offset;
	timed t = { 0, 0, 0 };
	op what(args, base, offset);

	/* A single warp follows the chain. */
	fill<W>(memory, base);
	if (threadIdx.x < BANK_LANES) {
		const long long start = clock_now();
		at = what.link(at, 0);
#pragma unroll 1
		for (unsigned int i = 0; i < links; i += BANK_LINKS) {
#pragma unroll
			for (int u = 0; u < BANK_LINKS; u++)
				at = what.link(at, (u + 1) % 2);
		}
		/* A store that waits for the last link, outside of what others may still read. */
		store(base + BANK_BYTES + 4 * threadIdx.x, word<4>{ { at } });
		t.chain = (unsigned int)(clock_now() - start);
		t.total = at - base;
	}

	/* Runs all warps; the barrier waits for every thread's sum. */
	fill<W>(memory, 0);
	at = base + offset;
	const long long start = clock_now();
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
		what.next();
#pragma unroll
		for (int u = 0; u < BANK_UNROLL; u++)
			t.total += what.access(at + u * BANK_APART);
		at ^= args.flip;
	}
	__syncthreads_or(t.total + what.settle(base) == args.never);
	t.all = (unsigned int)(clock_now() - start);
	return t;
}

template <class op, int W> static __device__ void bank(const bank_args &args)
{
	__shared__ __align__(1024) unsigned int memory[BANK_BYTES / 4 + BANK_LANES];
	const unsigned int lane = threadIdx.x % BANK_LANES, warp = threadIdx.x / BANK_LANES;
	timed t;

	/* The first round, of a few trips, brings the code into the instruction caches. */
#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++)
		t = measure<op, W>(args, memory, round);

	if (threadIdx.x == 0) {
		args.cycles[blockIdx.x] = t.all;
		args.cycles[gridDim.x + blockIdx.x] = t.chain;
	}
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = t.total;
	if (warp < 2 * BANK_UNROLL) {
		const int width = W < 4 ? 1 : W / 4;
		const unsigned int from = (args.offset[lane] ^ (warp % 2 * BANK_ROW)) + warp / 2 * BANK_APART;
		const unsigned int to = ((blockIdx.x * 2 * BANK_UNROLL + warp) * BANK_LANES + lane) * width;
		for (int i = 0; i < width; i++)
			args.words[to + i] = memory[from / 4 + i];
	}
}

#define KERNEL(name, op, W)                                                                            \
	extern "C" __global__ void __launch_bounds__(1024, 1) bank_##name##_##W(struct bank_args args) \
	{                                                                                              \
		bank<op<W>, W>(args);                                                                  \
	}

KERNEL(load_half, loads, 2)
KERNEL(load, loads, 4)
KERNEL(load, loads, 8)
KERNEL(load, loads, 16)
KERNEL(store, stores, 4)
KERNEL(store, stores, 8)
KERNEL(store, stores, 16)
KERNEL(add, adds, 4)
KERNEL(exchange, exchanges, 4)
KERNEL(exchange, exchanges, 8)
#ifdef EXCHANGE_16
KERNEL(exchange, exchanges, 16)
#endif
