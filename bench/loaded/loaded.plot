# What loaded.gp draws: harness/plot/kinds.h tells how to read this.
summary latency of DRAM against the bandwidth that others take
panel curve latency bandwidth - {op}
