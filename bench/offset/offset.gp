# offset.gp: copies and sums of two arrays that begin off a boundary. Panels: copy, sum; copy_naive and sum_naive, of one
# element a thread.
width = 900
height = 440
rows = 1
columns = 2
load here . "/curve.gp"
yscale = 1e12
set xlabel "offset (elements)"
set xrange [-0.7:33]
set yrange [0:*]
set xtics 4
set key bottom right
panel(p) = limit(p) . ", " . lines(p) . (value(p . "_naive_lines") == 0 ? '' : \
	', ' . sprintf('for [i = 1:%s_naive_lines] data index %s_naive_first + i - 1 using ($1 / xscale):($2 / yscale) \
	with linespoints linecolor rgb colour[7] dashtype %s_naive_gpu[i] linewidth 1.2 pointtype 4 pointsize 0.55 * dot \
	title i > 1 ? "" : %s_naive_name[i] . ", one a thread"', p, p, p, p))
set title "copy: b[i + offset] = a[i + offset]"
set ylabel "useful bytes, TB/s"
eval shown("copy", panel("copy"))
unset key
set title "sum: c[i] = a[i + offset] + b[i + offset]"
unset ylabel
eval shown("sum", panel("sum"))
unset multiplot
