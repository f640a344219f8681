# What mma.gp draws: harness/plot/kinds.h tells how to read this.
summary operations a clock and latency of matrix instructions by shape
panel rate    ops_per_clock n       measure=rate,op=ss|rs,type=fp16_fp32|e4m3_fp32|tf32_fp32 {type}, {op}
panel chain   cycles        n       measure=latency,op=ss|rs,type=fp16_fp32      {op}, one after the other
panel waited  waited        n       measure=latency,op=ss|rs,type=fp16_fp32      {op}, waited for
panel sync    ops_per_clock {shape} measure=rate,op=sync                         {op}
panel latency cycles        {shape} measure=latency,op=sync                      {op}
