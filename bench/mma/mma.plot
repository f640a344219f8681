# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary operations per clock and latency of matrix instructions by shape
size 1100 860
columns 2
draw bars
panel rate ops_per_clock n measure=rate,op=ss|rs,type=fp16_fp32|e4m3_fp32|tf32_fp32 {type}, {op}
    title wgmma, all SMs
    xlabel columns n of m64n
    ylabel operations per clock and SM
    xlog 2
    xrange 7:300
    xtics 8, 16, 32, 64, 128, 256
    ends 16
    draw rings
panel chain cycles n measure=latency,op=ss|rs,type=fp16_fp32 {op}, one after the other
    title wgmma of FP16, a single warpgroup
    xlabel columns n of m64n
    ylabel cycles per instruction
    xlog 2
    xrange 7:300
    xtics 8, 16, 32, 64, 128, 256
    ends 20
    draw rings
panel waited waited n measure=latency,op=ss|rs,type=fp16_fp32 {op}, waited for
    over chain
    ends 20
    draw lines
panel sync ops_per_clock {shape} measure=rate,op=sync {op}
    title mma.sync, all SMs
    ylabel operations per clock and SM
    xwords 60 10
    key off
panel latency cycles {shape} measure=latency,op=sync {op}
    title mma.sync, a single warp
    ylabel latency (cycles)
    xwords 60 10
    key off
finding wgmma of FP16 performs {rate[fp16_fp32, ss] max as number} operations per clock and SM; 95 % of it needs n = {x of rate[fp16_fp32, ss] from 95%}, or {x of rate[fp16_fp32, rs] from 95%} with A in registers
finding mma.sync performs up to {sync max as number} operations per clock and SM ({word of sync max})
