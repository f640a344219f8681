# The pictures of loaded.gp; harness/reading/plot/kinds.h describes the format.
summary latency of DRAM against the bandwidth used by other SMs
panel curve latency bandwidth - {op}
finding DRAM answers in {curve[read] first} on an idle GPU, and in {curve[read] max} under {x of curve[read] max} of reads
