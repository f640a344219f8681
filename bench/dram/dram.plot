# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary the memory's bandwidth by the mix of reads and writes
size 900 440
columns 2
yscale 1e12
panel mix bandwidth reads op=mix -
    title a mix of reads and writes
    xlabel reads : writes
    ylabel bytes read and written, TB/s
    xrange -0.3:8.3
    xtics 0 : 8=0, 2 : 6=2, 4 : 4=4, 6 : 2=6, 8 : 0=8
    key bottom right
    draw lines limit
panel ops bandwidth {op} op=read|write|copy|scale|add|triad|driver_copy {variant}
    title kernels
    xwords 40 12
    key off
    draw bars limit
finding Reads get {mix at 8 / limit of mix at 8 as %} of the limit, writes {mix at 0 / limit of mix at 0 as %}, half reads and half writes {mix at 4 / limit of mix at 4 as %}
