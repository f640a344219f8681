# What occupancy.gp draws: harness/plot/kinds.h tells how to read this.
summary bandwidth and FMAs over the warps of an SM
panel read  bandwidth  resident_warps op=read,by=shared {ilp}
panel fma   flop_rate  resident_warps op=fma,by=shared  {ilp}
panel grid  tail       blocks         op=grid           {op}
panel waves full_waves blocks         op=grid           {op}
finding Reads of DRAM need {x of read[1] from 95%} warps an SM for 95 % of their best rate with one load in flight a thread, {x of read[8] from 95%} with eight
