# transpose.gp: each way to transpose a square matrix of n x n floats, and a copy. Panel: method.
width = 900
height = 440
rows = 1
columns = 1
load here . "/curve.gp"
label(name) = "n = " . name
yscale = 1e12
set ylabel "useful bytes, TB/s"
set yrange [0:*]
set xrange [0.4:*]
set grid noxtics
set xtics () scale 0 noenhanced font ",12"
eval names("method")
set offsets 0, 0.2, 0, 0
set key outside right top width 0
eval shown("method", bars("method"))
unset multiplot
