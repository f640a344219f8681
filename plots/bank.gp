# bank.gp: cycles of a warp's request to shared memory; n-way conflicts take n.
xscale = 1
yscale = 1
set xlabel "degree of the conflict (threads at one bank)"
set ylabel "cycles a request, throughput"
set xrange [0:33]
set yrange [0:*]
set xtics 0, 4
load here . "/curve.gp"
