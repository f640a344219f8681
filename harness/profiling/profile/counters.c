#include "profile/counters.h"

#include <string.h>

/* Bytes of a wavefront in L1 or shared memory, and of a sector. */
#define WAVEFRONT 128
#define PERCENT   0.01

#define STALLS(X)                                                                                                      \
	X(0, barrier), X(1, branch_resolving), X(2, dispatch_stall), X(3, drain), X(4, gmma), X(5, imc_miss),          \
		X(6, lg_throttle), X(7, long_scoreboard), X(8, math_pipe_throttle), X(9, membar), X(10, mio_throttle), \
		X(11, misc), X(12, no_instruction), X(13, not_selected), X(14, selected), X(15, short_scoreboard),     \
		X(16, sleeping), X(17, tex_throttle), X(18, wait)
#define STALL_METRIC(n, reason)                                                                                     \
	{                                                                                                           \
		"smsp__average_warps_issue_stalled_" #reason "_per_issue_active.ratio", 1, GB_STALL_FIRST + (n), 0, \
			GB_PER_LAUNCH                                                                               \
	}
#define STALL_WORD(n, reason) [GB_STALL_FIRST + (n)] = #reason
#define FLOPS(counter, op)                                                                                    \
	{ "smsp__sass_thread_inst_executed_op_" #op "_pred_on.sum", 1, (counter), 0, GB_PER_LAUNCH },         \
	{                                                                                                     \
		"smsp__sass_thread_inst_executed_op_" #op "_pred_on.sum.per_cycle_elapsed", 1, (counter), 10, \
			GB_PER_CYCLE                                                                          \
	}

/* A GPU with packed FP32 instructions counts them separately. */
const struct gb_ncu_metric gb_ncu_metric_table[] = {
	{ "gpu__time_duration.sum", 1, GB_COUNTED_SECONDS, 0, GB_PER_LAUNCH },
	{ "sm__cycles_elapsed.avg", 1, GB_COUNTED_CYCLES, 0, GB_PER_LAUNCH },
	{ "sm__cycles_elapsed.max", 1, GB_COUNTED_CYCLES, 1, GB_PER_LAUNCH },
	{ "gpc__cycles_elapsed.max", 1, GB_COUNTED_CYCLES, 2, GB_PER_LAUNCH },
	{ "sm__cycles_active.avg", 1, GB_ACTIVE_CYCLES, 0, GB_PER_LAUNCH },
	{ "dram__bytes_read.sum", 1, GB_DRAM_READ, 0, GB_PER_LAUNCH },
	{ "dram__bytes_write.sum", 1, GB_DRAM_WRITE, 0, GB_PER_LAUNCH },
	{ "dram__bytes_op_read.sum", 1, GB_DRAM_READ, 1, GB_PER_LAUNCH },
	{ "dram__bytes_op_write.sum", 1, GB_DRAM_WRITE, 1, GB_PER_LAUNCH },
	{ "lts__t_sectors_srcunit_tex_op_read.sum", GB_SECTOR, GB_L2_READ, 0, GB_PER_LAUNCH },
	{ "lts__t_sectors_srcunit_tex_op_write.sum", GB_SECTOR, GB_L2_WRITE, 0, GB_PER_LAUNCH },
	{ "lts__t_sectors_srcunit_ltcfabric.sum", GB_SECTOR, GB_L2_LINK, 0, GB_PER_LAUNCH },
	{ "l1tex__m_xbar2l1tex_read_bytes.sum", 1, GB_PORT_READ, 0, GB_PER_LAUNCH },
	{ "l1tex__m_xbar2l1tex_read_sectors.sum", GB_SECTOR, GB_PORT_READ, 1, GB_PER_LAUNCH },
	{ "l1tex__m_l1tex2xbar_write_bytes.sum", 1, GB_PORT_WRITE, 0, GB_PER_LAUNCH },
	{ "l1tex__m_l1tex2xbar_write_sectors.sum", GB_SECTOR, GB_PORT_WRITE, 1, GB_PER_LAUNCH },
	{ "l1tex__lsu_writeback_active_mem_lgds.sum", WAVEFRONT, GB_L1_READ, 0, GB_PER_LAUNCH },
	{ "l1tex__lsu_writeback_active_mem_lg.sum", WAVEFRONT, GB_L1_READ, 1, GB_PER_LAUNCH },
	{ "l1tex__lsu_writeback_active.sum", WAVEFRONT, GB_L1_READ, 2, GB_PER_LAUNCH },
	{ "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", WAVEFRONT, GB_SHARED_READ, 0, GB_PER_LAUNCH },
	{ "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", WAVEFRONT, GB_SHARED_WRITE, 0, GB_PER_LAUNCH },
	{ "l1tex__data_pipe_lsu_wavefronts.sum", WAVEFRONT, GB_PATH, 0, GB_PER_LAUNCH },
	FLOPS(GB_FP64_ADD, dadd),
	FLOPS(GB_FP64_MUL, dmul),
	FLOPS(GB_FP64_FMA, dfma),
	FLOPS(GB_FP32_ADD, fadd),
	FLOPS(GB_FP32_MUL, fmul),
	FLOPS(GB_FP32_FMA, ffma),
	{ "smsp__sass_thread_inst_executed_op_fadd2_pred_on.sum", 2, GB_FP32_ADD, 0, GB_PER_LAUNCH },
	{ "smsp__sass_thread_inst_executed_op_fmul2_pred_on.sum", 2, GB_FP32_MUL, 0, GB_PER_LAUNCH },
	{ "smsp__sass_thread_inst_executed_op_ffma2_pred_on.sum", 2, GB_FP32_FMA, 0, GB_PER_LAUNCH },
	FLOPS(GB_FP16_ADD, hadd),
	FLOPS(GB_FP16_MUL, hmul),
	FLOPS(GB_FP16_FMA, hfma),
	{ "sm__ops_path_tensor_src_fp64.sum", 1, GB_TENSOR_FP64, 0, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_tf32_dst_fp32.sum", 1, GB_TENSOR_TF32, 0, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp16.sum", 1, GB_TENSOR_FP16, 0, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp16_dst_fp16.sum", 1, GB_TENSOR_FP16, 1, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp16_dst_fp32.sum", 1, GB_TENSOR_FP16, 1, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp16_bf16_tf32_dst_fp32.sum", 1, GB_TENSOR_FP16, 1, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_bf16_dst_fp32.sum", 1, GB_TENSOR_BF16, 0, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp8.sum", 1, GB_TENSOR_FP8, 0, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp8_sparsity_off.sum", 1, GB_TENSOR_FP8, 1, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp8_sparsity_on.sum", 1, GB_TENSOR_FP8, 1, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp16.sum", 1, GB_TENSOR_FP8, 2, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum", 1, GB_TENSOR_FP8, 2, GB_PER_LAUNCH },
	{ "sm__ops_path_tensor_src_int8.sum", 1, GB_TENSOR_INT8, 0, GB_PER_LAUNCH },
	{ "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1, GB_LOAD_SECTORS, 0, GB_PER_LAUNCH },
	{ "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 1, GB_LOAD_REQUESTS, 0, GB_PER_LAUNCH },
	{ "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 1, GB_STORE_SECTORS, 0, GB_PER_LAUNCH },
	{ "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 1, GB_STORE_REQUESTS, 0, GB_PER_LAUNCH },
	{ "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 1, GB_CONFLICTS_READ, 0, GB_PER_LAUNCH },
	{ "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 1, GB_CONFLICTS_WRITE, 0, GB_PER_LAUNCH },
	{ "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", GB_SECTOR, GB_LOCAL_READ, 0, GB_PER_LAUNCH },
	{ "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", GB_SECTOR, GB_LOCAL_WRITE, 0, GB_PER_LAUNCH },
	{ "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", GB_SECTOR, GB_LOCAL_HITS, 0, GB_PER_LAUNCH },
	{ "sm__warps_active.avg.pct_of_peak_sustained_active", PERCENT, GB_WARPS, 0, GB_PER_LAUNCH },
	{ "sm__inst_issued.avg.pct_of_peak_sustained_active", PERCENT, GB_ISSUE, 0, GB_PER_LAUNCH },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", PERCENT, GB_LOAD_USED, 0, GB_PER_LAUNCH },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", PERCENT, GB_STORE_USED, 0, GB_PER_LAUNCH },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", 1.0 / GB_SECTOR, GB_LOAD_USED, 10,
	  GB_PER_LAUNCH },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", 1.0 / GB_SECTOR, GB_STORE_USED, 10,
	  GB_PER_LAUNCH },
	{ "launch__occupancy_limit_registers", 1, GB_LIMIT_REGISTERS, 0, GB_PER_LAUNCH },
	{ "launch__occupancy_limit_shared_mem", 1, GB_LIMIT_SHARED, 0, GB_PER_LAUNCH },
	{ "launch__occupancy_limit_warps", 1, GB_LIMIT_WARPS, 0, GB_PER_LAUNCH },
	{ "launch__occupancy_limit_blocks", 1, GB_LIMIT_BLOCKS, 0, GB_PER_LAUNCH },
	{ "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_ALU, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_ALU, 1, GB_PER_LAUNCH },
	{ "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_FMA, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_FMA, 1, GB_PER_LAUNCH },
	{ "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_FP64, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_FP64, 1, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_fp16.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_FP16, 0, GB_PER_LAUNCH },
	{ "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_TENSOR, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_TENSOR, 1, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_XU, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_LSU, 0, GB_PER_LAUNCH },
	{ "sm__inst_executed_pipe_tex.avg.pct_of_peak_sustained_active", PERCENT, GB_PIPE_TEX, 0, GB_PER_LAUNCH },
	{ "lts__t_tag_requests.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_PIPE_TAGS, 0, GB_PER_LAUNCH },
	/* Further metrics that files may contain. */
	{ "gpu__time_duration.avg", 1, GB_COUNTED_SECONDS, 10, GB_PER_LAUNCH },
	{ "gpu__time_duration.max", 1, GB_COUNTED_SECONDS, 11, GB_PER_LAUNCH },
	{ "smsp__cycles_elapsed.avg", 1, GB_COUNTED_CYCLES, 10, GB_PER_LAUNCH },
	{ "smsp__cycles_elapsed.max", 1, GB_COUNTED_CYCLES, 11, GB_PER_LAUNCH },
	{ "gpc__cycles_elapsed.avg", 1, GB_COUNTED_CYCLES, 12, GB_PER_LAUNCH },
	{ "sm__cycles_elapsed.avg.per_second", 1, GB_CLOCK, 10, GB_PER_LAUNCH },
	{ "sm__cycles_elapsed.max.per_second", 1, GB_CLOCK, 11, GB_PER_LAUNCH },
	{ "smsp__cycles_elapsed.avg.per_second", 1, GB_CLOCK, 12, GB_PER_LAUNCH },
	{ "smsp__cycles_elapsed.max.per_second", 1, GB_CLOCK, 13, GB_PER_LAUNCH },
	{ "gpc__cycles_elapsed.avg.per_second", 1, GB_CLOCK, 14, GB_PER_LAUNCH },
	{ "gpc__cycles_elapsed.max.per_second", 1, GB_CLOCK, 15, GB_PER_LAUNCH },
	{ "dram__bytes_read.sum.per_second", 1, GB_DRAM_READ, 11, GB_PER_SECOND },
	{ "dram__bytes_write.sum.per_second", 1, GB_DRAM_WRITE, 11, GB_PER_SECOND },
	{ "dram__sectors_read.sum", GB_SECTOR, GB_DRAM_READ, 12, GB_PER_LAUNCH },
	{ "dram__sectors_write.sum", GB_SECTOR, GB_DRAM_WRITE, 12, GB_PER_LAUNCH },
	{ "dram__bytes.sum", 1, GB_DRAM_BOTH, 10, GB_PER_LAUNCH },
	{ "dram__bytes.sum.per_second", 1, GB_DRAM_BOTH, 11, GB_PER_SECOND },
	{ "sm__throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_SM, 10, GB_PER_LAUNCH },
	{ "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_DRAM, 10, GB_PER_LAUNCH },
	{ "dram__throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_DRAM, 11, GB_PER_LAUNCH },
	{ "lts__throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_L2, 10, GB_PER_LAUNCH },
	{ "l1tex__throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_L1, 10, GB_PER_LAUNCH },
	{ "l1tex__throughput.avg.pct_of_peak_sustained_active", PERCENT, GB_BUSY_L1, 11, GB_PER_LAUNCH },
	{ "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", PERCENT, GB_BUSY_MEMORY, 10,
	  GB_PER_LAUNCH },
	{ "smsp__issue_active.avg.pct_of_peak_sustained_active", PERCENT, GB_ISSUE, 10, GB_PER_LAUNCH },
	{ "device__attribute_multiprocessor_count", 1, GB_GPU_SMS, 10, GB_PER_LAUNCH },
	{ "device__attribute_max_gpu_frequency_khz", 1e3, GB_GPU_CLOCK, 10, GB_PER_LAUNCH },
	{ "device__attribute_clock_rate", 1e3, GB_GPU_CLOCK, 11, GB_PER_LAUNCH },
	{ "device__attribute_total_memory", 1, GB_GPU_MEMORY, 10, GB_PER_LAUNCH },
	/* Names in the sections of the details page: the current ones, and those from 2019 to 2021. */
	{ "Duration", 1, GB_COUNTED_SECONDS, 20, GB_PER_LAUNCH },
	{ "Elapsed Cycles", 1, GB_COUNTED_CYCLES, 20, GB_PER_LAUNCH },
	{ "SM Frequency", 1, GB_CLOCK, 20, GB_PER_LAUNCH },
	{ "Memory Throughput", 1, GB_DRAM_BOTH, 20, GB_PER_SECOND },
	{ "DRAM Throughput", PERCENT, GB_BUSY_DRAM, 20, GB_PER_LAUNCH },
	{ "SOL DRAM", PERCENT, GB_BUSY_DRAM, 21, GB_PER_LAUNCH },
	{ "SOL FB", PERCENT, GB_BUSY_DRAM, 22, GB_PER_LAUNCH },
	{ GB_METRIC_MEMORY, PERCENT, GB_BUSY_MEMORY, 20, GB_PER_LAUNCH },
	{ "L1/TEX Cache Throughput", PERCENT, GB_BUSY_L1, 20, GB_PER_LAUNCH },
	{ "SOL L1/TEX Cache", PERCENT, GB_BUSY_L1, 21, GB_PER_LAUNCH },
	{ "SOL TEX", PERCENT, GB_BUSY_L1, 22, GB_PER_LAUNCH },
	{ "L2 Cache Throughput", PERCENT, GB_BUSY_L2, 20, GB_PER_LAUNCH },
	{ "SOL L2 Cache", PERCENT, GB_BUSY_L2, 21, GB_PER_LAUNCH },
	{ "SOL L2", PERCENT, GB_BUSY_L2, 22, GB_PER_LAUNCH },
	{ "Compute (SM) Throughput", PERCENT, GB_BUSY_SM, 20, GB_PER_LAUNCH },
	{ "Compute (SM) [%]", PERCENT, GB_BUSY_SM, 21, GB_PER_LAUNCH },
	{ "SOL SM", PERCENT, GB_BUSY_SM, 22, GB_PER_LAUNCH },
	{ "SM [%]", PERCENT, GB_BUSY_SM, 23, GB_PER_LAUNCH },
	{ "Issue Slots Busy", PERCENT, GB_ISSUE, 20, GB_PER_LAUNCH },
	{ "Achieved Occupancy", PERCENT, GB_WARPS, 20, GB_PER_LAUNCH },
	{ "Block Limit Registers", 1, GB_LIMIT_REGISTERS, 20, GB_PER_LAUNCH },
	{ "Block Limit Shared Mem", 1, GB_LIMIT_SHARED, 20, GB_PER_LAUNCH },
	{ "Block Limit Warps", 1, GB_LIMIT_WARPS, 20, GB_PER_LAUNCH },
	{ "Block Limit SM", 1, GB_LIMIT_BLOCKS, 20, GB_PER_LAUNCH },
	{ "# SMs", 1, GB_GPU_SMS, 20, GB_PER_LAUNCH },
	STALLS(STALL_METRIC),
};
const size_t gb_ncu_metric_count = sizeof gb_ncu_metric_table / sizeof gb_ncu_metric_table[0];

static const char *const words[GB_COUNTERS] = {
	STALLS(STALL_WORD),
	[GB_LIMIT_REGISTERS] = "registers",
	[GB_LIMIT_SHARED] = "shared memory",
	[GB_LIMIT_WARPS] = "threads",
	[GB_LIMIT_BLOCKS] = "blocks",
	[GB_BUSY_SM] = "sm",
	[GB_BUSY_DRAM] = "dram",
	[GB_BUSY_L2] = "l2",
	[GB_BUSY_L1] = "l1",
	[GB_PIPE_ALU] = "alu",
	[GB_PIPE_FMA] = "fma",
	[GB_PIPE_FP64] = "fp64",
	[GB_PIPE_FP16] = "fp16",
	[GB_PIPE_TENSOR] = "tensor",
	[GB_PIPE_XU] = "xu",
	[GB_PIPE_LSU] = "lsu",
	[GB_PIPE_TEX] = "tex",
	[GB_PIPE_TAGS] = "l2_tags",
};

const char *gb_counter_word(enum gb_counter counter)
{
	return words[counter] != NULL ? words[counter] : "";
}

bool gb_counter_is_mean(enum gb_counter counter)
{
	return counter >= GB_WARPS;
}

bool gb_counter_is_issuing(enum gb_counter counter)
{
	return strcmp(gb_counter_word(counter), "selected") == 0;
}

bool gb_metric_is_of_launch(const char *name)
{
	return strncmp(name, "launch__", strlen("launch__")) == 0;
}

size_t gb_metric_find(const char *name)
{
	size_t i = 0;

	while (i < gb_ncu_metric_count && strcmp(gb_ncu_metric_table[i].name, name) != 0)
		i++;
	return i;
}

void gb_metrics_choose(bool *has)
{
	int lowest[GB_COUNTERS];

	for (size_t c = 0; c < GB_COUNTERS; c++)
		lowest[c] = -1;
	for (size_t i = 0; i < gb_ncu_metric_count; i++) {
		int *rank = &lowest[gb_ncu_metric_table[i].counter];
		if (has[i] && (*rank < 0 || gb_ncu_metric_table[i].rank < *rank))
			*rank = gb_ncu_metric_table[i].rank;
	}
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		has[i] = has[i] && gb_ncu_metric_table[i].rank == lowest[gb_ncu_metric_table[i].counter];
}
