# stencil.gp: the 3D wave equation, built for fewer and fewer registers. Panels: rate; local (bytes spilled) and warps,
# which most builds share.
width = 960
height = 440
rows = 1
columns = 2
labelled = "rate"
load here . "/curve.gp"
label(name) = "-dlcm=" . name
set xlabel "registers per thread"
set xrange [24:*]
set xtics 8
set key off
yscale = 1e12
set ylabel "useful bytes, TB/s (dashed: limit)"
set yrange [0:*]
set title "the rate"
set rmargin 17
eval shown("rate", limit("rate") . ", " . unnamed("rate") . ", " . ends("rate"))
yscale = 1
set title "the effect of the registers"
set ylabel "bytes spilled per thread; warps per SM"
set rmargin 13
# A line of each, in one colour, with its name where the first one ends.
do for [p in "local warps"] { if (value(p . "_lines") > 0) {
	k = value(p . "_first") + 1
	stats data index k - 1 using (end_x[k] = $1, end_y[k] = $2) nooutput
} }
one(p, n, what) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using 1:2 with linespoints \
	linecolor rgb colour[%d] \
	pointtype shape[%d] pointsize 0.5 * dot linewidth 1.6 dashtype %s_gpu[i] notitle, ', p, p, n, n, p) . \
	sprintf('data index %s_first every ::0::0 using (end_x[%s_first + 1]):(end_y[%s_first + 1]):("%s") \
	with labels left offset char 0.8, 0.2 font ",13" textcolor rgb ink[%d] notitle', p, p, p, what, n)
eval shown("local", one("local", 2, "bytes spilled") . \
	(warps_lines > 0 ? ", " . one("warps", 1, "resident warps") : ''))
unset multiplot
