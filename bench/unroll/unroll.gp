# unroll.gp: a loop with 1 to 16 steps per trip. Panels: product and fma (SM cycles per step of a warp), mix (the share
# of arithmetic in the instructions).
width = 960
height = 440
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = name eq "few" ? "4 warps per SM" : name eq "all" ? "as many as fit" : \
	name eq "fma" ? "only multiply-adds" : "row times column"
set logscale x 2
set xrange [0.8:20]
set xtics (1, 2, 4, 8, 16)
set xlabel "steps per trip"
set logscale y 2
set yrange [*:*]
set ytics (0.25, 0.5, 1, 2, 4, 8, 16)
set ylabel "SM cycles per warp step"
set key top right
set title "a row times a column"
eval shown("product", lines("product") . ", " . limit("product"))
unset key
set title "only multiply-adds"
eval shown("fma", unnamed("fma") . ", " . limit("fma"))
unset logscale y
set ytics autofreq
set yrange [0:1.2]
set key top left
set title "arithmetic in the loop"
set ylabel "share of its instructions"
eval shown("mix", lines("mix"))
unset multiplot
