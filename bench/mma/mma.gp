# mma.gp: the matrix instructions by shape. Panels: rate (wgmma, operations per clock by columns n), chain and waited
# (the cycles of one, without and with a wait), sync and latency (mma.sync in each of its shapes).
width = 1100
height = 860
rows = 2
columns = 2
labelled = "rate chain"
beside_chain = "waited"
load here . "/curve.gp"
set logscale x 2
set xrange [7:300]
set xtics (8, 16, 32, 64, 128, 256)
set xlabel "columns n of m64n"
set ylabel "operations per clock and SM"
set yrange [0:*]
set title "wgmma, all SMs"
set key off
set rmargin 16
eval shown("rate", rings("rate") . ", " . ends("rate"))

set rmargin 20
set title "wgmma of FP16, a single warpgroup"
set ylabel "cycles per instruction"
eval shown("chain", rings("chain") . ", " . ends("chain") . \
	(waited_lines > 0 ? ", " . rings("waited") . ", " . ends("waited") : ""))

unset logscale x
set rmargin -1
set grid noxtics
set xrange [0.3:*]
set offsets 0, 0.7, 0, 0
unset xlabel
unset key
set title "mma.sync, all SMs"
set ylabel "operations per clock and SM"
set xtics () scale 0 rotate by 60 right noenhanced font ",10"
eval names("sync")
eval shown("sync", bars("sync"))
set title "mma.sync, a single warp"
set ylabel "latency (cycles)"
set xtics () scale 0 rotate by 60 right noenhanced font ",10"
eval names("latency")
eval shown("latency", bars("latency"))
unset multiplot
