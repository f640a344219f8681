# stencil.gp: the 3D wave equation, built for ever fewer registers. Panels: rate; local (bytes spilled) and warps, which most builds
# share.
width = 900
height = 440
rows = 1
columns = 2
load here . "/curve.gp"
label(name) = "-dlcm=" . name
set xlabel "registers a thread"
set xrange [24:*]
set offsets 0, 4, 0, 0
set xtics 8
yscale = 1e12
set ylabel "useful bytes, TB/s"
set yrange [0:*]
set title "the rate"
set key bottom right
eval shown("rate", limit("rate") . ", " . lines("rate"))
yscale = 1
set title "what the registers cost"
set ylabel "bytes spilled a thread; warps an SM"
unset key
set key top right
eval shown("local", 'for [i = 1:local_lines] data index local_first + i - 1 using 1:2 with linespoints linecolor rgb colour[2] \
	pointtype 5 pointsize 0.5 * dot linewidth 1.6 dashtype local_gpu[i] title i > 1 ? "" : "bytes spilled", \
	for [i = 1:warps_lines] data index warps_first + i - 1 using 1:2 with linespoints linecolor rgb colour[1] \
	pointtype 7 pointsize 0.5 * dot linewidth 1.6 dashtype warps_gpu[i] title i > 1 ? "" : "resident warps"')
unset multiplot
