# tma.gp: cycles of one copy. Panels: l2, dram (to shared memory), back (stores and reductions), trips (between barriers).
width = 1200
height = 800
rows = 2
columns = 2
load here . "/curve.gp"
label(name) = name
set ylabel "cycles"
set xlabel "bytes of a copy"
set logscale x 2
set yrange [0:*]
set key top left vertical
set title "to shared memory, out of L2"
eval shown("l2", lines("l2"))
set title "to shared memory, out of DRAM"
eval shown("dram", lines("dram"))
set title "stores and reductions"
eval shown("back", lines("back"))
unset logscale
set title "round trips between barriers"
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 norotate noenhanced
label(name) = name eq "" ? "a block" : name . " blocks"
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
eval names("trips")
eval shown("trips", points("trips"))
unset multiplot
