# dsmem.gp: distributed shared memory by cluster size. Panels: rate (bytes a clock of an SM), latency.
width = 900
height = 420
rows = 1
columns = 2
load here . "/curve.gp"
label(name) = name
set logscale x 2
set xrange [1.8:18]
set yrange [0:*]
set xlabel "blocks of the cluster"
set ylabel "bytes a clock, an SM"
set title "many accesses"
set key bottom left vertical maxrows auto
eval shown("rate", lines("rate"))

set ylabel "cycles"
set title "one after another"
eval shown("latency", lines("latency"))
unset multiplot
