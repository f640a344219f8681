/* counters.h: what Nsight Compute calls the counters that a roofline is made of: the one place that knows its names.
 *
 * The names of a counter have changed from GPU to GPU. Of several names for one thing those that come first are
 * taken, see `rank`. Checked against the lists of ncu 2024.1 for 7.0, 7.5, 8.0, 8.6, 8.9 and 9.0, and of ncu 2025.3
 * on a 9.0. */
#ifndef GB_COUNTERS_H
#define GB_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a sector, the unit of all traffic between the SMs, L2 and memory. */
enum { GB_SECTOR = 32 };

enum gb_counter {
	GB_COUNTED_SECONDS,
	GB_COUNTED_CYCLES, /* of an SM */
	GB_ACTIVE_CYCLES,  /* in which it had a warp: the mean of all SMs */
	GB_DRAM_READ,      /* bytes, as all traffic is */
	GB_DRAM_WRITE,
	GB_L2_READ, /* of the slices, by the SMs: one read may serve several of them */
	GB_L2_WRITE,
	GB_PORT_READ, /* what arrives at the SMs over the crossbar: what several asked for at once, at each of them */
	GB_PORT_WRITE,
	GB_L1_READ,
	GB_SHARED_READ,
	GB_SHARED_WRITE,
	GB_PATH,     /* of the one data path of L1 and shared memory: a wavefront of it is as good as 128 bytes */
	GB_FP64_ADD, /* instructions of threads whose predicate is on */
	GB_FP64_MUL,
	GB_FP64_FMA,
	GB_FP32_ADD,
	GB_FP32_MUL,
	GB_FP32_FMA,
	GB_FP16_ADD,
	GB_FP16_MUL,
	GB_FP16_FMA,
	GB_TENSOR_FP64, /* operations; a multiply-add is two */
	GB_TENSOR_TF32,
	GB_TENSOR_FP16,
	GB_TENSOR_BF16,
	GB_TENSOR_FP8,
	GB_TENSOR_INT8,
	GB_LOAD_SECTORS,
	GB_LOAD_REQUESTS,
	GB_STORE_SECTORS,
	GB_STORE_REQUESTS,
	GB_CONFLICTS_READ, /* wavefronts of shared memory that bank conflicts add */
	GB_CONFLICTS_WRITE,
	GB_LOCAL_READ, /* bytes of local memory: registers that were spilled, arrays of a thread */
	GB_LOCAL_WRITE,
	GB_LOCAL_HITS,      /* of those that are read, the bytes that L1 has */
	GB_DRAM_READ_LEAST, /* from here on of instructions alone (sass.h): bytes at least */
	GB_DRAM_WRITE_LEAST,
	GB_DRAM_READ_MOST,  /* bytes at most; INFINITY: no instruction says how many */
	GB_DRAM_WRITE_MOST, /* likewise */
	GB_L2_READ_MOST,
	GB_L2_WRITE_MOST,
	GB_MATRIX_UNREAD, /* instructions of matrix units whose operations are not known */
	GB_WARPS,         /* from here on parts of what the hardware can do, or limits of a launch: means over time */
	GB_ISSUE,
	GB_LOAD_USED, /* of the bytes of the sectors that global loads request, those that they use */
	GB_STORE_USED,
	GB_LIMIT_FIRST, /* blocks of an SM, as each resource alone allows them */
	GB_LIMIT_REGISTERS = GB_LIMIT_FIRST,
	GB_LIMIT_SHARED,
	GB_LIMIT_WARPS,
	GB_LIMIT_BLOCKS,
	GB_LIMIT_END,
	GB_PIPE_FIRST = GB_LIMIT_END,
	GB_PIPE_ALU = GB_PIPE_FIRST,
	GB_PIPE_FMA,
	GB_PIPE_FP64,
	GB_PIPE_FP16,
	GB_PIPE_TENSOR,
	GB_PIPE_XU,
	GB_PIPE_LSU,
	GB_PIPE_TEX,
	GB_PIPE_TAGS, /* of L2: no pipe of an SM, and as much a unit that may be all that a kernel waits for */
	GB_PIPE_END,
	GB_STALL_FIRST = GB_PIPE_END, /* warps in this state for each instruction issued */
	GB_STALL_END = GB_STALL_FIRST + 19,
	GB_COUNTERS = GB_STALL_END,
};

/* A metric of Nsight Compute, as it stands in the header of its CSV. */
struct gb_ncu_metric {
	const char *name;
	double scale; /* of one count, in the counter's unit */
	enum gb_counter counter;
	int rank; /* of those of one counter that a GPU has, the lowest rank counts; those of equal rank are added */
};
extern const struct gb_ncu_metric gb_ncu_metric_table[];
extern const size_t gb_ncu_metric_count;

/* The place of a name in gb_ncu_metric_table; gb_ncu_metric_count: it is none of them. */
size_t gb_metric_find(const char *name);

/* Keep the metrics that count, of those that are there (`has`, by their places). */
void gb_metrics_choose(bool *has);

/* True if ncu has it of every launch, and does not list it among the metrics of a GPU. */
bool gb_metric_is_of_launch(const char *name);

/* "alu", "long_scoreboard", "registers": of a pipe, a stall or a limit. */
const char *gb_counter_word(enum gb_counter counter);
/* True if it is a mean over time; others are sums over launches. */
bool gb_counter_is_mean(enum gb_counter counter);
/* True if a warp in this state waits for nothing: it issues. */
bool gb_counter_is_issuing(enum gb_counter counter);

#endif
