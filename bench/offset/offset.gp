# offset.gp: copies and sums of two arrays with an offset. Panels: copy, sum; copy_naive and sum_naive, with one
# element per thread.
width = 960
height = 440
rows = 1
columns = 2
labelled = "copy sum"
beside_copy = "copy_naive"
beside_sum = "sum_naive"
load here . "/curve.gp"
yscale = 1e12
set xlabel "offset (elements)"
set xrange [-0.7:33]
set yrange [0:*]
set xtics 4
set key off
set rmargin 13
# Lines continue beyond the visible range.
if (lines > 0) do for [k = 1:lines] { end_x[k] = 32 }
label(name) = name
naive(p) = sprintf('for [i = 1:%s_naive_lines] data index %s_naive_first + i - 1 using ($1 / xscale):($2 / yscale) \
	with linespoints linecolor rgb colour[7] dashtype %s_naive_gpu[i] linewidth 1.2 pointtype 4 \
	pointsize 0.55 * dot notitle, ', p, p, p) . \
	sprintf('data index %s_naive_first every ::0::0 \
	using (32.0):(end_y[%s_naive_first + 1] / yscale):(%s_naive_name[1] . ", one per thread") \
	with labels left offset char 0.8, 0 font ",13" noenhanced notitle', p, p, p)
panel(p) = limit(p) . ", " . unnamed(p) . ", " . ends(p) . (value(p . "_naive_lines") == 0 ? '' : ', ' . naive(p))
set title "copy: b[i + offset] = a[i + offset]"
set ylabel "useful bytes, TB/s (dashed: limit)"
eval shown("copy", panel("copy"))
set title "sum: c[i] = a[i + offset] + b[i + offset]"
unset ylabel
eval shown("sum", panel("sum"))
unset multiplot
