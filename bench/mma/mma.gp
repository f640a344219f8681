# mma.gp: the matrix instructions by shape. Panels: rate (wgmma, operations a clock over the columns n), chain and waited (the cycles
# of one, without waiting and with), sync and latency (mma.sync in each of its shapes).
width = 900
height = 860
rows = 2
columns = 2
load here . "/curve.gp"
set logscale x 2
set xrange [7:300]
set xtics (8, 16, 32, 64, 128, 256)
set xlabel "columns n of m64n"
set ylabel "operations a clock, an SM"
set yrange [0:*]
set title "wgmma, all SMs"
set key above left horizontal width 1 maxrows 3 samplen 1.5 font ",11"
set offsets 0, 0, graph 0.25, 0
eval shown("rate", rings("rate"))

set offsets
set title "wgmma of FP16, one warpgroup alone"
set ylabel "cycles of an instruction"
set key above left horizontal width 1 maxrows 2 samplen 1.5 font ",11"
eval shown("chain", rings("chain") . (waited_lines > 0 ? ", " . rings("waited") : ""))

unset logscale x
set grid noxtics
set xrange [0.3:*]
set offsets 0, 0.7, 0, 0
unset xlabel
unset key
set title "mma.sync, all SMs"
set ylabel "operations a clock, an SM"
set xtics () scale 0 rotate by 60 right noenhanced font ",10"
eval names("sync")
eval shown("sync", bars("sync"))
set title "mma.sync, one warp alone"
set ylabel "latency (cycles)"
set xtics () scale 0 rotate by 60 right noenhanced font ",10"
eval names("latency")
eval shown("latency", bars("latency"))
unset multiplot
