# roofline.gp: measured roofs (lines), their physical limits (dashed), ridge points (rings), kernels (points). Needs the
# ranges xmin, xmax, ymin and ymax, title, finding (may be ""), making (driver and version), models, model[], rated,
# matrix (there are Tensor Cores) and kernels; blocks of data: roofs and limits (x, y, colour), memory and compute (x,
# y, position of the label, colour, text), ridges (x, y, colour, text), kernels (x, y, name, size, position of the name
# and its alignment: it begins there (1), ends there (-1) or is centred (0)). A decade has the same length on both axes,
# so that slopes and their labels are at 45 degrees.
decade = 125.0
left = 135.0
right = 265.0
top = (making eq "" ? 40.0 : 55.0) + (finding eq "" ? 0 : 24)
bottom = 70.0
width = int(left + right + decade * (0.13 + log10(xmax / xmin)))
height = int(top + bottom + decade * log10(ymax / ymin))
load here . "/common.gp"
set lmargin at screen left / width
set rmargin at screen 1 - right / width
set bmargin at screen bottom / height
set tmargin at screen 1 - top / height
set logscale xy
ends = 10 ** 0.13 # room for the line from a roof to its label
set xrange [xmin:xmax * ends]
set yrange [ymin:ymax]
set format x "%g"
set format y "%.0s %cFLOP/s"
set xlabel "arithmetic intensity, FLOP/B (integers: OP/B)"
set ylabel "performance (integers: OP/s)"
set title headed((finding eq "" ? "" : finding . "\n") . (making eq "" ? title : title . "\n" . making)) \
	noenhanced font ",14"
set key at screen 1 - (right - 5) / width, screen bottom / height left bottom Left reverse noenhanced font ",13"
# Labels of memory follow their lines, alternately further up.
along(n) = 10 ** (0.06 + 1.1 * (int(n) % 2))
paint(n) = int(n) == 1 ? 0x0072B2 : int(n) == 2 ? 0xD55E00 : int(n) == 3 ? 0x009E73 : 0xCC79A7
inked(n) = int(n) == 1 ? 0x0072B2 : int(n) == 2 ? 0xA84600 : int(n) == 3 ? 0x00704F : 0xA3366F # as ink[] of common.gp
command = 'plot data index "limits" using 1:2:(paint($3)) with lines linecolor rgb variable linewidth 1 \
	dashtype 2 notitle, \
	keyentry with lines linecolor rgb "#7F7F7F" linewidth 1 dashtype 2 title rated ? "limit at the rated clock" : \
	"limit at the measured clock", \
	data index "roofs" using 1:2:(paint($3)) with lines linecolor rgb variable linewidth 1.8 notitle, \
	data index "memory" using ($1 * along($0)):($3 * along($0)):5:(inked($4)) with labels left rotate by 45 \
		noenhanced font ",13" textcolor rgb variable notitle, \
	data index "compute" using 1:2:($1 * (ends ** 0.9 - 1)):($3 - $2):(paint($4)) with vectors nohead \
		linecolor rgb variable linewidth 0.7 notitle, \
	data index "compute" using ($1 * ends):3:5:(inked($4)) with labels left offset 0.2, 0 noenhanced font ",13" \
		textcolor rgb variable notitle'
command = command . ', data index "ridges" using 1:2:(paint($3)) with points pointtype 7 pointsize 0.5 \
	linecolor rgb "white" notitle, \
	data index "ridges" using 1:2:(paint($3)) with points pointtype 6 pointsize 0.5 linewidth 1.2 \
	linecolor rgb variable notitle, \
	data index "ridges" using (models > 1 && int($3) > 1 ? NaN : $1):2:4:(inked($3)) with labels left \
	offset 0.5, -0.6 noenhanced font ",11" textcolor rgb variable notitle'
# If there are several models, the labels of the first are at the right of the points, and those of the second at the
# left.
if (models > 1) command = command . ', data index "ridges" using (int($3) == 2 ? $1 : NaN):2:4:(inked($3)) \
	with labels right offset -0.5, 0.6 noenhanced font ",11" textcolor rgb variable notitle'
# The title of a model, next to the picture, is broken at ", ", or between words if it is too wide.
wide = 30
comma(text) = strstrt(text, ", ") > 0 && strstrt(text, ", ") <= wide ? strstrt(text, ", ") : 0
blank(text, n) = n < 2 ? wide + 1 : text[n:n] eq " " ? n : blank(text, n - 1)
head(text) = comma(text) ? text[1:comma(text) - 1] : strlen(text) <= wide ? text : text[1:blank(text, wide + 1) - 1]
tail(text) = comma(text) ? text[comma(text) + 2:*] : strlen(text) <= wide ? "" : text[blank(text, wide + 1) + 1:*]
part(text, n) = n == 1 ? head(text) : part(tail(text), n - 1)
key_of(m, n) = part(model[m], n) eq "" ? "" : \
	sprintf(', keyentry with lines linecolor rgb %s linewidth 1.8 title part(model[%d], %d)', \
	n == 1 ? sprintf("colour[%d]", m) : '"white"', m, n) . key_of(m, n + 1)
if (models > 1) do for [m = 1:models] { command = command . key_of(m, 1) }
array kind[3] = ["memory, reads", "FMA (CUDA cores)", "Tensor Cores"]
if (models == 1) command = command . ', for [k = 1:(matrix ? 3 : 2)] keyentry with lines linecolor rgb colour[k] \
	linewidth 1.8 title kind[k]'
command = command . ', keyentry with points pointtype 6 pointsize 0.7 linewidth 1.2 linecolor rgb "#7F7F7F" \
	title "ridge point (FLOP/B)"'
if (kernels) command = command . ', data index "kernels" using 1:2:4 with points pointtype 7 pointsize variable \
	linecolor rgb "black" notitle, \
	data index "kernels" using ($7 > 0 ? $5 : NaN):6:3 with labels left noenhanced font ",13" notitle, \
	data index "kernels" using ($7 < 0 ? $5 : NaN):6:3 with labels right noenhanced font ",13" notitle, \
	data index "kernels" using ($7 == 0 ? $5 : NaN):6:3 with labels center noenhanced font ",13" notitle'
eval command
