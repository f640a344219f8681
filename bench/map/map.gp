# map.gp, a script since it draws a heat map: a column for each SM, sorted by half, GPC and number, and a row for each
# set of lines, from those nearest to GPC 0 to those farthest from it, the first half of L2 below the second; and the
# bandwidth of some of the SMs, and of those of one GPC or more; and random reads, if the file has some. Panels r0 to
# r23 are the rows, of and side the SM's group and half, dram, l2 and gpcs the curves.
width = 1000
rows = of_lines + (l2_lines > 0) + (gpcs_lines > 0) + (random_lines > 0)
height = 550 * rows
columns = 1
labelled = "l2 gpcs random"
load here . "/curve.gp"
label(name) = name eq "spread" ? "one of each pair first" : name eq "packed" ? "by number" : \
	name eq "groups" ? "GPC after GPC" : name eq "gpc_l2" ? "L2" : name eq "gpc_dram" ? "DRAM" : \
	name eq "all" ? "no windows" : name eq "group" ? "one for each GPC" : name eq "sm" ? "SMs in turn" : name
unset key
# Finds GPU g's block of data of a panel; -1: it has none.
find(p) = sprintf('block = -1 + (sum [i = 1:%s_lines] (%s_gpu[i] == g ? %s_first + i : 0))', p, p, p)
do for [g = 1:gpus] {
	eval find("side")
	side = block
	all_rows = ''
	shown_rows = 0 # files of older versions have eight
	do for [k = 0:23] {
		eval find(sprintf("r%d", k))
		if (block < 0) { continue }
		shown_rows = shown_rows + 1
		all_rows = all_rows . sprintf(', data index %d using 1:(%d):(0.5):(0.5):2 \
			with boxxyerror linecolor palette fillstyle solid noborder notitle', block, k)
	}
	eval find("of")
	if (block < 0) { continue }
	set title (gpus > 1 ? gpu_name[g] . "\n" : "") . \
		"cycles from an SM to the slices of L2, those nearest to GPC 0 first" noenhanced
	# viridis: more is lighter
	set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")
	set cblabel "cycles" offset 1
	set xrange [*:*]
	set yrange [*:*]
	stats data index block using 1 name "sm" nooutput
	stats data index block using 2 name "gpc" nooutput
	stats data index side using 2 name "half" nooutput
	set noxtics
	set bmargin 5
	unset grid
	middle(n, sum) = sum / (n > 0 ? n : 1)
	# Names under the columns, and a line after the last SM of each GPC and half. Ranges would bound stats: they are
	# set after it.
	named_as(k, n, few, many) = n > 0.05 * (sm_max - sm_min + 1) ? sprintf(many, k, n) : sprintf(few, k)
	do for [c = 0:int(gpc_max)] {
		stats data index block using ($2 == c ? 1 : 0) name "n" nooutput
		stats data index block using ($2 == c ? $1 : 0) name "x" nooutput
		if (n_sum > 0) {
			set label named_as(c, int(n_sum), "%d", "GPC %d: %d") at middle(n_sum, x_sum), graph -0.035 \
				center font ",11"
			set arrow from x_max + 0.5, graph -0.06 to x_max + 0.5, graph 1 \
				nohead front linecolor rgb "black" linewidth 0.6
		}
	}
	do for [h = 0:int(half_max)] {
		stats data index side using ($2 == h ? 1 : 0) name "n" nooutput
		stats data index side using ($2 == h ? $1 : 0) name "x" nooutput
		if (n_sum > 0) {
			set label named_as(h, int(n_sum), "%d", "SMs of half %d: %d") \
				at middle(n_sum, x_sum), graph -0.09 center
			set arrow from x_max + 0.5, graph -0.12 to x_max + 0.5, graph 1 \
				nohead front linecolor rgb "black" linewidth 2
		}
	}
	if (half_max > 0) {
		set arrow from graph -0.02, first shown_rows / 2.0 - 0.5 to graph 1, first shown_rows / 2.0 - 0.5 \
			nohead front linecolor rgb "black" linewidth 2
		set ytics ("slices of half 0" shown_rows / 4.0 - 0.5, "slices of half 1" shown_rows * 0.75 - 0.5) \
			rotate by 90 offset 0.5 center
	} else {
		set noytics
	}
	set xrange [sm_min - 0.5:sm_max + 0.5]
	set yrange [-0.5:shown_rows - 0.5]
	eval 'plot NaN notitle' . all_rows
	unset label
	unset arrow
	set bmargin
}

yscale = 1e12
unset colorbox
set grid
set title "bandwidth of some SMs from DRAM (thin) and L2"
set xlabel "SMs that read (%)"
set ylabel "bandwidth, TB/s"
set xrange [0:100]
set yrange [0:*]
set xtics nomirror autofreq
set ytics nomirror autofreq norotate offset 0, 0 right
set rmargin 20
if (l2_lines > 0) {
	eval shown("l2", unnamed("l2") . ", " . ends("l2") . (dram_lines ? ', ' . line_of("dram", "$2") . \
		' with lines linetype dram_series[i] dashtype dram_gpu[i] linewidth 1 notitle' : ''))
}
if (gpcs_lines > 0) {
	set title "bandwidth of the SMs of one GPC, and of several"
	set xlabel "SMs that read"
	set xrange [0:*]
	eval shown("gpcs", unnamed("gpcs") . ", " . ends("gpcs"))
}
if (random_lines > 0) {
	set title "random reads of sets that SMs read completely, or in windows of less than 64 GiB"
	set xlabel "set (GiB)"
	set ylabel "10^9 reads per second"
	set xrange [*:*]
	set yrange [0:*]
	xscale = 2**30
	yscale = 1e9
	eval shown("random", unnamed("random") . ", " . ends("random"))
}
unset multiplot
