# What loaded.gp draws: harness/plot/kinds.h tells how to read this.
summary latency of DRAM against the bandwidth that others take
panel curve latency bandwidth - {op}
finding DRAM answers in {curve[read] first} on an idle GPU, and in {curve[read] max} next to {x of curve[read] max} of reads
