# map.gp: a column for each SM, sorted by half, group and number, and a row for each eighth of the lines, those of the first half
# of L2 below those of the second; and what some of the SMs read. Panels a to h are the rows, dram and l2 the curves.
width = 1000
height = 1000
rows = 2
columns = 1
load here . "/curve.gp"
label(name) = name eq "spread" ? "one of each pair first" : name eq "packed" ? "by number" : \
	name eq "groups" ? "group after group" : name
row(p, k) = value(p . "_lines") == 0 ? '' : sprintf(', data index %s_first using 1:(%d):(0.5):(0.5):2 with boxxyerror \
	linecolor palette fillstyle solid noborder notitle', p, k)
unset key
set title "cycles from an SM, sorted by half and group, to the slices of each half of L2, from near to far"
set palette defined (0 "#0072b2", 0.5 "#f0e442", 1 "#d55e00")
set xlabel "SMs"
set xrange [-1:*]
set yrange [0.4:8.6]
set ytics ("first half" 2.5, "second half" 6.5)
eval a_lines == 0 ? 'set multiplot next' : 'plot NaN notitle' . row("a", 1) . row("b", 2) . row("c", 3) . row("d", 4) . \
	row("e", 5) . row("f", 6) . row("g", 7) . row("h", 8)

yscale = 1e12
unset colorbox
set title "what some SMs read from DRAM (thin) and L2"
set xlabel "SMs that read (%)"
set ylabel "bandwidth, TB/s"
set xrange [0:100]
set yrange [0:*]
set ytics auto
set key top left
eval shown("l2", lines("l2") . (dram_lines ? ', ' . line_of("dram", "$2") . \
	' with lines linetype dram_series[i] linewidth 1 notitle' : ''))
unset multiplot
