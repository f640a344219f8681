/* Kernels of `ldmatrix`: matrices of 8 x 8 elements of 16 bits between shared memory and the registers of a warp, with
 * rows at addresses that the host supplies.
 *
 * A block fills an SM's schedulers with 32 warps. First a single warp follows a chain of dependent accesses, then
 * all warps make independent ones. Both are timed by the SM's own clock between barriers. */
#include "../common/input.h"
#include "../common/now.h"
#include "../common/toolkit.h"
#include "ldmatrix.h"

/* stmatrix and movmatrix need CUDA 11.8. */
#if TOOLKIT < 1108
TOOLKIT_TOO_OLD
#else

/* ---- the instructions -------------------------------------------------------------------------------------------- */

/* C matrices, one register each. */
template <int C> struct registers {
	unsigned int of[C];
};

#define R_1      "{%0}"
#define R_2      "{%0, %1}"
#define R_4      "{%0, %1, %2, %3}"
#define OUT_1(r) "=r"((r)[0])
#define OUT_2(r) "=r"((r)[0]), "=r"((r)[1])
#define OUT_4(r) "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])
#define IN_1(r)  "r"((r)[0])
#define IN_2(r)  "r"((r)[0]), "r"((r)[1])
#define IN_4(r)  "r"((r)[0]), "r"((r)[1]), "r"((r)[2]), "r"((r)[3])

/* Inline, so that no access is folded, merged or moved out of the loop. */
template <int C, bool trans> struct matrices;
#define ACCESS(C, TRANS, SUFFIX)                                                                                  \
	template <> struct matrices<C, TRANS> {                                                                   \
		static __device__ registers<C> load(unsigned int at)                                              \
		{                                                                                                 \
			registers<C> r;                                                                           \
			asm volatile("ldmatrix.sync.aligned.m8n8.x" #C SUFFIX ".shared.b16 " R_##C ", [%" #C "];" \
				     : OUT_##C(r.of)                                                              \
				     : "r"(at)                                                                    \
				     : "memory");                                                                 \
			return r;                                                                                 \
		}                                                                                                 \
		static __device__ void store(unsigned int at, const registers<C> &r)                              \
		{                                                                                                 \
			asm volatile("stmatrix.sync.aligned.m8n8.x" #C SUFFIX ".shared.b16 [%" #C "], " R_##C ";" \
				     :                                                                            \
				     : IN_##C(r.of), "r"(at)                                                      \
				     : "memory");                                                                 \
		}                                                                                                 \
	};
ACCESS(1, false, "")
ACCESS(2, false, "")
ACCESS(4, false, "")
ACCESS(1, true, ".trans")
ACCESS(2, true, ".trans")
ACCESS(4, true, ".trans")

static __device__ unsigned int moved(unsigned int x)
{
	unsigned int y;

	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
	return y;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

struct place {
	unsigned int base, offset, lane; /* of the shared memory; of the lane's row in a tile */
	__device__ unsigned int tile(int u) const { return base + u * LDMATRIX_TILE; }
};

/* A chain of addresses. */
struct walk {
	static __device__ unsigned int start(const place &p) { return p.tile(0) + p.offset; }
	static __device__ unsigned int end(unsigned int at, const place &p) { return at - p.base; }
};

/* Each operation: access() is one of the independent accesses in flight; link() is one of the chain, which
 * alternates between the two tiles. */
template <int C, bool trans> struct load : walk {
	__device__ load(const ldmatrix_args &, const place &) {}
	/* A register of the first matrix holds the next address of its lane: in each tile that of the other. */
	static __device__ void lay_chain(const ldmatrix_args &args, const place &p, unsigned char *memory)
	{
#pragma unroll
		for (unsigned int i = 0; i < 4; i++) {
			const unsigned int far = i / 2, h = i % 2, to = p.tile(1 - far) + p.offset;
			const unsigned int at = far * LDMATRIX_TILE + args.offset[ldmatrix_row(trans, p.lane, h)] +
						ldmatrix_byte(trans, p.lane, h);
			*(unsigned short *)(memory + at) = (unsigned short)(to >> 16 * h);
		}
	}
	__device__ void next(unsigned int)
	{
	}
	__device__ unsigned int settle(const place &)
	{
		return 0;
	}
	__device__ unsigned int access(unsigned int at, int)
	{
		const registers<C> r = matrices<C, trans>::load(at);
		unsigned int sum = 0;
#pragma unroll
		for (int i = 0; i < C; i++)
			sum += r.of[i];
		return sum;
	}
	__device__ unsigned int link(unsigned int at, int)
	{
		return matrices<C, trans>::load(at).of[0];
	}
};

#if __CUDA_ARCH__ >= 900
template <int C, bool trans> struct store : walk {
	registers<C> first, value, way[2];
	__device__ store(const ldmatrix_args &args, const place &p)
	{
#pragma unroll
		for (int i = 0; i < C; i++) {
			first.of[i] = 0;
#pragma unroll
			for (unsigned int h = 0; h < 2; h++) {
				const unsigned int row = i * LDMATRIX_ROWS + ldmatrix_row(trans, p.lane, h);
				const unsigned int at = args.offset[row] + ldmatrix_byte(trans, p.lane, h);
				first.of[i] |= ldmatrix_stored(at, 0) << 16 * h;
			}
			way[0].of[i] = p.tile(1) + p.offset;
			way[1].of[i] = p.tile(0) + p.offset;
		}
	}
	static __device__ void lay_chain(const ldmatrix_args &, const place &, unsigned char *)
	{
	}
	__device__ void next(unsigned int trip)
	{
#pragma unroll
		for (int i = 0; i < C; i++)
			value.of[i] = first.of[i] ^ (trip & 0xffff) * 0x10001u;
	}
	/* A load returns after all earlier stores. */
	__device__ unsigned int settle(const place &p)
	{
		return matrices<1, false>::load(p.base + LDMATRIX_BYTES + p.lane % LDMATRIX_ROWS * LDMATRIX_ROW_BYTES)
			.of[0];
	}
	__device__ unsigned int access(unsigned int at, int)
	{
		matrices<C, trans>::store(at, value);
		return 0;
	}
	__device__ unsigned int link(unsigned int at, int far)
	{
		matrices<C, trans>::store(at, way[far]);
		return matrices<C, trans>::load(at).of[0];
	}
};
#endif

/* From register to register. */
template <int, bool> struct move {
	unsigned int x[LDMATRIX_UNROLL];
	__device__ move(const ldmatrix_args &, const place &p)
	{
#pragma unroll
		for (int u = 0; u < LDMATRIX_UNROLL; u++)
			x[u] = input_bits(u * LDMATRIX_LANES + p.lane);
	}
	static __device__ unsigned int start(const place &p)
	{
		return input_bits(p.lane);
	}
	static __device__ unsigned int end(unsigned int x, const place &)
	{
		return x;
	}
	static __device__ void lay_chain(const ldmatrix_args &, const place &, unsigned char *)
	{
	}
	__device__ void next(unsigned int)
	{
	}
	__device__ unsigned int settle(const place &)
	{
		return 0;
	}
	__device__ unsigned int access(unsigned int, int u)
	{
		return x[u] = moved(x[u]);
	}
	__device__ unsigned int link(unsigned int x, int)
	{
		return moved(x);
	}
};

/* ---- timed ------------------------------------------------------------------------------------------------------- */

/* An address in shared memory, the first kilobyte of which belongs to the system, fits in 2 bytes. */
static_assert(1024 + LDMATRIX_BYTES <= 0x10000, "a chain of transposed matrices needs addresses of 16 bits");

static __device__ void fill(unsigned int *memory)
{
	__syncthreads();
#pragma unroll 1
	for (unsigned int i = threadIdx.x; i < LDMATRIX_BYTES / 4; i += blockDim.x)
		memory[i] = input_bits(i);
	__syncthreads();
}

struct timed {
	unsigned int total;      /* of a thread */
	unsigned int all, chain; /* cycles */
};

template <class op> static __device__ timed measure(const ldmatrix_args &args, unsigned int *memory, unsigned int round)
{
	const unsigned int lane = threadIdx.x % LDMATRIX_LANES;
	const place p = { (unsigned int)__cvta_generic_to_shared(memory), args.offset[lane], lane };
	const unsigned int links = args.links[round], trips = args.trips[round];
	unsigned int at = op::start(p);
	timed t = { 0, 0, 0 };
	op what(args, p);

	/* A single warp follows the chain. */
	fill(memory);
	if (threadIdx.x < LDMATRIX_LANES) {
		op::lay_chain(args, p, (unsigned char *)memory);
		__syncwarp();
		const long long start = (long long)clock_now();
		at = what.link(at, 0);
#pragma unroll 1
		for (unsigned int i = 0; i < links; i += LDMATRIX_LINKS) {
#pragma unroll
			for (int u = 0; u < LDMATRIX_LINKS; u++)
				at = what.link(at, (u + 1) % 2);
		}
		/* A store that waits for the last link, outside of what others may still read. */
		asm volatile("st.volatile.shared.u32 [%0], %1;"
			     :
			     : "r"(p.base + LDMATRIX_BYTES + 4 * lane), "r"(at)
			     : "memory");
		t.chain = (unsigned int)((long long)clock_now() - start);
		t.total = op::end(at, p);
	}

	/* Runs all warps; the barrier waits for every thread's sum. */
	fill(memory);
	at = p.tile(0) + p.offset;
	const long long start = (long long)clock_now();
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
		what.next(trip);
#pragma unroll
		for (int u = 0; u < LDMATRIX_UNROLL; u++)
			t.total += what.access(at + u * LDMATRIX_TILE, u);
	}
	__syncthreads_or(t.total + what.settle(p) == args.never);
	t.all = (unsigned int)((long long)clock_now() - start);
	return t;
}

template <class op> static __device__ void run(const ldmatrix_args &args)
{
	__shared__ __align__(128) unsigned int memory[LDMATRIX_BYTES / 4 + LDMATRIX_LANES];
	timed t;

	/* The first round, of a few trips, brings the code into the instruction caches. */
#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++)
		t = measure<op>(args, memory, round);

	if (threadIdx.x == 0) {
		args.cycles[blockIdx.x] = t.all;
		args.cycles[gridDim.x + blockIdx.x] = t.chain;
	}
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = t.total;
#pragma unroll 1
	for (unsigned int i = threadIdx.x; i < LDMATRIX_BYTES / 4; i += blockDim.x)
		args.memory[blockIdx.x * (LDMATRIX_BYTES / 4) + i] = memory[i];
}

#define KERNEL(name, op, C, trans)                                                                              \
	extern "C" __global__ void __launch_bounds__(1024, 1) ldmatrix_##name##_x##C(struct ldmatrix_args args) \
	{                                                                                                       \
		run<op<C, trans>>(args);                                                                        \
	}
#define KERNELS(name, op, trans)   \
	KERNEL(name, op, 1, trans) \
	KERNEL(name, op, 2, trans) \
	KERNEL(name, op, 4, trans)

KERNELS(load, load, false)
KERNELS(load_trans, load, true)
#if __CUDA_ARCH__ >= 900
KERNELS(store, store, false)
KERNELS(store_trans, store, true)
#endif
KERNEL(move, move, 1, true)

#endif
