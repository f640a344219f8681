# unroll.gp: a loop with 1 to 16 steps in a trip. Panels: product and fma (cycles of an SM for a step of a warp), mix (the part of
# the instructions that is arithmetic).
width = 960
height = 440
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = name eq "few" ? "4 warps an SM" : name eq "all" ? "as many as fit" : name eq "fma" ? "multiply-adds alone" : "row times column"
set logscale x 2
set xrange [0.8:20]
set xtics (1, 2, 4, 8, 16)
set xlabel "steps in a trip"
set logscale y 2
set yrange [*:*]
set ytics (0.25, 0.5, 1, 2, 4, 8, 16)
set ylabel "cycles of an SM for a step of a warp"
set key top right
set title "a row times a column"
eval shown("product", lines("product") . ", " . limit("product"))
unset key
set title "multiply-adds alone"
eval shown("fma", unnamed("fma") . ", " . limit("fma"))
unset logscale y
set ytics autofreq
set yrange [0:1.2]
set key top left
set title "arithmetic in the loop"
set ylabel "part of its instructions"
eval shown("mix", lines("mix"))
unset multiplot
