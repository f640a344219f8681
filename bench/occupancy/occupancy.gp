# occupancy.gp: bandwidth and FMAs over the resident warps of an SM, with a line for each number of independent
# operations per thread (ILP); and the tail of a grid. Panels: read, fma, grid, waves (the part of its waves that a
# grid fills).
width = 1080
height = 440
rows = 1
columns = 3
labelled = "read fma"
load here . "/curve.gp"
label(name) = "ILP " . name
# All names are at one edge, which not all lines reach.
if (lines > 0) do for [k = 1:lines] { end_x[k] = 64 }
set xrange [0:66]
set yrange [0:*]
set xtics 16
set xlabel "resident warps per SM"
set ylabel "read from DRAM, TB/s (dashed: limit)"
set title "loads of 16 B"
yscale = 1e12
set key off
set rmargin 7
eval shown("read", unnamed("read") . ", " . limit("read") . ", " . ends("read"))
set title "FP32 FMAs"
set ylabel "TFLOP/s (dashed: limit)"
eval shown("fma", unnamed("fma") . ", " . limit("fma") . ", " . ends("fma"))
set rmargin -1
set title "tail of the grid"
set xlabel "blocks of the grid per SM"
set ylabel "share of the full rate (dashed: full waves)"
yscale = 1
set logscale x 2
set xrange [0.9:256]
set xtics ("1" 1, "4" 4, "16" 16, "64" 64, "256" 256)
set yrange [0:1.05]
# Waves: the last one takes as long as a full one.
eval shown("grid", unnamed("grid") . (waves_lines ? ', data index waves_first using 1:2 \
	with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 notitle' : ""))
unset multiplot
