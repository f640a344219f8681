# What is drawn: a panel, its metric, x, the points that belong to it (- takes all) and the name of a line; then how it
# looks. harness/reading/plot/kinds.h and panel_settings.h are the reference. The finding is the title
# (harness/reading/plot/finding.h).
summary bandwidth of a copy over its working set
size 900 440
columns 1
panel size bandwidth bytes - {variant}
    xlabel working set (MiB)
    ylabel bandwidth, GB/s
    xscale 1048576
    yscale 1e9
    xlog 2
finding Copies reach {size max}, half of it from {x of size from 50% as MiB} on
