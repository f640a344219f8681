# cache.gp: bandwidth over the working set: a step down at the end of each level.
xscale = 1048576.0
yscale = 1e12
set logscale x 2
set format x "2^{%L}"
set xlabel "working set (MiB)"
set ylabel "bandwidth (TB/s)"
set yrange [0:*]
load here . "/curve.gp"
