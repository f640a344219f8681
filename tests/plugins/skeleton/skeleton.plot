# What skeleton.gp draws: a panel, its metric, x, the points that belong to it (- takes all) and the name of a line.
# harness/plot/kinds.h is the reference.
summary bandwidth of a copy over its working set
panel size bandwidth bytes - {variant}
