# async.gp: copies into shared memory and back. Panels: dram, l2 (by bytes in flight to an SM), paths (the others).
width = 1200
height = 430
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = name
set logscale x 2
set xrange [*:220]
set xtics (8, 16, 32, 64, 128, 192)
set yrange [0:*]
set xlabel "KiB in flight to an SM"
set ylabel "TB/s"
set key bottom right vertical maxrows auto
tera(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2/1e12) \
	with linespoints linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot title label(%s_name[i])', p, p, p, p, p)
set title "from memory"
eval shown("dram", tera("dram"))
set title "from 1 MiB in L2"
eval shown("l2", tera("l2"))
unset logscale x
set title "the other paths (bytes that arrive at all SMs)"
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 rotate by 30 right noenhanced
set key top right
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2/1e12) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
eval names("paths")
eval shown("paths", points("paths"))
unset multiplot
