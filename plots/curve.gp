# curve.gp: panels and lines for the scripts of benchmarks. A script first sets width, height, rows and columns, then
# loads this file, which begins the picture with its panels side by side. The data have a block for each line: x, y, the
# ends of the interval of y, and the limit. Panel P has P_lines lines from block P_first on; line i has P_name[i],
# P_series[i] and P_gpu[i], its number among the gpus. If x are words, they are P_word[1] to P_word[P_words]. Lines of
# the same name have the same colour and shape; GPUs differ in their dashes. Panels listed in `labelled` have no key;
# the names of their lines are at the ends, drawn by ends("P"). beside_P lists other panels drawn into P, so that the
# names of all lines keep apart. `logarithmic` lists panels with a logarithmic y; full_P is the top of y if a script
# sets it. The title has the finding of a GPU, then its name, day and clock. If there are several GPUs, the title has
# the name of each after its dashes, and for two or three also the finding of each. Additional lines of the title do not
# change the height of the panels.
if (!exists("dashes")) { array dashes[6] = ["—●—", "– ○ –", "· ◍ ·", "— ◌ —", "— · · —", "— –"] }
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
if (exists("own_title")) { title = own_title . (gpus > 1 ? "\n" . title : "") }
do for [k = 1:strlen(title)] { if (substr(title, k, k) eq "\n") { height = height + 20 } }
load here . "/common.gp"
label(name) = name
xscale = 1.0
yscale = 1.0

# True if an earlier line of the panel has the same name.
named(p) = sprintf('(sum [j = 1:i - 1] (%s_name[j] eq %s_name[i])) > 0', p, p)
line_of(p, what) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1 / xscale):(%s / yscale)', \
	p, p, what)
# Each GPU has its own dashes. Points are filled on the first GPU, empty on the second, and pale on the next two. Bars
# get paler.
array open[4] = [6, 4, 8, 12]
array filled[4] = [7, 5, 9, 13]
paint(series, gpu) = ((gpu - 1) % 4 > 1 ? "#90" : "#00") . substr(colour[(series - 1) % 8 + 1], 2, 7)
mark(series, gpu) = gpu % 2 == 0 ? open[(series - 1) % 4 + 1] : filled[(series - 1) % 4 + 1]
line_look(p) = sprintf('linetype %s_series[i] linecolor rgb paint(%s_series[i], %s_gpu[i]) dashtype %s_gpu[i]', \
	p, p, p, p)
marked(p, shift, size) = sprintf(' pointtype mark(%s_series[i], %s_gpu[i] + %d) pointsize dot * (%s)', \
	p, p, shift, size)
look_of(p) = line_look(p) . (gpus > 1 ? marked(p, 0, sprintf("0.45 + 0.1 * ((%s_series[i] - 1) / 4)", p)) : "")
# Draws the lines of a panel: eval shown("copy", unnamed("copy")). A panel without lines is left blank.
shown(p, command) = value(p . "_lines") == 0 ? 'set multiplot next' : 'plot ' . command
titled(p) = exists(p . "_ends") ? ' notitle' : sprintf(' title %s ? "" : label(%s_name[i])', named(p), p)
unnamed(p) = line_of(p, "$2") . ' with linespoints ' . look_of(p) . ' notitle'
# For lines that often coincide: the points of each line are larger than those of the next.
rings(p) = line_of(p, "$2") . ' with linespoints ' . line_look(p) . \
	marked(p, gpus == 1, sprintf("1.0 - 0.22 * ((%s_series[i] - 1) %% 4)", p)) . titled(p)
# The intervals of points at x that are longer than a marker is wide.
intervals(p, x) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using (%s):\
	($4 > 1.03 * $3 ? $3 / yscale : NaN):(0):(($4 - $3) / yscale) with vectors nohead linewidth 1.2 \
	linecolor rgb paint(%s_series[i], %s_gpu[i]) notitle', p, p, x, p, p)
# The limits of these lines, dashed and without points: limit() draws one that lines share, in grey; limits() draws each
# in its line's colour. They have one entry in the key.
limit(p) = line_of(p, "$5") . ' with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 title i > 1 ? "" : "limit"'
limits(p) = line_of(p, "$5") . sprintf(' with lines linetype %s_series[i] linewidth 1.2 dashtype 2 notitle', p) . \
	', keyentry with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 title "limit"'
# The words of x as labels of its axis.
names(p) = value(p . "_lines") == 0 ? '' : sprintf('set for [k = 1:%s_words] xtics add (%s_word[k] k)', p, p)
# The positions of bars next to each other at these words.
bar_x(p) = sprintf('$1 + 0.8 * ((i - 0.5) / %s_lines - 0.5)', p)
bars(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using (%s):($2 / yscale):(0.7 / %s_lines) \
	with boxes fill solid (1.0 - (%s_gpu[i] - 1.0) / gpus) \
	linetype %s_series[i] title %s ? "" : label(%s_name[i])', p, p, bar_x(p), p, p, p, named(p), p)
# The positions of points at these words, one GPU next to the other.
point_x(p) = sprintf('$1 + 0.2 * (%s_gpu[i] - (gpus + 1) / 2.0)', p)
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using (%s):($2 / yscale) with points \
	linecolor rgb paint(%s_series[i], %s_gpu[i])', p, p, point_x(p), p, p) . \
	marked(p, gpus == 1, sprintf("1.4 - 0.2 * ((%s_series[i] - 1) %% 5)", p)) . titled(p)
# The limit of a bar is a stroke across the bar; the limit of a point is a stroke across the word.
point_limits(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1 - 0.4):($5 / yscale):(0.8):(0) \
	with vectors nohead linecolor rgb "black" linewidth 1.2 title i > 1 ? "" : "limit"', p, p)
bar_limits(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using \
	($1 + 0.8 * ((i - 0.5) / %s_lines - 0.5) - 0.4 / %s_lines):($5 / yscale):(0.8 / %s_lines):(0) \
	with vectors nohead linecolor rgb colour[4] linewidth 2.5 title i > 1 ? "" : "limit"', p, p, p, p, p)

# Positions of line names, indexed by block: at the last points of the lines, at least one line of text apart.
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
		# With two columns gnuplot would fit a line, and warn if there is only one point.
		stats data index k - 1 using (end_x[k] = $1, end_y[k] = is_log ? log10($2) : $2) nooutput
		lowest = is_log && STATS_min < lowest ? STATS_min : lowest
		stats data index k - 1 using (valid(5) && $5 > $2 ? $5 : $2) nooutput
		most = is_log ? log10(STATS_max) : STATS_max
		highest = most > highest ? most : highest
		eval sprintf("end_is_first[k] = !(%s)", named(q))
		if (end_is_first[k]) { n = n + 1; by_y[n] = k }
	} }
	if (exists("full_" . p)) { highest = value("full_" . p) }
	# A logarithmic axis ends at powers of ten.
	apart = 17.0 / spread_height * 1.08 * (is_log ? ceil(highest) - floor(lowest) : highest - lowest)
	if (n > 1) {
		do for [i = 2:n] { do for [j = i:2:-1] {
			if (end_y[by_y[j]] < end_y[by_y[j - 1]]) { k = by_y[j]; by_y[j] = by_y[j - 1]; by_y[j - 1] = k }
		} }
		# Neighbours that are too close move apart by equal amounts until none are. Then all are moved into the
		# panel.
		do for [turn = 1:40 * n] { do for [i = 2:n] {
			less = apart - (end_y[by_y[i]] - end_y[by_y[i - 1]])
			if (less > 0) {
				end_y[by_y[i]] = end_y[by_y[i]] + less / 2
				end_y[by_y[i - 1]] = end_y[by_y[i - 1]] - less / 2
			}
		} }
		if (end_y[by_y[1]] < lowest) { end_y[by_y[1]] = lowest }
		do for [i = 2:n] {
			least = end_y[by_y[i - 1]] + apart
			if (end_y[by_y[i]] < least) { end_y[by_y[i]] = least }
		}
		do for [i = n:1:-1] {
			top = i == n ? highest + apart / 2 : end_y[by_y[i + 1]] - apart
			if (end_y[by_y[i]] > top) { end_y[by_y[i]] = top }
		}
	}
	if (is_log) { do for [q in group] {
		do for [k = value(q . "_first") + 1:value(q . "_first") + value(q . "_lines")] {
			end_y[k] = 10 ** end_y[k]
		}
	} }
}
ends(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 every ::0::0 \
	using (end_x[%s_first + i] / xscale):(end_y[%s_first + i] / yscale)\
	:(end_is_first[%s_first + i] ? label(%s_name[i]) : "") with labels left offset char 0.8, 0 font ",13" \
	noenhanced textcolor rgb ink[(%s_series[i] - 1) %% 8 + 1] notitle', p, p, p, p, p, p, p)

set multiplot layout rows, columns title title font ",14" noenhanced
