# What intensity.gp draws: harness/plot/kinds.h tells how to read this.
summary FLOP/s over the FLOP for each byte of memory
panel read flop_rate intensity traffic=read {type}
panel copy flop_rate intensity traffic=copy {type}
finding FP32 reaches 90 % of its best rate from {x of read[fp32] from 90%} on, FP64 from {x of read[fp64] from 90%} on
