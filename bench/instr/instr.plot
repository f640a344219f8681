# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary operations per clock and latency of instructions
size 900 1560
columns 1
name fast-math = -use_fast_math
name ftz = -ftz=true
name no-prec-div = -prec-div=false
name no-prec-sqrt = -prec-sqrt=false
xwords 60 12
draw points
# Operations of the study, which a run of all benchmarks leaves out.
values study popc|clz|bfind|brev|bfe|prmt|lop3|iminmax|fmax|hmax2|viaddmax|viaddmax_relu|vimax3|viaddmax_16x2|viaddmax_relu_16x2|vimax3_16x2|imulhi|iadd64|imul64|shift64|imax64|udiv64|f2u8|pack8|f2bf|f2tf|h2e4m3|h2e5m2|f2e4m3|h2i|h2d|f2l|d2l
panel rate ops_per_clock_sm {op} measure=throughput,op!={study} {variant}
    ylabel operations per clock and SM
    ylog 2
    yrange *:200<*
    ytics 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256
    room 0.06
    key above right horizontal width 1 maxrows 1
    draw points limit
panel latency cycles {op} measure=latency,op!={study} {variant}
    ylabel latency (cycles)
    ylog 10
    yrange 1:*
    key off
panel deep ops_per_clock_sm {op} measure=throughput,op={study} {variant}
    ylabel operations per clock and SM
    ylog 2
    yrange *:200<*
    ytics 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256
    room 0.06
    key above right horizontal width 1 maxrows 1
    draw points limit
panel wait cycles {op} measure=latency,op={study} {variant}
    ylabel latency (cycles)
    ylog 10
    yrange 1:*
    key off
finding Per clock an SM completes {rate[default] at ffma as number} FP32 FMAs, but {rate[default] at fdiv as number} divisions, or {rate[fast-math] at fdiv as number} with -use_fast_math
finding Per clock an SM completes {rate[default] at ffma as number} FP32 FMAs and {rate[default] at fdiv as number} divisions
