# occupancy.gp: bandwidth over the warps of an SM, a line for each number of independent accesses of a thread.
xscale = 1
yscale = 1e12
set xlabel "warps an SM"
set ylabel "read from DRAM (TB/s)"
set yrange [0:*]
set xtics 8
load here . "/curve.gp"
