# tma.gp: cycles of one copy by its size. Panels: bulk, tensor, im2col, rate (several in flight), multicast (to shared
# memory), store, reduce (to memory), trips (between barriers).
width = 1730
height = 860
rows = 2
columns = 4
labelled = "bulk tensor im2col rate multicast store reduce"
load here . "/curve.gp"
# Without the sign before a filter, which only some lines have.
label(name) = strstrt(name, ">") > 0 ? substr(name, 1, strstrt(name, ">") - 1) . \
	substr(name, strstrt(name, ">") + 1, strlen(name)) : name
# All names are at one edge, which not all lines reach.
if (lines > 0) do for [k = 1:lines] { end_x[k] = 32768 }
set ylabel "cycles"
set xlabel "bytes per copy"
set logscale x 2
set xrange [100:40000]
set xtics (128, 512, 2048, 8192, 32768)
set yrange [0:*]
set key off
set rmargin 12
set title "bulk copies"
eval shown("bulk", unnamed("bulk") . ", " . ends("bulk"))
set title "tensor copies, by bytes per row"
eval shown("tensor", unnamed("tensor") . ", " . ends("tensor"))
set title "convolutions, 128 bytes per pixel"
eval shown("im2col", unnamed("im2col") . ", " . ends("im2col"))
set title "bytes per clock, several in flight"
set ylabel "bytes per clock"
eval shown("rate", unnamed("rate") . ", " . ends("rate"))
set ylabel "cycles"
set title "multicast, by blocks"
eval shown("multicast", unnamed("multicast") . ", " . ends("multicast"))
set title "stores, until the thread continues"
eval shown("store", unnamed("store") . ", " . ends("store"))
set title "reductions, until a load returns"
eval shown("reduce", unnamed("reduce") . ", " . ends("reduce"))
unset logscale
set title "round trips in a cluster, by blocks"
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set key on inside bottom left vertical
set rmargin -1
set xtics () scale 0 norotate noenhanced
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
eval names("trips")
eval shown("trips", points("trips"))
unset multiplot
