/* counters.h: the counters of a roofline, and their names in Nsight Compute, which no other file knows.
 *
 * Names differ between GPUs; if a GPU has several for the same quantity, `rank` chooses one. Checked against the lists
 * of ncu 2024.1 for 7.0, 7.5, 8.0, 8.6, 8.9 and 9.0, and of ncu 2025.3 on a 9.0. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a sector, the unit of traffic between the SMs, L2 and memory. */
enum { GB_SECTOR = 32 };

enum gb_counter {
	GB_COUNTED_SECONDS,
	GB_COUNTED_CYCLES, /* of an SM */
	GB_ACTIVE_CYCLES,  /* cycles in which the SM had a warp; the mean of all SMs */
	GB_DRAM_READ,      /* bytes, like all traffic */
	GB_DRAM_WRITE,
	GB_DRAM_BOTH, /* the sum, if nothing else was counted */
	GB_L2_READ,   /* reads from the slices; one read may serve several SMs */
	GB_L2_WRITE,
	GB_L2_LINK,   /* traffic between the halves of L2, in both directions */
	GB_PORT_READ, /* bytes that arrive at the SMs through the crossbar; shared requests count at each SM */
	GB_PORT_WRITE,
	GB_L1_READ,
	GB_SHARED_READ,
	GB_SHARED_WRITE,
	GB_PATH,     /* wavefronts of the data path shared by L1 and shared memory, as 128 bytes each */
	GB_FP64_ADD, /* thread instructions with a true predicate */
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
	GB_LOCAL_READ, /* bytes of local memory: spilled registers and arrays of a thread */
	GB_LOCAL_WRITE,
	GB_LOCAL_HITS,      /* bytes of these reads that hit in L1 */
	GB_DRAM_READ_LEAST, /* from here on derived from instructions alone (sass.h): least bytes */
	GB_DRAM_WRITE_LEAST,
	GB_DRAM_READ_MOST,  /* most bytes; INFINITY: instructions give no bound */
	GB_DRAM_WRITE_MOST, /* likewise */
	GB_L2_READ_MOST,
	GB_L2_WRITE_MOST,
	GB_MATRIX_UNREAD, /* matrix instructions with an unknown number of operations */
	GB_WARPS,         /* from here on fractions of the hardware's maximum, or limits of a launch: means over time */
	GB_ISSUE,
	GB_LOAD_USED, /* used fraction of the bytes in the sectors that global loads request */
	GB_STORE_USED,
	GB_BUSY_FIRST, /* busy fraction of a unit's busiest part: a possible limit if the unit's work was not counted */
	GB_BUSY_SM = GB_BUSY_FIRST,
	GB_BUSY_DRAM,
	GB_BUSY_L2,
	GB_BUSY_L1,
	GB_BUSY_END,
	GB_BUSY_MEMORY = GB_BUSY_END, /* the maximum of DRAM, L2 and L1 */
	GB_CLOCK,                     /* of the SMs, in Hz; yields the time from the cycles if the time is missing */
	GB_GPU_SMS,                   /* properties of the GPU, which reveal roofs of another GPU */
	GB_GPU_CLOCK,
	GB_GPU_MEMORY,
	GB_LIMIT_FIRST, /* blocks per SM that each resource alone allows */
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
	GB_PIPE_TAGS, /* of L2: not a pipe of an SM, but a unit that can limit a kernel, too */
	GB_PIPE_END,
	GB_STALL_FIRST = GB_PIPE_END, /* warps in this state per issued instruction */
	GB_STALL_END = GB_STALL_FIRST + 19,
	GB_COUNTERS = GB_STALL_END,
};

/* The quantity to which a metric is relative. */
enum gb_metric_per { GB_PER_LAUNCH, GB_PER_CYCLE, GB_PER_SECOND };

/* A metric of Nsight Compute, by its name in the header of the raw page or in the lines of the details page. */
struct gb_ncu_metric {
	const char *name;
	double scale; /* value of one count in the counter's unit */
	enum gb_counter counter;
	/* If a launch has several metrics for a counter, those with the lowest rank count; equal ranks are added. A run
	 * does not request ranks from GB_RANK_READ on, but files may contain them. */
	int rank;
	enum gb_metric_per per;
};
enum { GB_RANK_READ = 10 };
extern const struct gb_ncu_metric gb_ncu_metric_table[];
extern const size_t gb_ncu_metric_count;

/* In the details page, "Memory Throughput" names both this and the rate of DRAM; the unit distinguishes them. */
#define GB_METRIC_MEMORY "Memory [%]"

/* Returns the index of a name in gb_ncu_metric_table; gb_ncu_metric_count: it is missing. */
size_t gb_metric_find(const char *name);

/* Keeps the available metrics (`has`, by their index) that have the lowest rank of their counter. */
void gb_metrics_choose(bool *has);

/* True for a property of launches, which ncu always reports but does not list among a GPU's metrics. */
bool gb_metric_is_of_launch(const char *name);

/* Returns the name of a pipe, a stall reason or a limit: "alu", "long_scoreboard", "registers". */
const char *gb_counter_word(enum gb_counter counter);
/* True for a mean over time, false for a sum over launches. */
bool gb_counter_is_mean(enum gb_counter counter);
/* True if a warp in this state issues an instruction and does not wait. */
bool gb_counter_is_issuing(enum gb_counter counter);
