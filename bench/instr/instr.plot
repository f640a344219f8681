# The pictures of instr.gp; harness/plot/kinds.h describes the format.
summary operations per clock and latency of instructions
# Operations of the study, which a run of all benchmarks leaves out.
values study popc|clz|bfind|brev|bfe|prmt|lop3|iminmax|fmax|hmax2|viaddmax|viaddmax_relu|vimax3|viaddmax_16x2|viaddmax_relu_16x2|vimax3_16x2|imulhi|iadd64|imul64|shift64|imax64|udiv64|f2u8|pack8|f2bf|f2tf|h2e4m3|h2e5m2|f2e4m3|h2i|h2d|f2l|d2l
panel rate    ops_per_clock_sm {op} measure=throughput,op!={study} {variant}
panel latency cycles           {op} measure=latency,op!={study}    {variant}
panel deep    ops_per_clock_sm {op} measure=throughput,op={study}  {variant}
panel wait    cycles           {op} measure=latency,op={study}     {variant}
finding Per clock an SM completes {rate[default] at ffma as number} FP32 FMAs, but {rate[default] at fdiv as number} divisions, or {rate[fast-math] at fdiv as number} with -use_fast_math
finding Per clock an SM completes {rate[default] at ffma as number} FP32 FMAs and {rate[default] at fdiv as number} divisions
