# curve.gp: what scripts of a benchmark's curves need, after they set width, height, rows and columns (and place, where panels do
# not take all of the picture): begins the picture, its panels side by side. The data have a block of x, y, the ends of the interval
# of y, and the limit for each line. A panel P has P_lines of them from block P_first on, and for line i P_name[i], P_series[i] and
# P_gpu[i], its number among the gpus; where x are words, P_words and P_word[i]. Lines of one name have one colour and shape; GPUs
# differ in their dashes. The panels that `labelled` names have the names of their lines at the ends, by ends("panel"), and no key;
# beside_P names what is drawn into panel P as well, so that their names keep apart; `logarithmic` names those whose y is; full_scale is the top of y where a script sets one for all of them.
# The title: what is found of a GPU, and its name, day and clock; of several GPUs each one's name after its dashes, and of two or
# three what is found of each. A line that is added leaves the panels their height.
array dashes[6] = ["———", "– – –", "· · · ·", "— · —", "— · · —", "— –"]
panels_height = height
found = 0 # GPUs whose finding has room
about(g) = gpus > 1 ? dashes[g] . "  " . gpu_name[g] . (finding[g] eq "" ? "" : ": " . finding[g]) : finding[g]
do for [g = 1:gpus] { found = found + (finding[g] ne "" && strlen(about(g)) < width / 7.0) }
if (gpus == 1 && found) { title = finding[1] . "\n" . title }
if (gpus > 1) do for [g = 1:gpus] {
	if (gpus <= 3 && found == gpus) {
		title = title . (g == 1 ? "" : "\n") . about(g)
	} else {
		title = title . (g == 1 ? "" : g % 2 == 1 ? "\n" : "      ") . dashes[g] . "  " . gpu_name[g]
	}
}
do for [k = 1:strlen(title)] { if (substr(title, k, k) eq "\n") { height = height + 20 } }
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

# Where the names of lines stand: at their last points, but a line of text apart. By the number of the block, which is that of the line.
if (!exists("labelled")) labelled = ""
if (!exists("logarithmic")) logarithmic = ""
array end_x[200]
array end_y[200]
array by_y[200]
array end_is_first[200]
spread_height = panels_height / rows - 130.0
do for [p in labelled] {
	n = 0 # lines that are named: of several GPUs the first one's
	is_log = strstrt(" " . logarithmic . " ", " " . p . " ") > 0
	lowest = is_log ? 1e300 : 0.0
	highest = -1e300
	group = p . (exists("beside_" . p) ? " " . value("beside_" . p) : "")
	do for [q in group] { do for [i = 1:value(q . "_lines")] {
		k = value(q . "_first") + i
		# Of two columns gnuplot fits a line, and warns where there is one point.
		stats data index k - 1 using (end_x[k] = $1, end_y[k] = is_log ? log10($2) : $2) nooutput
		lowest = is_log && STATS_min < lowest ? STATS_min : lowest
		stats data index k - 1 using (valid(5) && $5 > $2 ? $5 : $2) nooutput
		most = is_log ? log10(STATS_max) : STATS_max
		highest = most > highest ? most : highest
		eval sprintf("end_is_first[k] = !(%s)", named(q))
		if (end_is_first[k]) { n = n + 1; by_y[n] = k }
	} }
	if (exists("full_scale")) { highest = full_scale }
	# A logarithmic axis reaches to whole powers of ten.
	apart = 17.0 / spread_height * 1.08 * (is_log ? ceil(highest) - floor(lowest) : highest - lowest)
	if (n > 1) {
		do for [i = 2:n] { do for [j = i:2:-1] {
			if (end_y[by_y[j]] < end_y[by_y[j - 1]]) { k = by_y[j]; by_y[j] = by_y[j - 1]; by_y[j - 1] = k }
		} }
		# Neighbours that are too close give way by as much each, until none are; then none may lie below the panel or above it.
		do for [turn = 1:40 * n] { do for [i = 2:n] {
			less = apart - (end_y[by_y[i]] - end_y[by_y[i - 1]])
			if (less > 0) { end_y[by_y[i]] = end_y[by_y[i]] + less / 2; end_y[by_y[i - 1]] = end_y[by_y[i - 1]] - less / 2 }
		} }
		if (end_y[by_y[1]] < lowest) { end_y[by_y[1]] = lowest }
		do for [i = 2:n] { if (end_y[by_y[i]] < end_y[by_y[i - 1]] + apart) { end_y[by_y[i]] = end_y[by_y[i - 1]] + apart } }
		do for [i = n:1:-1] {
			top = i == n ? highest + apart / 2 : end_y[by_y[i + 1]] - apart
			if (end_y[by_y[i]] > top) { end_y[by_y[i]] = top }
		}
	}
	if (is_log) { do for [q in group] {
		do for [k = value(q . "_first") + 1:value(q . "_first") + value(q . "_lines")] { end_y[k] = 10 ** end_y[k] }
	} }
}
ends(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 every ::0::0 using (end_x[%s_first + i] / xscale):(end_y[%s_first + i] / yscale)\
	:(end_is_first[%s_first + i] ? label(%s_name[i]) : "") with labels left offset char 0.8, 0 font ",13" \
	noenhanced textcolor rgb ink[(%s_series[i] - 1) %% 8 + 1] notitle', p, p, p, p, p, p, p)

if (!exists("place")) place = ""
eval 'set multiplot layout rows, columns title title font ",14" noenhanced ' . place
