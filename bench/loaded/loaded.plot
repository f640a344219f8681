# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary latency of DRAM against the bandwidth used by other SMs
size 900 520
columns 1
name read = reads
name write = writes
name mix = mixed
panel curve latency bandwidth - {op}
    xlabel bandwidth of the other SMs (TB/s)
    ylabel latency of DRAM (ns)
    xscale 1e12
    yscale 1e-9
    xrange 0:*
    yrange 0:*
    ends 8
finding DRAM answers in {curve[read] first} on an idle GPU, and in {curve[read] max} under {x of curve[read] max} of reads
