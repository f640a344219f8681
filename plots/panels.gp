# panels.gp: the panels of a benchmark. PANEL_title and similar settings describe the appearance of a panel
# (harness/reading/plot/panel_settings.h); `columns`, `width` and `height` are those of the picture with all its
# `places`. What NAME.plot leaves out is chosen here: a picture without `columns` has its panels side by side, with the
# limits of their lines.
get(p, key, other) = exists(p . "_" . key) ? value(p . "_" . key) : other
is_in(list, p) = strstrt(" " . list . " ", " " . p . " ") > 0
declared = exists("columns")
cells = ""
labelled = ""
logarithmic = ""
do for [p in panels] {
	cell = get(p, "over", p)
	if (!is_in(cells, cell)) { cells = cells . cell . " " }
	if (!exists(p . "_ends")) { continue }
	if (!is_in(labelled, cell)) {
		labelled = labelled . cell . " "
		eval sprintf('beside_%s = ""', cell)
		if (get(cell, "ylog", "off") ne "off") { logarithmic = logarithmic . cell . " " }
	}
	if (cell ne p) { eval sprintf('beside_%s = beside_%s . " %s"', cell, cell, p) }
}
count = words(cells)
if (!declared) { columns = count; places = count }
if (!exists("width")) {
	width = columns > 1 ? 480 * columns : 900
	height = 440 * ceil(1.0 * places / columns)
}
row_height = height / ceil(1.0 * places / columns)
columns = count < columns ? count : columns
rows = int(ceil(1.0 * count / columns))
height = int(rows * row_height)
stats data using 2 nooutput
data_low = STATS_min
data_top = STATS_max
# full_P is the top of y if yrange gives it as a multiple of the largest y.
do for [p in labelled] {
	range = get(p, "yrange", "")
	top = data_top
	if (strstrt(range, ":top") > 0) { eval sprintf("full_%s = %s", p, substr(range, strstrt(range, ":") + 1, 99)) }
}
load here . "/curve.gp"
do for [p in panels] {
	if (words(get(p, "ends", "")) > 1) { do for [i = 1:value(p . "_lines")] {
		eval sprintf("end_x[%s_first + i] = %s", p, word(value(p . "_ends"), 2))
	} }
}
label(name) = name eq "-" || (!declared && name eq "default") ? "" : name

style(p) = word(get(p, "draw", "lines"), 1)
which(p) = declared ? get(p, "draw", "") : "lines limits"
y_of(p) = get(p, "yscale", "") eq "limit" ? "100 * $2 / $5" : "$2"
steady(p, look) = line_of(p, y_of(p)) . ' with lines ' . look . titled(p)
level(p, over) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 \
	using (0.4):($2 / yscale):(%s_words + 0.2):(0) \
	with vectors nohead linetype %s_series[i] linewidth 2 notitle', p, p, over, p)
marks(p) = style(p) eq "bars" ? bars(p) : style(p) eq "points" ? points(p) : style(p) eq "rings" ? rings(p) : \
	style(p) eq "steady" ? steady(p, line_look(p)) : style(p) eq "level" ? level(p, get(p, "over", p)) : \
	style(p) eq "dashes" ? steady(p, sprintf('linetype %s_series[i] dashtype 3', p)) : \
	line_of(p, y_of(p)) . ' with linespoints ' . look_of(p) . titled(p)
# Strokes over bars and points are drawn after these.
limits_of(p) = words(which(p)) < 2 ? "" : style(p) eq "bars" ? ", " . bar_limits(p) : \
	style(p) eq "points" ? ", " . point_limits(p) : (word(which(p), 2) eq "limit" ? limit(p) : limits(p)) . ", "
at_words(p) = style(p) eq "bars" || style(p) eq "points"
named_ends(p) = exists(p . "_ends") ? ends(p) . ", " : ""
spans(p) = style(p) eq "bars" ? intervals(p, bar_x(p)) : style(p) eq "points" ? intervals(p, point_x(p)) : \
	y_of(p) eq "$2" ? intervals(p, "$1 / xscale") : "NaN notitle"
panel(p) = value(p . "_lines") == 0 ? "" : at_words(p) ? marks(p) . limits_of(p) . ", " . spans(p) . ", " : \
	limits_of(p) . spans(p) . ", " . marks(p) . ", " . named_ends(p)

prefixes = "- k M G T P"
unit_of(p, which) = value(p . which . "_unit") eq "1" ? "" : value(p . which . "_unit")
in(unit) = unit eq "" ? "" : " (" . unit . ")"
# If values are below 1, such as seconds, the axis has powers of ten.
thousands(most) = most < 1e3 ? 0 : most < 1e18 ? int(floor(log10(most) / 3.0)) : 5
do for [p in cells] {
	set title get(p, "title", !declared && count > 1 ? p : "") noenhanced
	eval 'xscale = 1.0 * ' . get(p, "xscale", "1")
	eval 'yscale = 1.0 * ' . (get(p, "yscale", "limit") eq "limit" ? "1" : value(p . "_yscale"))
	set xlabel get(p, "xlabel", "") enhanced
	set ylabel get(p, "ylabel", "") enhanced
	if (!declared) {
		if (!exists(p . "_words")) { set xlabel value(p . "_x") . in(unit_of(p, "_x")) noenhanced }
		stats data index value(p . "_first"):value(p . "_first") + value(p . "_lines") - 1 using 1:2 nooutput
		power = thousands(STATS_max_y)
		yscale = 1e3 ** power
		prefix = power > 0 ? word(prefixes, power + 1) : ""
		set ylabel value(p . "_y") . in(prefix . unit_of(p, "_y")) noenhanced
		if (STATS_min_x > 0 && STATS_max_x >= 8 * STATS_min_x) { eval p . '_xlog = "2"' }
	}
	low = data_low / yscale
	top = data_top / yscale
	unset logscale
	do for [axis in "x y"] {
		if (exists("own_log") && strstrt(own_log, axis) > 0) { eval sprintf('%s_%slog = "10"', p, axis) }
		base = get(p, axis . "log", "off")
		if (base ne "off") { eval sprintf('set logscale %s %s', axis, base) }
	}
	has_words = exists(p . "_words")
	eval 'set xrange [' . get(p, "xrange", has_words ? sprintf("0.4:%d.6", value(p . "_words")) : "*:*") . ']'
	eval 'set yrange [' . get(p, "yrange", get(p, "ylog", "off") eq "off" ? "0:*" : "*:*") . ']'
	if (exists("xmin") && !has_words) { set xrange [xmin:xmax] }
	if (exists("own_log") && strstrt(own_log, "y") > 0) { set yrange [*:*] }
	eval sprintf('set offsets 0, 0, graph %s, 0', get(p, "room", "0"))
	do for [axis in "x y"] {
		tics = get(p, axis . "tics", "autofreq")
		powers = tics eq "powers"
		eval sprintf('set format %s "%s"', axis, powers ? "10^{%L}" : "% h")
		eval sprintf('set %stics %s norotate scale 0.6 enhanced font ""', axis, powers ? "autofreq" : tics)
	}
	set xtics center
	set grid xtics
	if (has_words) {
		turn = get(p, "xwords", "0")
		eval sprintf('set xtics () scale 0 noenhanced font ",%s" ', words(turn) > 1 ? word(turn, 2) : "15") . \
			(word(turn, 1) ne "0" ? sprintf('rotate by %s right', word(turn, 1)) : 'norotate center')
		set grid noxtics
		eval names(p)
	}
	set key default
	eval 'set key ' . plain_key
	given = get(p, "key", exists(p . "_ends") ? "off" : "")
	key = ""
	do for [k = 1:words(given)] {
		part = word(given, k)
		key = key . " " . (key[strlen(key) - 3:] eq "font" ? '",' . part . '"' : part)
	}
	if (key ne "") { eval 'set key ' . key }
	eval 'set rmargin ' . word(get(p, "ends", "-1"), 1)
	all = panel(p)
	do for [q in panels] { if (get(q, "over", "") eq p) { all = all . panel(q) } }
	eval 'plot ' . all . 'NaN notitle'
	unset label 999
}
unset multiplot
