# The pictures of intensity.gp; harness/plot/kinds.h describes the format.
summary FLOP/s by FLOP per byte of memory
panel read flop_rate intensity traffic=read {type}
panel copy flop_rate intensity traffic=copy {type}
finding FP32 reaches 90 % of its best rate at {x of read[fp32] from 90%}, FP64 at {x of read[fp64] from 90%}
