# occupancy.gp: bandwidth and FMAs over the warps of an SM, a line for each number of independent operations of a
# thread (ILP); and the
# tail of a grid. Panels: read, fma, grid, waves (the part of its waves that a grid fills).
width = 960
height = 440
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = "ILP " . name
set xrange [0:66]
set yrange [0:*]
set xtics 16
set xlabel "resident warps an SM"
set ylabel "read from DRAM, TB/s"
set title "loads of 16 B"
yscale = 1e12
set key bottom right
eval shown("read", lines("read") . ", " . limit("read"))
unset key
set title "FP32 FMAs"
set ylabel "TFLOP/s"
eval shown("fma", unnamed("fma") . ", " . limit("fma"))
set key bottom right
set title "blocks left over at the end"
set xlabel "blocks of the grid an SM"
set ylabel "of the rate of full waves"
yscale = 1
set logscale x 2
set xrange [0.9:256]
set xtics ("1" 1, "4" 4, "16" 16, "64" 64, "256" 256)
set yrange [0:1.05]
# Waves, the last one of which takes as long as a full one.
eval shown("grid", unnamed("grid") . (waves_lines ? ', data index waves_first using 1:2 \
	with lines linecolor rgb "#555555" linewidth 1.2 dashtype 2 title "full waves"' : ""))
unset multiplot
