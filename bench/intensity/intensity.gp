# intensity.gp: our own kernels with a growing number of FMAs per byte of memory. Panels: read and copy.
width = 900
height = 460
rows = 1
columns = 2
load here . "/curve.gp"
label(name) = name eq "fp16" ? "FP16" : name eq "fp32" ? "FP32" : name eq "fp64" ? "FP64" : name
yscale = 1e12
set logscale xy
set xlabel "arithmetic intensity, FLOP/B"
set ylabel "TFLOP/s"
set key bottom right font ",13"
set format x "10^{%L}"
set title "reads"
eval shown("read", limits("read") . ", " . lines("read"))
unset ylabel
unset key
set title "copies"
eval shown("copy", limits("copy") . ", " . unnamed("copy"))
unset multiplot
