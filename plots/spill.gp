# spill.gp: time against that of the same kernel without spills.
xscale = 1
yscale = 1
set xlabel "bytes of local memory of a thread"
set ylabel "times slower than without spills"
set yrange [0:*]
load here . "/curve.gp"
