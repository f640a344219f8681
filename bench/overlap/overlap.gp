# overlap.gp: a kernel that copies and computes at once. Panels: together and math (time of both, of the FMAs alone),
# overlap (the hidden part of the shorter one's time).
width = 900
height = 440
rows = 1
columns = 2
labelled = "together"
load here . "/curve.gp"
label(name) = name . " warps"
set xlabel "FMAs per element copied"
set xrange [0:*]
set yrange [0:*]
yscale = 1e-3
set ylabel "time (ms)"
set key top left
set title "loads, FMAs and stores in one kernel, by warps per SM"
set rmargin 7
eval shown("together", unnamed("together") . ", " . ends("together") . \
	(math_lines ? ', for [i = 1:math_lines] data index math_first + i - 1 using \
	1:($2 / yscale) with lines linetype math_series[i] dashtype 3 notitle, \
	keyentry with lines linecolor rgb "#7F7F7F" linewidth 1.6 dashtype 3 title "FMAs alone"' : ''))
yscale = 1
set yrange [0:1.1 < *]
set ylabel "overlap"
set title "part of the shorter time that is hidden"
unset key
set rmargin -1
eval shown("overlap", unnamed("overlap"))
unset multiplot
