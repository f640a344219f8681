# The pictures of occupancy.gp; harness/plot/kinds.h describes the format.
summary bandwidth and FMAs by warps per SM
panel read  bandwidth  resident_warps op=read,by=shared {ilp}
panel fma   flop_rate  resident_warps op=fma,by=shared  {ilp}
panel grid  tail       blocks         op=grid           {op}
panel waves full_waves blocks         op=grid           {op}
finding DRAM reads need {x of read[1] from 95%} warps per SM for 95 % of their best rate with one load in flight per thread, {x of read[8] from 95%} with eight
