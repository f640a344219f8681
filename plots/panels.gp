# panels.gp: the panels of a benchmark that has no script of its own, side by side, with the limits of their lines.
rows = 1
columns = words(panels)
width = columns > 1 ? 480 * columns : 900
height = 440
load here . "/curve.gp"
prefixes = "- k M G T P"
label(name) = name eq "default" ? "" : name
set yrange [0:*]
do for [p in panels] {
	most = 0.0
	least_x = 1e300
	most_x = 0.0
	do for [i = 0:value(p . "_lines") - 1] {
		stats data index value(p . "_first") + i using 1:2 nooutput
		most = STATS_max_y > most ? STATS_max_y : most
		least_x = STATS_min_x < least_x ? STATS_min_x : least_x
		most_x = STATS_max_x > most_x ? STATS_max_x : most_x
	}
	# Values below 1, such as seconds, have powers of ten on their axis.
	power = most >= 1e3 ? int(floor(log10(most) / 3.0)) : 0
	power = power > 5 ? 5 : power
	yscale = 1e3 ** power
	unit_of(which) = value(p . which . "_unit") eq "1" ? "" : value(p . which . "_unit")
	in(unit) = unit eq "" ? "" : " (" . unit . ")"
	set ylabel value(p . "_y") . in((power > 0 ? word(prefixes, power + 1) : "") . unit_of("_y")) noenhanced
	set xlabel value(p . "_x") . in(unit_of("_x")) noenhanced
	unset logscale x
	if (least_x > 0 && most_x >= 8 * least_x) { set logscale x 2 }
	if (columns > 1) { set title p noenhanced }
	eval shown(p, lines(p) . ", " . limits(p))
}
unset multiplot
