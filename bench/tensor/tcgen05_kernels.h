/* tcgen05_kernels.h: products by the instructions of compute capability 10.x and 11.x, with sums in tensor memory. Part
 * of tensor.cu.
 * A product on two SMs (cta_group::2) has 256 rows, 128 on each SM of a cluster; each SM also holds half of the columns
 * of B. The first SM issues the instructions.
 * The first warp of a warpgroup issues instructions for 128 rows by 256 columns; at the end the whole warpgroup reads
 * the sums. Tensor memory has 128 lanes of 512 columns of 32 bits. Row r of the sums is lane r, column c of the tile is
 * column c of its range. */
#pragma once

#include "../common/cluster.h"

/* ---- instructions ------------------------------------------------------------------------------------------------ */

/* First columns of a warpgroup's data in tensor memory: sums, metadata of a sparse A, scales of A, scales of B. */
struct columns {
	uint32_t sums, kept, a_scales, b_scales;
};

/* OP and KIND name the instruction, with the operands that follow B (SPARSE) and its descriptor (SCALES). */
#define MULTIPLY(OP, GROUP, KIND, SPARSE, SCALES, ...)                                                              \
	asm volatile("{\n\t.reg .pred keep;\n\tsetp.ne.b32 keep, %4, 0;\n\t" OP ".cta_group::" GROUP ".kind::" KIND \
		     " [%0], %1, %2, " SPARSE "%3, " SCALES "keep;\n\t}"                                            \
		     :                                                                                              \
		     : "r"(at.sums), "l"(a), "l"(b), "r"(instruction), "r"(keep)__VA_ARGS__                         \
		     : "memory")
#define MULTIPLY_AS(SMS, ...)                            \
	do {                                             \
		if (SMS == 1)                            \
			MULTIPLY_WITH("1", __VA_ARGS__); \
		else                                     \
			MULTIPLY_WITH("2", __VA_ARGS__); \
	} while (0)
#define MULTIPLY_WITH(GROUP, OP, ...) MULTIPLY(OP, GROUP, __VA_ARGS__)

/* NAME: `sms` SMs cooperate, each with half of the rows and columns if there are two. An instruction takes `bytes`
 * bytes of a row of A, with `scales` bytes of scales; a pass has `steps` instructions. */
#define TCGEN05_STRUCT(NAME, BYTES, SCALES, DENSE, SPARSE)                                                  \
	template <int SMS, bool SP> struct kind_##NAME {                                                    \
		enum { sms = SMS, is_sparse = SP, scales = SCALES, bytes = BYTES };                         \
		enum {                                                                                      \
			is_k96 = BYTES == TENSOR_TCGEN05_K96_BYTES,                                         \
			steps = is_k96 ? TENSOR_TCGEN05_K96_STEPS : TENSOR_GROUP_DEPTH / 32,                \
			laps = is_k96 ? TENSOR_TCGEN05_K96_LAPS : 1,                                        \
		};                                                                                          \
		static __device__ void issue(const columns &at, unsigned long long a, unsigned long long b, \
					     uint32_t instruction, int keep)                                \
		{                                                                                           \
			if (SP)                                                                             \
				SPARSE;                                                                     \
			else                                                                                \
				DENSE;                                                                      \
		}                                                                                           \
	};
#define TCGEN05(KIND)                                                                 \
	TCGEN05_STRUCT(KIND, 32, 0, MULTIPLY_AS(SMS, "tcgen05.mma", #KIND, "", "", ), \
		       MULTIPLY_AS(SMS, "tcgen05.mma.sp", #KIND, "[%5], ", "", , "r"(at.kept)))
#define TCGEN05_SCALED(NAME, BYTES, SCALES, KIND)                                                                \
	TCGEN05_STRUCT(                                                                                          \
		NAME, BYTES, SCALES,                                                                             \
		MULTIPLY_AS(SMS, "tcgen05.mma", KIND, "", "[%5], [%6], ", , "r"(at.a_scales), "r"(at.b_scales)), \
		MULTIPLY_AS(SMS, "tcgen05.mma.sp", KIND, "[%7], ", "[%5], [%6], ", , "r"(at.a_scales),           \
			    "r"(at.b_scales), "r"(at.kept)))

/* Called by one warp of each SM. Writes the address of the columns to shared memory. */
#define ALLOCATE(GROUP)                                                                          \
	asm volatile("tcgen05.alloc.cta_group::" GROUP ".sync.aligned.shared::cta.b32 [%0], %1;" \
		     :                                                                           \
		     : "r"(at), "r"(columns)                                                     \
		     : "memory");                                                                \
	asm volatile("tcgen05.relinquish_alloc_permit.cta_group::" GROUP ".sync.aligned;")
template <int sms> static __device__ void sums_allocate(uint32_t at, uint32_t columns)
{
	if (sms == 1) {
		ALLOCATE("1");
	} else {
		ALLOCATE("2");
	}
}

template <int sms> static __device__ void sums_free(uint32_t sums, uint32_t columns)
{
	if (sms == 1)
		asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" : : "r"(sums), "r"(columns));
	else
		asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" : : "r"(sums), "r"(columns));
}

/* The barrier's phase ends when all instructions that this thread has issued are complete. */
template <int sms> static __device__ void sums_commit(uint32_t barrier)
{
	if (sms == 1)
		asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
			     :
			     : "r"(barrier)
			     : "memory");
	else
		asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [%0];"
			     :
			     : "r"(barrier)
			     : "memory");
}

/* Like sums_commit(), for a barrier at the same address in each SM. */
template <int sms> static __device__ void sums_commit_all(uint32_t barrier)
{
	if (sms == 1)
		sums_commit<sms>(barrier);
	else
		asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
			     ".multicast::cluster.b64 [%0], %1;"
			     :
			     : "r"(barrier), "h"((unsigned short)3)
			     : "memory");
}

/* Synchronizes the block, or both blocks, so that earlier operations are visible to later accesses to tensor memory. */
template <int sms> static __device__ void sums_sync()
{
	asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
	if (sms == 1)
		__syncthreads();
	else
		cluster_sync();
	asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

#define READ_8(to)                                                                                               \
	"=r"((to)[0]), "=r"((to)[1]), "=r"((to)[2]), "=r"((to)[3]), "=r"((to)[4]), "=r"((to)[5]), "=r"((to)[6]), \
		"=r"((to)[7])

/* Loads 32 columns of this thread's lane. */
static __device__ void sums_read(uint32_t *to, uint32_t at)
{
	asm volatile("tcgen05.ld.sync.aligned.32x32b.x32.b32 "
		     "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
		     "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, [%32];"
		     : READ_8(to), READ_8(to + 8), READ_8(to + 16), READ_8(to + 24)
		     : "r"(at)
		     : "memory");
	asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

/* Loads 64 columns of this thread's lane, each with a sum in FP16 in its low half, two per register. */
static __device__ void half_sums_read(uint32_t *to, uint32_t at)
{
	asm volatile("tcgen05.ld.sync.aligned.32x32b.x32.pack::16b.b32 "
		     "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
		     "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, [%32];"
		     : READ_8(to), READ_8(to + 8), READ_8(to + 16), READ_8(to + 24)
		     : "r"(at)
		     : "memory");
	asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

/* Writes four columns of this thread's lane. */
static __device__ void columns_write(uint32_t at, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1, %2, %3, %4};"
		     :
		     : "r"(at), "r"(x), "r"(y), "r"(z), "r"(w)
		     : "memory");
}

/* Elects one thread of a warp, always the same, so that the compiler knows that a single thread issues. */
static __device__ bool is_elected()
{
	uint32_t elected;

	asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(elected));
	return elected != 0;
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

enum {
	TCGEN05_A = TENSOR_TCGEN05_ROWS * TENSOR_GROUP_DEPTH,
	TCGEN05_B = TENSOR_GROUP_COLS * TENSOR_GROUP_DEPTH, /* over all SMs */
};

/* The descriptor of a tile at an address, which it counts in units of 16 bytes. With k = 96 the start of a row follows
 * its end. */
template <class F> static __device__ unsigned long long tile_in(const struct tensor_args &args, uint32_t address)
{
	const unsigned long long start = (address & 0x3ffff) >> 4;

	return args.tile | start | (F::is_k96 ? start << 16 : 0);
}

/* A warpgroup has three barriers. The first two end a phase in turn, each after every second pass, so a thread that
 * waits must have followed all phases. The third ends its only phase when all passes are complete, and any thread may
 * wait for it. */
enum { TCGEN05_DONE = 16, TCGEN05_BARRIERS = 32 };

static __device__ uint32_t barrier_of(uint32_t barriers, uint32_t pass)
{
	return barriers + pass % 2 * 8;
}

static __device__ uint32_t phase_of(uint32_t pass)
{
	return pass / 2 % 2;
}

/* The descriptor of B at step `s`. If A is sparse, a step takes 64 bytes of a row: first those in the first of two
 * tiles, then those in the second. */
template <class F> static __device__ unsigned long long step_of_b(unsigned long long b, int s)
{
	return F::is_sparse ? b + s % 2 * 4 + s / 2 * (TCGEN05_B / F::sms / 16) : b + s * (F::bytes / 16) % 8;
}

/* The columns of scales at step `s`: they are in the word of the previous step, at higher bytes, or in the next
 * word. */
template <class F> static __device__ columns step_of_columns(columns at, int s)
{
	at.a_scales += s * F::scales / 4 * (TENSOR_TCGEN05_ROWS / 32);
	at.b_scales += s * F::scales / 4 * (TENSOR_GROUP_COLS / 32);
	return at;
}
template <class F> static __device__ uint32_t step_of_instruction(uint32_t instruction, int s)
{
	const uint32_t byte = s * F::scales % 4;

	return instruction | byte << 4 | byte << 29;
}

/* Called by one thread. It issues a pass while the previous pass is executed, once the pass before that has ended. */
template <class F>
static __device__ void issue(const struct tensor_args &args, const columns &at, unsigned long long a,
			     unsigned long long b, uint32_t barriers)
{
#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++) {
		/* For the first two passes there is none to wait for: the phase before the first one counts as
		 * complete. */
		barrier_wait(barrier_of(barriers, pass), phase_of(pass) ^ 1);
#pragma unroll
		for (int s = 0; s < F::steps; s++)
			F::issue(step_of_columns<F>(at, s), a + s * (F::bytes / 16) % 8, step_of_b<F>(b, s),
				 step_of_instruction<F>(args.instruction, s), s > 0 || !starts_anew(pass));
		sums_commit<F::sms>(barrier_of(barriers, pass));
	}
	sums_commit_all<F::sms>(barriers + TCGEN05_DONE);
}

/* Writes the scales of `rows` rows: 32 rows per column, four scales per word, `words` words per row that repeat `laps`
 * times. All four warps write the same to their own 32 lanes, since the units expect a copy in each quarter. */
template <int words, int laps, int rows> static __device__ void write_scales(uint32_t at, const void *from)
{
	enum { of_row = words > 0 ? words / laps : 1 };
	const uint32_t *scales = (const uint32_t *)from + threadIdx.x % 32 * (TENSOR_SCALES / 4);

#pragma unroll
	for (int i = 0; i < words * rows / 128; i++) {
		const uint32_t *own = scales + i % (rows / 128) * 128 * (TENSOR_SCALES / 4) + i / (rows / 128) % of_row;
		columns_write(at + i * 4, own[0], own[32 * (TENSOR_SCALES / 4)], own[64 * (TENSOR_SCALES / 4)],
			      own[96 * (TENSOR_SCALES / 4)]);
	}
}

/* Writes the scales and metadata of one warpgroup. A sparse A keeps the same elements everywhere, so all columns of
 * metadata are equal. */
template <class F>
static __device__ void write_columns(const struct tensor_args &args, const columns &at, uint32_t lanes, uint32_t rank)
{
	const char *a = (const char *)args.a + TENSOR_A_ROWS * TENSOR_A_BYTES,
		   *b = (const char *)args.b + TENSOR_B_ROWS * TENSOR_B_BYTES;

	if (F::scales > 0) {
		enum { words = F::scales * F::steps / 4 };
		write_scales<words, F::laps, TENSOR_TCGEN05_ROWS>(at.a_scales + lanes,
								  a + rank * TENSOR_TCGEN05_ROWS * TENSOR_SCALES);
		write_scales<words, F::laps, TENSOR_GROUP_COLS>(at.b_scales + lanes, b);
	}
	if (F::is_sparse)
		columns_write(at.kept + lanes, args.meta, args.meta, args.meta, args.meta);
	asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}

template <int each> static __device__ void write_sums(uint32_t *out, uint32_t sums)
{
	uint32_t part[32];

#pragma unroll
	for (int i = 0; i < TENSOR_GROUP_COLS / each; i += 32) {
		if (each == 1)
			sums_read(part, sums + i);
		else
			half_sums_read(part, sums + i * each);
#pragma unroll
		for (int j = 0; j < 32; j++)
			out[i + j] = part[j];
	}
}

template <class F, int sums_of_word> static __device__ void products(const struct tensor_args &args)
{
	enum { b_rows = TENSOR_GROUP_COLS / F::sms, b_bytes = TCGEN05_B / F::sms, b_tiles = 1 + F::is_sparse };
	/* If `is_alone`, one warpgroup computes and the others only copy operands. */
	enum { has_more = F::scales > 0 || F::is_sparse, is_alone = has_more || F::sms == 2 };
	extern __shared__ __align__(1024) uint4 shared[];
	const bool works = !is_alone || threadIdx.x < 128;
	const uint32_t group = is_alone ? 0 : threadIdx.x / 128, groups = is_alone ? 1 : blockDim.x / 128,
		       warp = threadIdx.x / 32 % 4, rank = F::sms == 1 ? 0 : cluster_rank();
	const uint32_t tile_b = keep_address(own_address(shared)), tiles_a = tile_b + b_tiles * b_bytes,
		       extra = tiles_a + groups * TCGEN05_A, barriers = extra + group * TCGEN05_BARRIERS,
		       where = extra + TENSOR_TCGEN05_EXTRA - 16,
		       columns = has_more ? TENSOR_TCGEN05_COLUMNS : groups * TENSOR_GROUP_COLS;
	uint32_t sums;

#pragma unroll
	for (int i = 0; i < b_tiles; i++)
		copy_tile(shared + i * b_bytes / 16,
			  (const char *)args.b + rank * b_rows * TENSOR_B_BYTES + i * TENSOR_GROUP_DEPTH, b_rows,
			  TENSOR_B_BYTES);
	copy_tile(shared + b_tiles * b_bytes / 16, (const char *)args.a + rank * TENSOR_TCGEN05_ROWS * TENSOR_A_BYTES,
		  groups * TENSOR_TCGEN05_ROWS, TENSOR_A_BYTES);
	if (works && threadIdx.x % 128 == 0) {
		barrier_init(barriers, 1);
		barrier_init(barriers + 8, 1);
		barrier_init(barriers + TCGEN05_DONE, 1);
		barrier_init_fence();
	}
	if (threadIdx.x / 32 == 0)
		sums_allocate<F::sms>(where, columns);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	sums_sync<F::sms>();
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(sums) : "r"(where) : "memory");
	const uint32_t own = sums + group * TENSOR_GROUP_COLS, lanes = warp * 32 << 16;
	const struct columns at = { own, sums + TENSOR_TCGEN05_KEPT, sums + TENSOR_TCGEN05_SCALES_A,
				    sums + (F::is_k96 ? TENSOR_TCGEN05_K96_SCALES_B : TENSOR_TCGEN05_SCALES_B) };
	if (has_more) {
		if (works)
			write_columns<F>(args, at, lanes, rank);
		sums_sync<F::sms>();
	}
	if (rank == 0 && works && warp == 0 && is_elected())
		issue<F>(args, at, tile_in<F>(args, tiles_a + group * TCGEN05_A), tile_in<F>(args, tile_b), barriers);
	__syncwarp();
	barrier_wait(barriers + TCGEN05_DONE, 0);
	__syncwarp();
	asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
	if (args.record && works)
		write_sums<sums_of_word>(
			(uint32_t *)args.out +
				((unsigned long long)(blockIdx.x * groups + group) * 128 + threadIdx.x % 128) *
					(TENSOR_GROUP_COLS / sums_of_word),
			own + lanes);
	sums_sync<F::sms>();
	if (threadIdx.x / 32 == 0)
		sums_free<F::sms>(sums, columns);
}

/* The sum format ends the kernel's name; EACH: sums per output word. */
#define TCGEN05_KERNEL(NAME, KIND, EACH, FORM, SMS, SPARSITY, SP)                          \
	extern "C" __global__ void __launch_bounds__(32 * TENSOR_TCGEN05_WARPS, 1)         \
		tensor_tcgen05_##NAME##_##SPARSITY##_##FORM(const struct tensor_args args) \
	{                                                                                  \
		products<kind_##KIND<SMS, SP>, EACH>(args);                                \
	}
#define TCGEN05_KERNELS_OF(NAME, KIND, EACH)                    \
	TCGEN05_KERNEL(NAME, KIND, EACH, ss, 1, dense, false)   \
	TCGEN05_KERNEL(NAME, KIND, EACH, pair, 2, dense, false) \
	TCGEN05_KERNEL(NAME, KIND, EACH, ss, 1, sparse, true)   \
	TCGEN05_KERNEL(NAME, KIND, EACH, pair, 2, sparse, true)
#define TCGEN05_KERNELS(NAME, KIND)      TCGEN05_KERNELS_OF(NAME, KIND, 1)
#define TCGEN05_HALF_KERNELS(NAME, KIND) TCGEN05_KERNELS_OF(NAME##_fp16, KIND, 2)

TCGEN05(f16)
TCGEN05(tf32)
TCGEN05(f8f6f4)
TCGEN05_SCALED(mxf8f6f4, 32, 1, "mxf8f6f4.block_scale.scale_vec::1X")
TCGEN05_SCALED(mxf4, 32, 2, "mxf4.block_scale.scale_vec::2X")
TCGEN05_SCALED(nvf4, 32, 4, "mxf4nvf4.block_scale.scale_vec::4X")
TCGEN05_KERNELS(fp16_fp32, f16)
TCGEN05_KERNELS(bf16_fp32, f16)
TCGEN05_KERNELS(tf32_fp32, tf32)
TCGEN05_KERNELS(e4m3_fp32, f8f6f4)
TCGEN05_KERNELS(e5m2_fp32, f8f6f4)
TCGEN05_KERNELS(fp6_e3m2_fp32, f8f6f4)
TCGEN05_KERNELS(fp6_e2m3_fp32, f8f6f4)
TCGEN05_KERNELS(fp4_e2m1_fp32, f8f6f4)
TCGEN05_KERNELS(mxfp8_e4m3_fp32, mxf8f6f4)
TCGEN05_KERNELS(mxfp6_e3m2_fp32, mxf8f6f4)
TCGEN05_KERNELS(mxfp6_e2m3_fp32, mxf8f6f4)
TCGEN05_KERNELS(mxfp4_fp32, mxf4)
TCGEN05_KERNELS(nvfp4_fp32, nvf4)
TCGEN05_HALF_KERNELS(fp16, f16)
TCGEN05_HALF_KERNELS(e4m3, f8f6f4)
TCGEN05_HALF_KERNELS(e5m2, f8f6f4)
#if __CUDA_ARCH__ == 1030
TCGEN05_SCALED(mxf4_k96, TENSOR_TCGEN05_K96_BYTES, 3, "mxf4nvf4.block_scale.block32")
TCGEN05_SCALED(nvf4_k96, TENSOR_TCGEN05_K96_BYTES, 6, "mxf4nvf4.block_scale.block16")
TCGEN05_KERNEL(mxfp4_fp32, mxf4_k96, 1, ss_k96, 1, dense, false)
TCGEN05_KERNEL(mxfp4_fp32, mxf4_k96, 1, pair_k96, 2, dense, false)
TCGEN05_KERNEL(nvfp4_fp32, nvf4_k96, 1, ss_k96, 1, dense, false)
TCGEN05_KERNEL(nvfp4_fp32, nvf4_k96, 1, pair_k96, 2, dense, false)
#endif
/* ptxas accepts integers only for these architectures. */
#if __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1010 || __CUDA_ARCH__ == 1100
TCGEN05(i8)
TCGEN05_KERNELS(int8_int32, i8)
#endif
