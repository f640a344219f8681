# The pictures of dram.gp; harness/plot/kinds.h describes the format.
summary the memory's bandwidth by the mix of reads and writes
panel mix bandwidth reads op=mix                                            {op}
panel ops bandwidth {op}  op=read|write|copy|scale|add|triad|driver_copy {variant}
finding Reads get {mix at 8 / limit of mix at 8 as %} of the limit, writes {mix at 0 / limit of mix at 0 as %}, half reads and half writes {mix at 4 / limit of mix at 4 as %}
