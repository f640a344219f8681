# dram.gp: bandwidth of the device memory. Panels: mix, over the reads in eight accesses, and ops, one bar per kernel.
width = 900
height = 440
rows = 1
columns = 2
load here . "/curve.gp"
yscale = 1e12
set yrange [0:*]
set title "a mix of reads and writes"
set xlabel "reads : writes"
set xrange [-0.3:8.3]
set xtics ("0 : 8" 0, "2 : 6" 2, "4 : 4" 4, "6 : 2" 6, "8 : 0" 8)
set ylabel "bytes read and written, TB/s"
set key bottom right
eval shown("mix", limit("mix") . ", " . unnamed("mix"))
set title "kernels"
unset xlabel
unset ylabel
unset key
set xrange [0.4:*]
set offsets 0, 0.6, 0, 0
set xtics () scale 0 rotate by 40 right noenhanced font ",12"
set grid noxtics
eval names("ops")
eval shown("ops", bars("ops") . ", " . bar_limits("ops"))
unset multiplot
