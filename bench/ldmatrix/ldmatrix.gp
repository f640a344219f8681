# ldmatrix.gp: matrices between shared memory and registers. Panels: load and trans (cycles per access by row pitch),
# latency, swizzle (rows of 128 bytes, swizzled).
width = 960
height = 840
rows = 2
columns = 2
labelled = "load trans latency"
logarithmic = "load trans"
load here . "/curve.gp"
set logscale y 2
set yrange [0.7:64]
set xrange [8:152]
set xtics 32
set xlabel "row pitch (bytes)"
set ylabel "cycles per access"
set key off
set rmargin 13
set title "ldmatrix, stmatrix"
eval shown("load", rings("load") . ", " . ends("load"))
set title "with .trans"
eval shown("trans", rings("trans") . ", " . ends("trans"))
unset logscale y
set yrange [0:*]
set title "a single warp"
set ylabel "latency (cycles)"
eval shown("latency", rings("latency") . ", " . ends("latency"))
set rmargin -1
set title "rows of 128 bytes, swizzled"
set ylabel "cycles per access"
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, 0, 0
unset xlabel
set grid noxtics
set key on above right horizontal width 1
set xtics () scale 0 noenhanced
eval names("swizzle")
eval shown("swizzle", bars("swizzle"))
unset multiplot
