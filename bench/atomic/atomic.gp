# atomic.gp: atomic operations. Panels: rate (global memory, by pattern), shared (cycles per request by degree).
width = 900
height = 780
rows = 2
columns = 1
labelled = "shared"
logarithmic = "shared"
load here . "/curve.gp"
set title "global memory"
set logscale y 10
set yrange [*:*]
set ylabel "operations per second (10^9)"
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.25, 0
set grid noxtics
set xtics () scale 0
set key top left horizontal maxrows 3 width 0
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2/1e9) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * (1.6 - 0.1 * %s_series[i]) \
	title %s ? "" : label(%s_name[i])', p, p, p, p, p, named(p), p)
label(name) = name
eval names("rate")
eval shown("rate", points("rate"))

set title "shared memory, 32 warps per SM"
unset logscale y
set logscale xy 2
set offsets 0, 0, 0, 0
set xtics autofreq scale 1
set grid xtics
set xrange [0.9:36]
set yrange [0.7:*]
set ylabel "cycles per warp request"
set xlabel "lanes at the same word"
set key off
set rmargin 7
eval shown("shared", unnamed("shared") . ", " . ends("shared"))
unset multiplot
