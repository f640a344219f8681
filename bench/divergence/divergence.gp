# divergence.gp: cycles of a warp whose lanes take several paths. Panels: equal, unequal, short.
width = 900
height = 440
rows = 1
columns = 3
load here . "/curve.gp"
stats data using 2 nooutput
set xrange [0:33]
set xtics 8
set yrange [0:1.3 * STATS_max]
set key top left
set xlabel "paths"
set ylabel "cycles"
label(name) = name eq "lane" ? "lanes of a warp differ" : name eq "warp" ? "whole warps differ" : name
set title "paths of equal length"
eval shown("equal", lines("equal"))
unset ylabel
label(name) = name eq "loop" ? "trips of a loop" : name eq "unequal" ? "paths" : name
set title "paths of unequal length"
eval shown("unequal", lines("unequal"))
label(name) = name
set title "if, with half of the lanes"
set xlabel "instructions"
eval shown("short", lines("short"))
unset multiplot
