# l1.gp: global loads compiled to be cached in L1 (-dlcm=ca), to bypass it (cg), and by the compiler's default. Panels:
# reuse, offset, stride.
width = 900
height = 440
rows = 1
columns = 3
labelled = "reuse"
load here . "/curve.gp"
label(name) = name eq "default" ? "default" : name eq "dlcm-ca" ? "-dlcm=ca" : name eq "dlcm-cg" ? "-dlcm=cg" : name
yscale = 1e12
set ylabel "bandwidth, TB/s"
set yrange [0:*]
set title "a set read repeatedly"
set logscale x 2
xscale = 1024.0
set xlabel "set per SM (KiB)"
set xtics ("4" 4, "32" 32, "256" 256)
set xrange [3:700]
set key off
set rmargin 7
eval shown("reuse", rings("reuse") . ", " . ends("reuse"))
set rmargin -1
unset logscale x
xscale = 1
set xrange [-1:33]
set xtics 8
unset ylabel
set title "read from L2 with an offset"
set xlabel "offset (elements of 4 B)"
eval shown("offset", rings("offset"))
set title "read from L2 with a stride"
set xlabel "stride (elements of 4 B)"
eval shown("stride", rings("stride"))
unset multiplot
