# spill.gp: time relative to that of the same kernel without spills. Panels: equal and full, by the resident warps.
width = 1000
height = 460
rows = 1
columns = 2
labelled = "equal full"
stats data using 2 nooutput
full_scale = 1.1 * STATS_max
load here . "/curve.gp"
label(name) = (strstrt(name, "large") ? "large" : "small") . " L1, " . \
	(strstrt(name, "ca") ? "loads cached" : "loads that bypass it")
set xlabel "local memory per thread (B)"
set ylabel "slowdown relative to no spills"
set xrange [0:*]
set yrange [0:full_scale]
set key off
set rmargin 19
set title "equal: 16 warps per SM in every build"
eval shown("equal", rings("equal") . ", " . ends("equal"))
set title "full: as many warps as the registers allow"
unset ylabel
eval shown("full", rings("full") . ", " . ends("full"))
unset multiplot
