/* energy.h: definitions shared by the host code and the kernels of `energy`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* The operations, in the order of the axis `op`: chains, one per thread, each a sequence of steps of
 * bench/common/chain_steps.h; matrix instructions of a warp (mma.sync) and of a warpgroup (wgmma); reads and writes of
 * memory, with 16 bytes per thread. */
#define ENERGY_CHAINS(X) X(ffma) X(fadd) X(fmul) X(hfma2) X(dfma) X(imad) X(iadd3) X(mask) X(shift) X(mufu_rcp)
#define ENERGY_MMAS(X)   X(mma_fp16) X(mma_bf16) X(mma_tf32) X(mma_fp8) X(mma_int8) X(mma_fp64)
#define ENERGY_WGMMAS(X) X(wgmma_fp16) X(wgmma_bf16) X(wgmma_tf32) X(wgmma_fp8) X(wgmma_int8)
#define ENERGY_MEMORY(X) X(shared_read) X(l1_read) X(l2_read) X(dram_read) X(dram_write)
#define ENERGY_OPS(X)    ENERGY_CHAINS(X) ENERGY_MMAS(X) ENERGY_WGMMAS(X) ENERGY_MEMORY(X)

enum energy_op {
#define ENERGY_ENUM(name) ENERGY_##name,
	ENERGY_OPS(ENERGY_ENUM)
#undef ENERGY_ENUM
		ENERGY_COUNT
};

enum energy_data { ENERGY_ZEROS, ENERGY_CONSTANT, ENERGY_RANDOM };

/* All blocks and all trips do the same. A thread's sum is multiplied by this before the end of a trip is added. */
#define ENERGY_SHARE 31u

/* Threads of a block. Matrix instructions need many registers, so their blocks have fewer threads. */
#define ENERGY_BLOCK        1024
#define ENERGY_MATRIX_WARPS 8
#define ENERGY_MATRIX_BLOCK (ENERGY_MATRIX_WARPS * 32)

#define ENERGY_STEPS 256

/* Matrix operands: rows of A and columns of B, with the elements along k adjacent. Each warp of mma.sync has 16 rows (8
 * in FP64 before Hopper) and its own columns for ENERGY_SUMS instructions; it uses the first 32 bytes of a row. Each
 * warpgroup of wgmma has 64 rows, shares its columns with the other one and uses whole rows. */
#define ENERGY_ROW_BYTES  128
#define ENERGY_STEP_BYTES 32
#define ENERGY_A_ROWS     128
#define ENERGY_SUMS       8
#define ENERGY_WARP_COLS  (ENERGY_SUMS * 8)
#define ENERGY_GROUP_ROWS 64
#define ENERGY_GROUP_COLS 256
#define ENERGY_B_ROWS     (ENERGY_MATRIX_WARPS * ENERGY_WARP_COLS)
#define ENERGY_ROUNDS     32 /* mma.sync: instructions per sum and trip */
#define ENERGY_GROUP_LAPS 4  /* wgmma: passes over all of k per trip; few, because the sums of FP8 have few places */
enum { ENERGY_BLOCK_SUMS = ENERGY_MATRIX_BLOCK * 128 }; /* at most */

/* Memory: accesses per thread and trip, and bytes per warp and per block. Sets are multiples of a block's bytes. */
#define ENERGY_ACCESSES   8
#define ENERGY_WARP_BYTES (ENERGY_ACCESSES * 512)
enum { ENERGY_BLOCK_BYTES = ENERGY_BLOCK / 32 * ENERGY_WARP_BYTES };

struct energy_args {
	const void *a, *b; /* chains: start and operand of each thread, 64 bits each; matrices: rows; memory: the set */
	uint32_t *folds;   /* per thread: the ends of all trips, summed with ENERGY_SHARE; memory: the sum of words */
	void *ends;        /* per thread: the last end of a chain, 64 bits; or a block's last matrix sums */
	uint32_t trips;
	uint32_t zero;   /* not known to the compiler, which would otherwise hoist work that all trips share */
	uint32_t record; /* 0 when timed: `ends` is not written */
	/* Memory: a warp advances by `step` bytes per trip around `set` bytes. Blocks begin `start` bytes apart. */
	uint32_t set, start, step;
};

/* Word i of a set. The constant is the mixed word of index 0. */
BENCH_BOTH uint32_t energy_word(enum energy_data data, unsigned long long i)
{
	return data == ENERGY_ZEROS ? 0 : input_bits(data == ENERGY_CONSTANT ? 1 : i);
}

/* Words that a thread writes, the same in all its accesses. */
BENCH_BOTH uint32_t energy_written(enum energy_data data, uint32_t thread, uint32_t part)
{
	return energy_word(data, 4ull * thread + part);
}

struct energy_fill_args {
	uint32_t *at;
	unsigned long long words;
	enum energy_data data;
};

/* Checks the words that `threads` threads must have read in their trips, or the set that they must have written. */
struct energy_check_args {
	struct energy_args of;
	enum energy_data data;
	struct gb_report *report;
};
