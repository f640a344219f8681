# tma.gp: cycles of one copy by its size. Panels: bulk, tensor, multicast (to shared memory), store, reduce (to memory), trips (between
# barriers).
width = 1200
height = 860
rows = 2
columns = 3
load here . "/curve.gp"
label(name) = name
set ylabel "cycles"
set xlabel "bytes of a copy"
set logscale x 2
set xtics (128, 512, 2048, 8192, 32768)
set yrange [0:*]
set key above left horizontal width 1 maxrows 4 samplen 1.5 font ",11"
set title "bulk copies"
eval shown("bulk", lines("bulk"))
set title "tensor copies, by bytes of a row"
eval shown("tensor", lines("tensor"))
set title "multicast, by blocks"
eval shown("multicast", lines("multicast"))
set key above left horizontal width 1 maxrows 4 samplen 1.5 font ",11"
set title "stores, until the thread goes on"
eval shown("store", lines("store"))
set title "reductions, until a load is back"
eval shown("reduce", lines("reduce"))
unset logscale
set title "there and back in a cluster, by blocks"
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set key inside bottom right
set xtics () scale 0 norotate noenhanced
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
eval names("trips")
eval shown("trips", points("trips"))
unset multiplot
