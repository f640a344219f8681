# roofline.gp: measured roofs (lines), their physical limits at the clock of the measurement (dashed), kernels (points).
# Needs the ranges xmin, xmax, ymin, ymax and title; blocks of data: roofs, limits, memory and compute (labels), kernels.
# A decade is as long on both axes, so that the slopes and their labels lie at 45 degrees.
decade = 130.0
left = 100.0
right = 25.0
top = 45.0
bottom = 75.0
width = int(left + right + decade * log10(xmax / xmin))
height = int(top + bottom + decade * log10(ymax / ymin))
load here . "/common.gp"
set lmargin at screen left / width
set rmargin at screen 1 - right / width
set bmargin at screen bottom / height
set tmargin at screen 1 - top / height
set logscale xy
set xrange [xmin:xmax]
set yrange [ymin:ymax]
set format x "10^{%L}"
set format y "10^{%L}"
set xlabel "arithmetic intensity (FLOP/byte; OP/byte of integers)"
set ylabel "performance (FLOP/s; OP/s of integers)"
set title title noenhanced font ",14"
set key bottom right inside Left reverse
# Labels are white behind, so that no line crosses them; those of memory are written along their line, by turns further up.
set style textbox opaque noborder fillcolor rgb "white" margins 0.5, 0.3
along(n) = 10 ** (0.06 + 1.5 * (int(n) % 2))
command = 'plot data index "limits" with lines linecolor rgb "#999999" linewidth 1 dashtype 2 title "physical limit", \
	data index "roofs" with lines linecolor rgb colour[1] linewidth 1.6 title "measured roof", \
	data index "memory" using ($1 * along($0)):($2 * along($0) * 10 ** 0.105):3 with labels left rotate by 45 noenhanced \
		font ",12" textcolor rgb colour[1] notitle, \
	data index "compute" using ($1 / 10 ** 0.05):($2 * 10 ** 0.09):3 with labels right boxed noenhanced font ",12" \
		textcolor rgb colour[1] notitle'
if (kernels) command = command . ', data index "kernels" with points pointtype 7 pointsize 0.9 linecolor rgb colour[2] title "kernel", \
	data index "kernels" using 1:2:3 with labels left boxed offset 0.8, -0.5 noenhanced font ",12" textcolor rgb colour[2] notitle'
eval command
