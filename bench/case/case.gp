# case.gp: the steps of the worked example. Panels: average and product (rates, with their limits), and the same over
# the operations per byte of L1 (average_l1, product_l1).
width = 1300
height = 760
rows = 2
columns = 2
load here . "/curve.gp"
label(name) = name eq "-" ? "" : name
yscale = 1e12
set logscale y
set ylabel "TFLOP/s"
set format y "10^{%L}"
set yrange [1e-4:200]
set grid noxtics

set title "means, and a matrix times these"
set xrange [0.4:5.6]
set xtics () scale 0 noenhanced
unset key
eval names("average")
eval shown("average", bars("average") . ", " . bar_limits("average"))

set title "a matrix product"
set xrange [0.4:7.6]
set xtics () scale 0 noenhanced
set yrange [1e-4:5000]
set key top left
eval names("product")
eval shown("product", bars("product") . ", " . bar_limits("product"))

set grid xtics
set logscale x
set xrange [0.005:20]
set xtics autofreq enhanced
set yrange [1e-4:200]
set format x "10^{%L}"
set xlabel "FLOP/B of L1"
set key bottom right font ",12"
set title "means, by FLOP per byte of L1"
eval shown("average_l1", lines("average_l1"))
set title "a matrix product, by FLOP per byte of L1"
eval shown("product_l1", lines("product_l1"))
unset multiplot
