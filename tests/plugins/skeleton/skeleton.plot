# What skeleton.gp draws: a panel, its metric, x, the points that belong to it (- takes all) and the name of a line.
# harness/plot/kinds.h is the reference. The finding is the title (harness/plot/finding.h).
summary bandwidth of a copy over its working set
panel size bandwidth bytes - {variant}
finding Copies reach {size max}, half of it from {x of size from 50% as MiB} on
