# What instr.gp draws: harness/plot/kinds.h tells how to read this.
summary operations a clock and latency of instructions
panel rate    ops_per_clock_sm {op} measure=throughput {variant}
panel latency cycles           {op} measure=latency    {variant}
