# curve.gp: the lines of one benchmark. Scripts that load it set the labels, and xscale and yscale by which data are
# divided. The data have a block for each line: its name, then x, y, the ends of the interval of y, and the limit.
load here . "/common.gp"
set title title noenhanced font ",14"
plot for [i = 0:lines - 1] data index i using ($1 / xscale):($2 / yscale) with linespoints linetype i + 1 title columnheader(1)
