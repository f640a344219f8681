# spill.gp: time against that of the same kernel without spills. Panels: equal and full, by the warps that are resident.
width = 900
height = 460
rows = 1
columns = 2
load here . "/curve.gp"
stats data using 2 nooutput
label(name) = "L1 " . (strstrt(name, "large") ? "large" : "small") . ", loads " . (strstrt(name, "ca") ? "cached" : "past L1")
set xlabel "local memory of a thread (B)"
set ylabel "times slower than without spills"
set xrange [0:*]
set yrange [0:1.1 * STATS_max]
set key outside bottom center horizontal maxrows 1
set title "equal: 16 warps an SM with every build"
eval shown("equal", rings("equal"))
set title "full: as many warps as the registers allow"
unset ylabel
eval shown("full", rings("full"))
unset multiplot
