# sync.gp: barriers, fences and flags. Panels: block (by threads of a block), beyond (clusters, the grid, a flag),
# fence.
width = 1200
height = 430
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = name
set ylabel "cycles"
set title "in a warp and a block"
set xlabel "threads per block"
set logscale xy 2
set xrange [28:1200]
set key above left horizontal maxrows 2 width 1
eval shown("block", lines("block"))

set title "beyond a block (clusters of several sizes)"
set xlabel ""
unset logscale
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 rotate by 30 right noenhanced
unset key
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
eval names("beyond")
eval shown("beyond", points("beyond"))

set key above left horizontal
set title "fences"
label(name) = name eq "0" ? "no stores" : "a store before each"
set xtics () scale 0 norotate center noenhanced
eval names("fence")
eval shown("fence", points("fence"))
unset multiplot
