# The pictures of unroll.gp; harness/plot/kinds.h describes the format.
summary cycles and instructions per step of a loop, by steps per trip
panel product cycles_per_step unroll loop=product {warps}
panel fma     cycles_per_step unroll loop=fma     {warps}
panel mix     arithmetic_share unroll warps=all   {loop}
finding Unrolling to 4 FMAs per trip reduces the cycles per step to {fma[all] at 4 / fma[all] at 1 as %}, to 16 FMAs to {fma[all] at 16 / fma[all] at 1 as %}
