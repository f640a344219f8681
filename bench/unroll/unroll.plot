# What unroll.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles and instructions of a step of a loop over the steps in a trip
panel product cycles_per_step unroll loop=product {warps}
panel fma     cycles_per_step unroll loop=fma     {warps}
panel mix     arithmetic_share unroll warps=all   {loop}
finding A step of an unrolled loop takes {fma[all] at 4 / fma[all] at 1 as %} of the cycles with 4 FMAs a trip, and {fma[all] at 16 / fma[all] at 1 as %} with 16
