# loaded.gp: how long an access takes that waits for the one before, over what the other SMs move meanwhile.
width = 800
height = 520
rows = 1
columns = 1
load here . "/curve.gp"
label(name) = name eq "mix" ? "two reads to a write" : name . "s"
xscale = 1e12
yscale = 1e-9
set xlabel "bandwidth of the other SMs (TB/s)"
set ylabel "latency of DRAM (ns)"
set xrange [0:*]
set yrange [0:*]
set key top left
eval shown("curve", lines("curve"))
unset multiplot
