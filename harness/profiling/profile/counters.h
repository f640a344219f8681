/* counters.h: the counters of a roofline and their names in Nsight Compute, which are known only here.
 *
 * Names differ from GPU to GPU; `rank` says which one counts if a GPU has several for the same quantity. Checked
 * against the lists of ncu 2024.1 for 7.0, 7.5, 8.0, 8.6, 8.9 and 9.0, and of ncu 2025.3 on a 9.0. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a sector, the unit of traffic between the SMs, L2 and memory. */
enum { GB_SECTOR = 32 };

enum gb_counter {
	GB_COUNTED_SECONDS,
	GB_COUNTED_CYCLES, /* of an SM */
	GB_ACTIVE_CYCLES,  /* cycles in which the SM had a warp: the mean of all SMs */
	GB_DRAM_READ,      /* bytes, as all traffic is */
	GB_DRAM_WRITE,
	GB_DRAM_BOTH, /* the sum, if only that was counted */
	GB_L2_READ,   /* reads of the slices by the SMs: one read may serve several SMs */
	GB_L2_WRITE,
	GB_L2_LINK,   /* traffic between the halves of L2, both ways */
	GB_PORT_READ, /* bytes that arrive at the SMs over the crossbar: shared requests count at each SM */
	GB_PORT_WRITE,
	GB_L1_READ,
	GB_SHARED_READ,
	GB_SHARED_WRITE,
	GB_PATH,     /* wavefronts of the data path shared by L1 and shared memory: each is worth 128 bytes */
	GB_FP64_ADD, /* thread instructions whose predicate is true */
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
	GB_CONFLICTS_READ, /* wavefronts of shared memory due to bank conflicts */
	GB_CONFLICTS_WRITE,
	GB_LOCAL_READ, /* bytes of local memory: spilled registers, and arrays of a thread */
	GB_LOCAL_WRITE,
	GB_LOCAL_HITS,      /* of the bytes read, those found in L1 */
	GB_DRAM_READ_LEAST, /* from here on from instructions alone (sass.h): least bytes */
	GB_DRAM_WRITE_LEAST,
	GB_DRAM_READ_MOST,  /* most bytes; INFINITY: no instruction gives a number */
	GB_DRAM_WRITE_MOST, /* likewise */
	GB_L2_READ_MOST,
	GB_L2_WRITE_MOST,
	GB_MATRIX_UNREAD, /* matrix instructions whose operations are unknown */
	GB_WARPS, /* from here on fractions of what the hardware can do, or limits of a launch: means over time */
	GB_ISSUE,
	GB_LOAD_USED, /* the used fraction of the bytes in sectors that global loads request */
	GB_STORE_USED,
	GB_BUSY_FIRST, /* the busiest part of a unit over time: a possible limit if its work was not counted */
	GB_BUSY_SM = GB_BUSY_FIRST,
	GB_BUSY_DRAM,
	GB_BUSY_L2,
	GB_BUSY_L1,
	GB_BUSY_END,
	GB_BUSY_MEMORY = GB_BUSY_END, /* the busiest of DRAM, L2 and L1 */
	GB_CLOCK,                     /* clock of the SMs, Hz: gives the time from the cycles if that is missing */
	GB_GPU_SMS,                   /* facts about the GPU, which reveal roofs of another one */
	GB_GPU_CLOCK,
	GB_GPU_MEMORY,
	GB_LIMIT_FIRST, /* blocks per SM, as limited by each resource alone */
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
	GB_PIPE_TAGS, /* of L2: not a pipe of an SM, but likewise a unit for which a kernel may wait */
	GB_PIPE_END,
	GB_STALL_FIRST = GB_PIPE_END, /* warps in this state per issued instruction */
	GB_STALL_END = GB_STALL_FIRST + 19,
	GB_COUNTERS = GB_STALL_END,
};

/* The time to which a metric is relative. */
enum gb_metric_per { GB_PER_LAUNCH, GB_PER_CYCLE, GB_PER_SECOND };

/* A metric of Nsight Compute, by its name in the header of the raw page or in the lines of the details page. */
struct gb_ncu_metric {
	const char *name;
	double scale; /* the value of one count, in the counter's unit */
	enum gb_counter counter;
	/* If a launch has several metrics for a counter, the lowest rank counts; equal ranks are added. A run does
	 * not request ranks from GB_RANK_READ on; they are read if files have them. */
	int rank;
	enum gb_metric_per per;
};
enum { GB_RANK_READ = 10 };
extern const struct gb_ncu_metric gb_ncu_metric_table[];
extern const size_t gb_ncu_metric_count;

/* The details page uses the name "Memory Throughput" for this and for the rate of DRAM: the unit decides. */
#define GB_METRIC_MEMORY "Memory [%]"

/* The index of a name in gb_ncu_metric_table; gb_ncu_metric_count: it is missing. */
size_t gb_metric_find(const char *name);

/* Keep the metrics that count among the available ones (`has`, by their places): the lowest rank of each counter. */
void gb_metrics_choose(bool *has);

/* True for a property of launches, which ncu always reports but does not list among the metrics of a GPU. */
bool gb_metric_is_of_launch(const char *name);

/* The name of a pipe, a stall reason or a limit: "alu", "long_scoreboard", "registers". */
const char *gb_counter_word(enum gb_counter counter);
/* True for a mean over time; others are sums over launches. */
bool gb_counter_is_mean(enum gb_counter counter);
/* True if a warp in this state issues rather than waits. */
bool gb_counter_is_issuing(enum gb_counter counter);
