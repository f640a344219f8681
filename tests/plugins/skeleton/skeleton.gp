# skeleton.gp: bandwidth over the working set. Panel: size.
width = 900
height = 440
rows = 1
columns = 1
load here . "/curve.gp"
set logscale x 2
set xlabel "working set (MiB)"
set ylabel "bandwidth, GB/s"
xscale = 1048576.0
yscale = 1e9
set yrange [0:*]
eval shown("size", lines("size"))
unset multiplot
