# loaded.gp: how long an access takes that waits for the one before, over what the other SMs move meanwhile.
width = 800
height = 520
rows = 1
columns = 1
labelled = "curve"
load here . "/curve.gp"
label(name) = name eq "mix" ? "mixed" : name . "s"
xscale = 1e12
yscale = 1e-9
set xlabel "bandwidth of the other SMs (TB/s)"
set ylabel "latency of DRAM (ns)"
set xrange [0:*]
set yrange [0:*]
set key off
set rmargin 8
eval shown("curve", unnamed("curve") . ", " . ends("curve"))
unset multiplot
