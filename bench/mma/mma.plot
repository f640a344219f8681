# The pictures of mma.gp; harness/plot/kinds.h describes the format.
summary operations per clock and latency of matrix instructions by shape
panel rate    ops_per_clock n       measure=rate,op=ss|rs,type=fp16_fp32|e4m3_fp32|tf32_fp32 {type}, {op}
panel chain   cycles        n       measure=latency,op=ss|rs,type=fp16_fp32      {op}, one after the other
panel waited  waited        n       measure=latency,op=ss|rs,type=fp16_fp32      {op}, waited for
panel sync    ops_per_clock {shape} measure=rate,op=sync                         {op}
panel latency cycles        {shape} measure=latency,op=sync                      {op}
finding wgmma of FP16 performs {rate[fp16_fp32, ss] max as number} operations per clock and SM; 95 % of it needs n = {x of rate[fp16_fp32, ss] from 95%}, or {x of rate[fp16_fp32, rs] from 95%} with A in registers
finding mma.sync performs up to {sync max as number} operations per clock and SM ({word of sync max})
