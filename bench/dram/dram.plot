# What dram.gp draws: harness/plot/kinds.h tells how to read this.
summary the memory's bandwidth by the mix of reads and writes
panel mix bandwidth reads op=mix                                            {op}
panel ops bandwidth {op}  op=read|write|copy|scale|add|triad|driver_copy {variant}
