/* ldmatrix: rates and bank conflicts of the instructions that move matrices between shared memory and registers. */
#include "../common/input.h"
#include "gpubench_declared.h"

#define LDMATRIX_LANES  32
#define LDMATRIX_WARPS  32 /* warps of a block; one block per SM */
#define LDMATRIX_UNROLL 8  /* independent accesses per warp and trip */
#define LDMATRIX_LINKS  16 /* dependent accesses per iteration of the chain's loop */

/* A matrix has eight rows of 16 bytes, with elements of two bytes. Lane l supplies the address of row l. The distance
 * between tiles is that of the widest pitch, in whole rows of the banks. */
#define LDMATRIX_ROWS      8
#define LDMATRIX_ROW_BYTES 16
#define LDMATRIX_PITCH     144
#define LDMATRIX_TILE      ((LDMATRIX_LANES * LDMATRIX_PITCH + 127) / 128 * 128)
#define LDMATRIX_BYTES     (LDMATRIX_UNROLL * LDMATRIX_TILE)

/* Half h of a lane's register: its row of the matrix, and its byte there. */
BENCH_BOTH uint32_t ldmatrix_row(int trans, uint32_t lane, uint32_t h)
{
	return trans ? 2 * (lane % 4) + h : lane / 4;
}
BENCH_BOTH uint32_t ldmatrix_byte(int trans, uint32_t lane, uint32_t h)
{
	return trans ? 2 * (lane / 4) : 4 * (lane % 4) + 2 * h;
}

/* The half that a trip stores at byte `at` of a tile. */
BENCH_BOTH uint32_t ldmatrix_stored(uint32_t at, uint32_t trip)
{
	return ((at / 2 + 1) * 40503u ^ trip) & 0xffff;
}

struct ldmatrix_args {
	uint32_t offset[LDMATRIX_LANES]; /* offset in the tile of each lane's row, in bytes */
	/* Both rounds, of which only the second counts. */
	uint32_t links[2]; /* links of the chain, less one; multiples of LDMATRIX_LINKS */
	uint32_t trips[2]; /* even */
	uint32_t never;    /* no sum has this value */
	uint32_t record;   /* 0 when timed: `sum` and `memory` are not written */
	uint32_t *cycles;  /* per block: cycles of all trips, then cycles of the chain */
	uint32_t *sum;     /* per thread: the sum of all registers loaded or moved, and the end of the chain */
	uint32_t *memory;  /* per block: the final words of shared memory */
};

#ifdef __CUDACC__
/* Kernels on matrices of 8 x 8 elements of 16 bits, with rows at addresses from the host. The 32 warps of a block fill
 * an SM's schedulers. First a single warp follows a chain of dependent accesses; then all warps make independent ones.
 * Both parts are timed between barriers with the SM's own clock. */
#include "../common/now.h"
#include "../common/toolkit.h"

/* stmatrix and movmatrix need CUDA 11.8. */
#if TOOLKIT < 1108
TOOLKIT_TOO_OLD
#else

/* ---- the instructions -------------------------------------------------------------------------------------------- */

/* C matrices, one register each. */
template <int C> struct registers {
	uint32_t of[C];
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

/* Inline assembly, so that no access is folded, merged or moved out of the loop. */
template <int C, bool trans> struct matrices;
#define ACCESS(C, TRANS, SUFFIX)                                                                                  \
	template <> struct matrices<C, TRANS> {                                                                   \
		static __device__ registers<C> load(uint32_t at)                                                  \
		{                                                                                                 \
			registers<C> r;                                                                           \
			asm volatile("ldmatrix.sync.aligned.m8n8.x" #C SUFFIX ".shared.b16 " R_##C ", [%" #C "];" \
				     : OUT_##C(r.of)                                                              \
				     : "r"(at)                                                                    \
				     : "memory");                                                                 \
			return r;                                                                                 \
		}                                                                                                 \
		static __device__ void store(uint32_t at, const registers<C> &r)                                  \
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

static __device__ uint32_t moved(uint32_t x)
{
	uint32_t y;

	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
	return y;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

struct place {
	uint32_t base, offset, lane; /* of shared memory; of the lane's row in a tile */
	__device__ uint32_t tile(int u) const { return base + u * LDMATRIX_TILE; }
};

struct walk {
	static __device__ uint32_t start(const place &p) { return p.tile(0) + p.offset; }
	static __device__ uint32_t end(uint32_t at, const place &p) { return at - p.base; }
};

/* The operations: access() is one of the independent accesses in flight. link() is an access of the chain, which
 * alternates between the two tiles. */
template <int C, bool trans> struct load : walk {
	__device__ load(const ldmatrix_args &, const place &) {}
	/* A register of the first matrix holds the next address of its lane. Each tile holds the addresses of the
	 * other. */
	static __device__ void lay_chain(const ldmatrix_args &args, const place &p, unsigned char *memory)
	{
#pragma unroll
		for (uint32_t i = 0; i < 4; i++) {
			const uint32_t far = i / 2, h = i % 2, to = p.tile(1 - far) + p.offset;
			const uint32_t at = far * LDMATRIX_TILE + args.offset[ldmatrix_row(trans, p.lane, h)] +
					    ldmatrix_byte(trans, p.lane, h);
			*(unsigned short *)(memory + at) = (unsigned short)(to >> 16 * h);
		}
	}
	__device__ void next(uint32_t)
	{
	}
	__device__ uint32_t settle(const place &)
	{
		return 0;
	}
	__device__ uint32_t access(uint32_t at, int)
	{
		const registers<C> r = matrices<C, trans>::load(at);
		uint32_t sum = 0;
#pragma unroll
		for (int i = 0; i < C; i++)
			sum += r.of[i];
		return sum;
	}
	__device__ uint32_t link(uint32_t at, int)
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
			for (uint32_t h = 0; h < 2; h++) {
				const uint32_t row = i * LDMATRIX_ROWS + ldmatrix_row(trans, p.lane, h);
				const uint32_t at = args.offset[row] + ldmatrix_byte(trans, p.lane, h);
				first.of[i] |= ldmatrix_stored(at, 0) << 16 * h;
			}
			way[0].of[i] = p.tile(1) + p.offset;
			way[1].of[i] = p.tile(0) + p.offset;
		}
	}
	static __device__ void lay_chain(const ldmatrix_args &, const place &, unsigned char *)
	{
	}
	__device__ void next(uint32_t trip)
	{
#pragma unroll
		for (int i = 0; i < C; i++)
			value.of[i] = first.of[i] ^ (trip & 0xffff) * 0x10001u;
	}
	/* A load returns after all earlier stores. */
	__device__ uint32_t settle(const place &p)
	{
		return matrices<1, false>::load(p.base + LDMATRIX_BYTES + p.lane % LDMATRIX_ROWS * LDMATRIX_ROW_BYTES)
			.of[0];
	}
	__device__ uint32_t access(uint32_t at, int)
	{
		matrices<C, trans>::store(at, value);
		return 0;
	}
	__device__ uint32_t link(uint32_t at, int far)
	{
		matrices<C, trans>::store(at, way[far]);
		return matrices<C, trans>::load(at).of[0];
	}
};
#endif

/* From register to register. */
template <int, bool> struct move {
	uint32_t x[LDMATRIX_UNROLL];
	__device__ move(const ldmatrix_args &, const place &p)
	{
#pragma unroll
		for (int u = 0; u < LDMATRIX_UNROLL; u++)
			x[u] = input_bits(u * LDMATRIX_LANES + p.lane);
	}
	static __device__ uint32_t start(const place &p)
	{
		return input_bits(p.lane);
	}
	static __device__ uint32_t end(uint32_t x, const place &)
	{
		return x;
	}
	static __device__ void lay_chain(const ldmatrix_args &, const place &, unsigned char *)
	{
	}
	__device__ void next(uint32_t)
	{
	}
	__device__ uint32_t settle(const place &)
	{
		return 0;
	}
	__device__ uint32_t access(uint32_t, int u)
	{
		return x[u] = moved(x[u]);
	}
	__device__ uint32_t link(uint32_t x, int)
	{
		return moved(x);
	}
};

/* ---- timed ------------------------------------------------------------------------------------------------------- */

/* An address in shared memory fits in 2 bytes. The system uses the first kilobyte. */
static_assert(1024 + LDMATRIX_BYTES <= 0x10000, "a chain of transposed matrices needs addresses of 16 bits");

static __device__ void fill(uint32_t *memory)
{
	__syncthreads();
#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < LDMATRIX_BYTES / 4; i += blockDim.x)
		memory[i] = input_bits(i);
	__syncthreads();
}

struct timed {
	uint32_t total;
	uint32_t all, chain;
};

template <class op> static __device__ timed measure(const ldmatrix_args &args, uint32_t *memory, uint32_t round)
{
	const uint32_t lane = threadIdx.x % LDMATRIX_LANES;
	const place p = { (uint32_t)__cvta_generic_to_shared(memory), args.offset[lane], lane };
	const uint32_t links = args.links[round], trips = args.trips[round];
	uint32_t at = op::start(p);
	timed t = { 0, 0, 0 };
	op what(args, p);

	fill(memory);
	if (threadIdx.x < LDMATRIX_LANES) {
		op::lay_chain(args, p, (unsigned char *)memory);
		__syncwarp();
		const long long start = (long long)clock_now();
		at = what.link(at, 0);
#pragma unroll 1
		for (uint32_t i = 0; i < links; i += LDMATRIX_LINKS) {
#pragma unroll
			for (int u = 0; u < LDMATRIX_LINKS; u++)
				at = what.link(at, (u + 1) % 2);
		}
		/* A store that waits for the last link. Its address is outside the words that other warps may still
		 * read. */
		asm volatile("st.volatile.shared.u32 [%0], %1;"
			     :
			     : "r"(p.base + LDMATRIX_BYTES + 4 * lane), "r"(at)
			     : "memory");
		t.chain = (uint32_t)((long long)clock_now() - start);
		t.total = op::end(at, p);
	}

	fill(memory);
	at = p.tile(0) + p.offset;
	const long long start = (long long)clock_now();
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
		what.next(trip);
#pragma unroll
		for (int u = 0; u < LDMATRIX_UNROLL; u++)
			t.total += what.access(at + u * LDMATRIX_TILE, u);
	}
	__syncthreads_or(t.total + what.settle(p) == args.never);
	t.all = (uint32_t)((long long)clock_now() - start);
	return t;
}

template <class op> static __device__ void run(const ldmatrix_args &args)
{
	__shared__ __align__(128) uint32_t memory[LDMATRIX_BYTES / 4 + LDMATRIX_LANES];
	timed t;

	/* The first round, of a few trips, loads the code into the instruction caches. */
#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++)
		t = measure<op>(args, memory, round);

	if (threadIdx.x == 0) {
		args.cycles[blockIdx.x] = t.all;
		args.cycles[gridDim.x + blockIdx.x] = t.chain;
	}
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = t.total;
#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < LDMATRIX_BYTES / 4; i += blockDim.x)
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
#else
#include <math.h>
#include <stdio.h>

#include "../common/rounds.h"
#include "gpubench_model.h"

enum { OP_LOAD, OP_LOAD_TRANS, OP_STORE, OP_STORE_TRANS, OP_MOVE };
enum { LAYOUT_PITCH, LAYOUT_SWIZZLED };

enum { THREADS = LDMATRIX_WARPS * LDMATRIX_LANES };
_Static_assert(ROUNDS_TRIP == LDMATRIX_WARPS * LDMATRIX_UNROLL && LDMATRIX_LINKS == ROUNDS_LINKS,
	       "the work of a trip and a link");

static const char *const ops[] = {
	[OP_LOAD] = "load",   [OP_LOAD_TRANS] = "load_trans",
	[OP_STORE] = "store", [OP_STORE_TRANS] = "store_trans",
	[OP_MOVE] = "move",   NULL,
};
static const char *const layouts[] = { [LAYOUT_PITCH] = "pitch", [LAYOUT_SWIZZLED] = "swizzled", NULL };

#define OF_MEMORY "op=load,load_trans,store,store_trans"

struct point {
	int op, layout;
	uint32_t matrices, pitch;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "ldmatrix, stmatrix, either with .trans; movmatrix, from register to register",
	  .names = ops, .quick = "load,store" },
	{ GB_AXIS(matrices), .help = "matrices of an access: x1, x2, x4", .values = "1:4:pow2", .quick = "4",
	  .when = OF_MEMORY },
	{ GB_AXIS(layout), .help = "rows at a fixed pitch, or a column of 128-byte rows, swizzled by XOR with the row",
	  .names = layouts, .when = OF_MEMORY },
	{ GB_AXIS(pitch), .unit = "B", .help = "distance from row to row", .values = "16:144:16", .quick = "16,64,128",
	  .when = "layout=pitch" },
	{ .name = NULL },
};

/* ---- the model of wavefronts ------------------------------------------------------------------------------------- */

/* The number of wavefronts that shared memory needs for an access to matrices, computed from the addresses of their
 * rows alone. A wavefront reads or writes 4 bytes in each of 32 banks. The matrices of an access are served one after
 * the other. Rows of a matrix in the same banks take one wavefront each, except that rows at the same address share
 * one. */
enum { LDMATRIX_BANK_BYTES = 128, LDMATRIX_SLOTS = LDMATRIX_BANK_BYTES / LDMATRIX_ROW_BYTES };

static bool ldmatrix_is_shared(const uint32_t *offset, uint32_t row)
{
	for (uint32_t i = 0; i < row; i++)
		if (offset[i] == offset[row])
			return true;
	return false;
}

/* For one matrix, whose eight rows begin at multiples of 16 bytes. */
static uint32_t ldmatrix_matrix_wavefronts(const uint32_t *offset)
{
	uint32_t rows[LDMATRIX_SLOTS] = { 0 }, most = 0;

	for (uint32_t r = 0; r < LDMATRIX_ROWS; r++) {
		uint32_t *slot = &rows[offset[r] % LDMATRIX_BANK_BYTES / LDMATRIX_ROW_BYTES];
		*slot += !ldmatrix_is_shared(offset, r);
		most = *slot > most ? *slot : most;
	}
	return most;
}

static uint32_t ldmatrix_wavefronts(const uint32_t *offset, uint32_t matrices)
{
	uint32_t all = 0;

	for (uint32_t m = 0; m < matrices; m++)
		all += ldmatrix_matrix_wavefronts(offset + (unsigned long long)m * LDMATRIX_ROWS);
	return all;
}

/* ---- a point ----------------------------------------------------------------------------------------------------- */

/* The 16-byte column that the swizzled layout accesses. */
enum { SWIZZLED_COLUMN = 5 };

static bool is_move(const struct gb_run *run)
{
	return gb_value(run, op) == OP_MOVE;
}

static bool is_store(const struct gb_run *run)
{
	return gb_value(run, op) == OP_STORE || gb_value(run, op) == OP_STORE_TRANS;
}

static uint32_t matrices(const struct gb_run *run)
{
	return is_move(run) ? 1 : gb_value(run, matrices);
}

/* Bytes from the start of a tile to a lane's row. */
static uint32_t offset(const struct gb_run *run, uint32_t lane)
{
	if (is_move(run))
		return 0;
	if (gb_value(run, layout) == LAYOUT_SWIZZLED)
		return lane * LDMATRIX_BANK_BYTES + (SWIZZLED_COLUMN ^ lane % LDMATRIX_SLOTS) * LDMATRIX_ROW_BYTES;
	return lane * gb_value(run, pitch);
}

static const struct ldmatrix_args *arguments(const struct gb_run *run)
{
	return gb_declared_args(run);
}

/* Wavefronts per access; 0 for moves between registers. */
static uint32_t point_wavefronts(const struct gb_run *run)
{
	return is_move(run) ? 0 : ldmatrix_wavefronts(arguments(run)->offset, matrices(run));
}

static double accesses(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);

	return rounds_accesses(at->shape.grid, arguments(run)->links, arguments(run)->trips);
}

/* Bytes of an access in registers. */
static double bytes(const struct gb_run *run)
{
	return matrices(run) * LDMATRIX_ROWS * LDMATRIX_ROW_BYTES;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = is_move(run) ? 0 : accesses(run) * bytes(run), .ops = accesses(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	if (is_move(run))
		return NAN;
	return point_wavefronts(run) * LDMATRIX_BANK_BYTES / device->rates.shared_bytes;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_chosen *at = gb_state(run);
	const uint32_t wavefronts = point_wavefronts(run);
	size_t count = 0;

	if (!is_move(run)) {
		out[count++] = (struct gb_metric){ "wavefronts", "1", GB_EXACT, wavefronts, 0 };
		out[count++] = (struct gb_metric){ "conflicts", "1", GB_EXACT,
						   (wavefronts - matrices(run)) * accesses(run), 0 };
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk/SM", GB_OVER, bytes(run),
						   bytes(run) / limit(run, result->device, result->sm_hz) };
	}
	if (at->noted[0] > 0)
		out[count++] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, at->noted[0], 0 };
	return count;
}

static int observe(struct gb_run *run, double *value)
{
	struct gb_chosen *at = gb_state(run);
	const struct ldmatrix_args *args = arguments(run);

	return rounds_observe(run, (uintptr_t)args->cycles, at->shape.grid, args->links, args->trips, value,
			      &at->noted[0]);
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

/* A move makes as many accesses as an access of this many wavefronts. */
enum { MOVE_PASSES = 4 };

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	snprintf(name, GB_NAME_MAX, "ldmatrix_%s_x%u", ops[gb_value(run, op)], matrices(run));
}

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct ldmatrix_args *args = of;

	(void)kernel, (void)shape;
	args->never = ~0u;
	for (uint32_t lane = 0; lane < LDMATRIX_LANES; lane++)
		args->offset[lane] = offset(run, lane);
	rounds_choose(run, is_move(run) ? MOVE_PASSES : point_wavefronts(run), args->links, args->trips);
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	if (is_store(run) && gb_device(run)->cc_major < 9)
		return gb_skip(run, "stmatrix needs compute capability 9.0");
	return gb_declared_prepare(run);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The content of a lane's register of a matrix after a load from a tile, half by half. */
static uint32_t loaded(const struct gb_run *run, const struct ldmatrix_args *args, uint32_t tile, uint32_t matrix,
		       uint32_t lane)
{
	const bool trans = gb_value(run, op) == OP_LOAD_TRANS;
	uint32_t word = 0;

	for (uint32_t h = 0; h < 2; h++) {
		const uint32_t row = matrix * LDMATRIX_ROWS + ldmatrix_row(trans, lane, h);
		const uint32_t at = tile * LDMATRIX_TILE + args->offset[row] + ldmatrix_byte(trans, lane, h);
		word |= (input_bits(at / 4) >> 8 * (at % 4) & 0xffff) << 16 * h;
	}
	return word;
}

/* A lane's register of a matrix after an odd number of moves: its rows are now columns. The matrix has one word per
 * lane, from `first` on. */
static uint32_t transposed(uint32_t first, uint32_t lane)
{
	uint32_t word = 0;

	for (uint32_t h = 0; h < 2; h++) {
		const uint32_t row = 2 * (lane % 4) + h, col = lane / 4;
		word |= (input_bits(first + 4 * row + col / 2) >> 16 * (col % 2) & 0xffff) << 16 * h;
	}
	return word;
}

/* A lane's sum over a trip and the next: moves alternate in direction. */
static uint32_t sum_of_two(const struct gb_run *run, const struct ldmatrix_args *args, uint32_t lane)
{
	uint32_t sum = 0;

	for (uint32_t u = 0; u < LDMATRIX_UNROLL; u++) {
		const uint32_t first = u * LDMATRIX_LANES;
		if (is_move(run))
			sum += transposed(first, lane) + input_bits(first + lane);
		for (uint32_t m = 0; m < matrices(run) && !is_move(run); m++)
			sum += 2 * loaded(run, args, u, m, lane);
	}
	return is_store(run) ? 0 : sum;
}

/* The sums, which include the end of one warp's chain after an odd number of links. */
static size_t expected_sums(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct ldmatrix_args *args = of;
	uint32_t *sum = words;

	for (uint32_t t = 0; t < shape.block; t++) {
		const uint32_t end = is_move(run) ? transposed(0, t % LDMATRIX_LANES)
						  : LDMATRIX_TILE + args->offset[t % LDMATRIX_LANES];
		if (t < LDMATRIX_LANES)
			sum[t] = args->trips[1] / 2 * sum_of_two(run, args, t) + end;
		else
			sum[t] = sum[t - LDMATRIX_LANES] - (t < 2 * LDMATRIX_LANES ? end : 0);
	}
	return shape.block;
}

/* The halves that the last trip stored in every tile; otherwise the input. */
static size_t expected_memory(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct ldmatrix_args *args = of;
	uint32_t *image = words;

	(void)shape;
	for (uint32_t i = 0; i < LDMATRIX_BYTES / 4; i++)
		image[i] = input_bits(i);
	for (uint32_t i = 0; i < LDMATRIX_UNROLL * matrices(run) * LDMATRIX_ROWS * 8 && is_store(run); i++) {
		const uint32_t row = i / 8 % (matrices(run) * LDMATRIX_ROWS), at = args->offset[row] + 2 * (i % 8);
		uint32_t *word = &image[(i / 8 / (matrices(run) * LDMATRIX_ROWS) * LDMATRIX_TILE + at) / 4];
		*word = (*word & ~(0xffffu << 8 * (at % 4))) | ldmatrix_stored(at, args->trips[1] - 1) << 8 * (at % 4);
	}
	return LDMATRIX_BYTES / 4;
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

enum { WORDS = LDMATRIX_BYTES / 4, ELEMENTS = 64 };

/* An element of a matrix, and the lane and half of a register that hold it. */
struct element {
	uint32_t row, col, lane, half;
};

static struct element element_of(bool trans, uint32_t number)
{
	const uint32_t row = number / 8, col = number % 8;
	const uint32_t in_row = trans ? col : row, in_col = trans ? row : col;

	return (struct element){ row, col, 4 * in_row + in_col / 2, in_col % 2 };
}

static uint16_t *half_at(uint32_t *tile, const struct ldmatrix_args *args, uint32_t matrix, struct element e)
{
	return (uint16_t *)tile + args->offset[LDMATRIX_ROWS * matrix + e.row] / 2 + e.col;
}

static void transpose(uint32_t registers[LDMATRIX_LANES])
{
	uint32_t to[LDMATRIX_LANES] = { 0 };

	for (uint32_t i = 0; i < ELEMENTS; i++) {
		const struct element from = element_of(false, i), turned = element_of(true, i);
		to[turned.lane] |= (registers[from.lane] >> 16 * from.half & 0xffff) << 16 * turned.half;
	}
	memcpy(registers, to, sizeof to);
}

static void add_moves(const struct ldmatrix_args *args, uint32_t u, uint32_t *sum)
{
	uint32_t registers[LDMATRIX_LANES];

	for (uint32_t lane = 0; lane < LDMATRIX_LANES; lane++)
		registers[lane] = input_bits(u * LDMATRIX_LANES + lane);
	for (uint32_t trip = 0; trip < args->trips[1]; trip++) {
		transpose(registers);
		for (uint32_t lane = 0; lane < LDMATRIX_LANES; lane++)
			sum[lane] += registers[lane];
	}
}

/* The elements of all trips, one element after another. */
static void access_matrix(const struct ldmatrix_args *args, uint32_t *tile, uint32_t matrix, uint32_t *sum)
{
	const bool trans = gb_model_is("trans"), stores = gb_model_is("store");

	for (uint32_t i = 0; i < ELEMENTS; i++) {
		const struct element e = element_of(trans, i);
		uint16_t *half = half_at(tile, args, matrix, e);
		if (stores)
			*half = (uint16_t)ldmatrix_stored(args->offset[LDMATRIX_ROWS * matrix + e.row] + 2 * e.col,
							  args->trips[1] - 1);
		else
			sum[e.lane] += args->trips[1] * ((uint32_t)*half << 16 * e.half);
	}
}

static void model_block(const struct ldmatrix_args *args)
{
	uint32_t end[LDMATRIX_LANES], sum[LDMATRIX_LANES] = { 0 };

	for (uint32_t i = 0; i < WORDS; i++)
		args->memory[i] = input_bits(i);
	for (uint32_t u = 0; u < LDMATRIX_UNROLL; u++)
		if (gb_model_is("move"))
			add_moves(args, u, sum);
		else
			for (uint32_t m = 0; m < gb_model_number("_x"); m++)
				access_matrix(args, args->memory + (size_t)u * (LDMATRIX_TILE / 4), m, sum);
	for (uint32_t lane = 0; lane < LDMATRIX_LANES; lane++)
		end[lane] = gb_model_is("move") ? input_bits(lane) : LDMATRIX_TILE + args->offset[lane];
	if (gb_model_is("move"))
		transpose(end);
	for (uint32_t i = 0; i < THREADS; i++)
		args->sum[i] = sum[i % LDMATRIX_LANES] + (i < LDMATRIX_LANES ? end[i] : 0);
}

/* 5 cycles per access and 33 per link of the chain. */
static void model_launch(struct gb_shape shape, const void *of)
{
	const struct ldmatrix_args *args = of;

	gb_model_unchecked(args->cycles, (size_t)2 * shape.grid * sizeof *args->cycles);
	if (args->record)
		model_block(args);
	for (size_t b = 0; b < shape.grid; b++) {
		args->cycles[b] = 5 * LDMATRIX_WARPS * LDMATRIX_UNROLL * args->trips[1];
		args->cycles[shape.grid + b] = 33 * (args->links[1] + 1);
		if (args->record && b > 0) {
			memcpy(args->sum + b * THREADS, args->sum, THREADS * sizeof *args->sum);
			memcpy(args->memory + b * WORDS, args->memory, WORDS * sizeof *args->memory);
		}
	}
}

GB_ONE_MODEL(ldmatrix, "ldmatrix_*", model_launch);

static const struct gb_member members[] = {
	GB_RECORD(struct ldmatrix_args, record),
	GB_ARRAY(struct ldmatrix_args, cycles, .cycles = 2),
	GB_ARRAY(struct ldmatrix_args, sum, .per_thread = sizeof(uint32_t), .expect_words = expected_sums),
	GB_ARRAY(struct ldmatrix_args, memory, .per_block = LDMATRIX_BYTES, .expect_words = expected_memory),
	{ .name = NULL },
};

GB_BENCH(ldmatrix) = {
	GB_DECLARED_LAUNCH(NULL, struct ldmatrix_args, members, .name_kernel = name_kernel, .block = THREADS,
			   .blocks = 1, .choose = choose),
	.name = "ldmatrix",
	.summary = "ldmatrix, stmatrix and movmatrix: cycles, latency and bank conflicts, by row pitch",
	.method = "A matrix has eight rows of 16 bytes; an access moves one, two or four matrices from shared memory "
		  "to the registers of a warp, or back. The host computes the addresses of the 32 rows. One block of "
		  "32 warps runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, for about 65 000 SM clock "
		  "cycles between two barriers. The value is cycles over accesses of a warp, the median over the SMs. "
		  "A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, or a store followed by a load of the stored data; for move, each result "
		  "is moved again.\n"
		  "wavefronts: the number that the rows need. A wavefront reads 4 bytes from each of 32 banks. Rows of "
		  "a matrix that share banks take one wavefront each, and matrices are served one after the other, so "
		  "x4 takes at least four. conflicts: wavefronts of a launch beyond the minimum, as Nsight Compute "
		  "counts them. bytes_per_clock: bytes of an access over its cycles.\n"
		  "Verified: every word left in shared memory, every thread's sum of the registers it received, and "
		  "the end of each chain.\n"
		  "Limit: the wavefronts at 128 bytes per clock. movmatrix has none.\n"
		  "Source: ldmatrix, stmatrix and movmatrix in the PTX ISA, banks from the CUDA C++ Programming Guide.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .cc_min = 75, .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.deep = "op=load,load_trans,store,store_trans,move",
	.variants = gb_variants_ldmatrix,
	.prepare = prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.sdc = "op=load,store matrices=4 layout=swizzled",
};
#endif
