# stride.gp: copies that leave elements out, both axes logarithmic: a slope of -1 is a byte moved for each byte skipped.
xscale = 1
yscale = 1e9
set logscale x 2
set logscale y 10
set format x "2^{%L}"
set xlabel "stride (elements)"
set ylabel "copy: useful bytes (GB/s)"
load here . "/curve.gp"
