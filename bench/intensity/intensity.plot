# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary FLOP/s by FLOP per byte of memory
size 900 460
columns 2
name fp16 = FP16
name fp32 = FP32
name fp64 = FP64
xlabel arithmetic intensity, FLOP/B
yscale 1e12
xlog 10
ylog 10
xtics powers
draw lines limits
panel read flop_rate intensity traffic=read {type}
    title reads
    ylabel TFLOP/s
    key bottom right font 13
panel copy flop_rate intensity traffic=copy {type}
    title copies
    key off
finding FP32 reaches 90 % of its best rate at {x of read[fp32] from 90%}, FP64 at {x of read[fp64] from 90%}
