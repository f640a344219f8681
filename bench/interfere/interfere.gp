# interfere.gp: heat maps, which need a script: a row for each victim, a column for each aggressor, and the slowdown in
# the cell. The maps for each share of the aggressor are side by side, and the GPUs one below the other.
width = 1060
height = 40 + 330 * gpus
rows = gpus
columns = 3
array dashes[6] = ["", "", "", "", "", ""] # names are enough: no lines
load here . "/curve.gp"
unset key
unset grid
unset colorbox
unset border
unset tics
# White means no slowdown. Colours darken in equal steps of its logarithm.
set palette defined (0 "#ffffff", 0.35 "#fdd49e", 0.7 "#ef6548", 1 "#7f0000")
set cbrange [0:1]
depth(slowdown) = slowdown < 1 ? 0 : slowdown > 4 ? 1 : log(slowdown) / log(4)
# The row of each block of data in the present panel.
array row[200]
at = '1:(row[1 + column(-2)]):'
cells = ' using ' . at . '(0.5):(0.5):(depth($2)) with boxxyerror linecolor palette fillstyle solid border \
	linecolor rgb "#BBBBBB" notitle'
numbers = ' using ' . at . '(sprintf($2 < 9.995 ? "%.2f" : "%.0f", $2)):(depth($2) > 0.6 ? 0xffffff : 0) \
	with labels font ",12" textcolor rgb variable notitle'
set bmargin 5
set lmargin 11
set rmargin 1
do for [g = 1:gpus] { do for [share = 25:75:25] {
	p = sprintf("s%d", share)
	first = value(p . "_first")
	words = value(p . "_lines") > 0 ? value(p . "_words") : 0
	last = 0
	do for [k = 1:200] { row[k] = NaN }
	do for [k = 100:139] { unset label k }
	do for [k = 1:words] {
		eval sprintf("word = %s_word[k]", p)
		set label 100 + k word at k, graph -0.03 rotate by 35 right noenhanced font ",13"
		# Victims in the order of the aggressors.
		do for [i = 1:value(p . "_lines")] {
			eval sprintf("is_row = %s_gpu[i] == g && %s_name[i] eq word", p, p)
			if (is_row) {
				last = k
				row[first + i] = -k
				set label 120 + k word at graph -0.02, first -k right noenhanced font ",13"
			}
		}
	}
	if (last == 0) { set multiplot next } else {
		set title (gpus > 1 ? (share == 50 ? gpu_name[g] : " ") . "\n" : "") . \
			sprintf("aggressor on %d %% of the SMs", share) font ",13" noenhanced
		set xlabel "aggressor" offset 0, -1.6
		set ylabel share > 25 ? "" : "victim" offset -4
		set xrange [0.5:words + 0.5]
		set yrange [-last - 0.5:-0.5]
		blocks = sprintf('data index %d:%d', first, first + value(p . "_lines") - 1)
		eval 'plot ' . blocks . cells . ', ' . blocks . numbers
		unset label 999
	}
} }
unset multiplot
