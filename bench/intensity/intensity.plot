# What intensity.gp draws: harness/plot/kinds.h tells how to read this.
summary FLOP/s over the FLOP for each byte of memory
panel read flop_rate intensity traffic=read {type}
panel copy flop_rate intensity traffic=copy {type}
