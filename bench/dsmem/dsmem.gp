# dsmem.gp: distributed shared memory by cluster size. Panels: rate (bytes per clock and SM), latency.
width = 900
height = 420
rows = 1
columns = 2
labelled = "rate latency"
load here . "/curve.gp"
set logscale x 2
set xrange [1.8:18]
set yrange [0:*]
set xlabel "blocks of the cluster"
set ylabel "bytes per clock and SM"
set key off
set rmargin 8
set title "independent accesses"
eval shown("rate", unnamed("rate") . ", " . ends("rate"))

set ylabel "cycles"
set title "dependent accesses"
eval shown("latency", unnamed("latency") . ", " . ends("latency"))
unset multiplot
