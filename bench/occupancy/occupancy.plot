# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary bandwidth and FMAs by warps per SM
size 1080 440
columns 3
panel read bandwidth resident_warps op=read,by=shared ILP {ilp}
    title loads of 16 B
    xlabel resident warps per SM
    ylabel read from DRAM, TB/s (dashed: limit)
    yscale 1e12
    xrange 0:66
    xtics every 16
    ends 7 64
    draw lines limit
panel fma flop_rate resident_warps op=fma,by=shared ILP {ilp}
    title FP32 FMAs
    xlabel resident warps per SM
    ylabel TFLOP/s (dashed: limit)
    yscale 1e12
    xrange 0:66
    xtics every 16
    ends 7 64
    draw lines limit
panel grid tail blocks op=grid {op}
    title tail of the grid
    xlabel blocks of the grid per SM
    ylabel share of the full rate (dashed: full waves)
    xlog 2
    xrange 0.9:256
    yrange 0:1.05
    xtics 1, 4, 16, 64, 256
    key off
panel waves full_waves blocks op=grid {op}
    over grid
    line 8
    draw dashes
finding DRAM reads need {x of read[ILP 1] from 95%} warps per SM for 95 % of their best rate with one load in flight per thread, {x of read[ILP 8] from 95%} with eight
