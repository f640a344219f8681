# l1.gp: reading a set again and again, built to cache loads in L1 (ca) and not to (cg).
xscale = 1024.0
yscale = 1e12
set logscale x 2
set xlabel "bytes a block reads again (KiB)"
set ylabel "bandwidth (TB/s)"
set yrange [0:*]
load here . "/curve.gp"
