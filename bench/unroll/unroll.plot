# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles and instructions per step of a loop, by steps per trip
size 1200 440
columns 3
name few = 4 warps per SM
name all = as many as fit
name fma = only multiply-adds
name product = row times column
xlabel steps per trip
xlog 2
xrange 0.8:20
xtics 1, 2, 4, 8, 16
panel product cycles_per_step unroll loop=product {warps}
    title a row times a column
    ylabel SM cycles per warp step
    ylog 2
    ytics 0.25, 0.5, 1, 2, 4, 8, 16
    ends 14
    draw lines limit
panel fma cycles_per_step unroll loop=fma {warps}
    title only multiply-adds
    ylabel SM cycles per warp step
    ylog 2
    ytics 0.25, 0.5, 1, 2, 4, 8, 16
    key off
    draw lines limit
panel mix arithmetic_share unroll warps=all {loop}
    title arithmetic in the loop
    ylabel share of its instructions
    yrange 0:1.2
    ends 18
finding Unrolling to 4 FMAs per trip reduces the cycles per step to {fma[all] at 4 / fma[all] at 1 as %}, to 16 FMAs to {fma[all] at 16 / fma[all] at 1 as %}
