# tensor.gp: operations per clock of an SM's tensor units. Panels: dense, sparse. A name is the format of the operands,
# and after > that of the sums.
width = 900
height = 640
rows = 2
columns = 1
load here . "/curve.gp"
set xrange [0.4:*]
set yrange [0:*]
set offsets 0, 0.6, 0, 0
set xtics () scale 0 noenhanced font ",11"
set grid noxtics
set ylabel "operations per clock and SM"
set key top left reverse
set title "dense"
eval names("dense")
eval shown("dense", bars("dense") . ", " . bar_limits("dense"))
set title "2:4 sparse, zeros counted"
unset key
set xtics () scale 0 noenhanced font ",11"
eval names("sparse")
eval shown("sparse", bars("sparse") . ", " . bar_limits("sparse"))
unset multiplot
