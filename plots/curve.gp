# curve.gp: what scripts of a benchmark's curves need, after they set width, height, rows and columns (and place, where panels do
# not take all of the picture): begins the picture, its panels side by side. The data have a block of x, y, the ends of the interval
# of y, and the limit for each line. A panel P has P_lines of them from block P_first on, and for line i P_name[i], P_series[i] and
# P_gpu[i], its number among the gpus; where x are words, P_words and P_word[i]. Lines of one name have one colour and shape; GPUs
# differ in their dashes.
load here . "/common.gp"
label(name) = name
xscale = 1.0
yscale = 1.0

# Whether an earlier line of the panel has the name already.
named(p) = sprintf('(sum [j = 1:i - 1] (%s_series[j] == %s_series[i])) > 0', p, p)
line_of(p, what) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1 / xscale):(%s / yscale)', p, p, what)
look_of(p) = sprintf('linetype %s_series[i] dashtype %s_gpu[i]', p, p)
# The lines of a panel, to be drawn by eval shown("copy", lines("copy")); the second form gives them no names in the key. A panel
# without lines is left blank.
shown(p, command) = value(p . "_lines") == 0 ? 'set multiplot next' : 'plot ' . command
lines(p) = line_of(p, "$2") . ' with linespoints ' . look_of(p) . \
	sprintf(' title %s ? "" : label(%s_name[i])', named(p), p)
unnamed(p) = line_of(p, "$2") . ' with linespoints ' . look_of(p) . ' notitle'
# The same of lines that often are one: each one's points are larger than the next one's.
array open[4] = [6, 4, 8, 12]
rings(p) = line_of(p, "$2") . ' with linespoints ' . look_of(p) . \
	sprintf(' pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * (1.0 - 0.22 * ((%s_series[i] - 1) %% 4))', p, p) . \
	sprintf(' title %s ? "" : label(%s_name[i])', named(p), p)
# The limits of these lines, dashed and without points: one grey line where they share it, or each in its line's colour; the
# first names them in the key.
limit(p) = line_of(p, "$5") . ' with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 title i > 1 ? "" : "limit"'
limits(p) = line_of(p, "$5") . sprintf(' with lines linetype %s_series[i] linewidth 1.2 dashtype 2 notitle', p) . \
	', keyentry with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 title "limit"'
# The words of x at its axis.
names(p) = value(p . "_lines") == 0 ? '' : sprintf('set for [k = 1:%s_words] xtics add (%s_word[k] k)', p, p)
# Bars next to each other at these words.
bars(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using \
	($1 + 0.8 * ((i - 0.5) / %s_lines - 0.5)):($2 / yscale):(0.7 / %s_lines) with boxes fill solid (1.0 / %s_gpu[i]) \
	linetype %s_series[i] title %s ? "" : label(%s_name[i])', p, p, p, p, p, p, named(p), p)

# Their limits, a stroke across each bar.
bar_limits(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using \
	($1 + 0.8 * ((i - 0.5) / %s_lines - 0.5) - 0.4 / %s_lines):($5 / yscale):(0.8 / %s_lines):(0) with vectors nohead \
	linecolor rgb colour[4] linewidth 2.5 title i > 1 ? "" : "limit"', p, p, p, p, p)

# One GPU: its name; several: each one's name after its dashes.
array dashes[6] = ["———", "– – –", "· · · ·", "— · —", "— · · —", "— –"]
if (gpus > 1) do for [g = 1:gpus] {
	title = title . (g == 1 ? "" : g % 2 == 1 ? "\n" : "      ") . dashes[g] . "  " . gpu_name[g]
}
if (!exists("place")) place = ""
eval 'set multiplot layout rows, columns title title font ",14" noenhanced ' . place
