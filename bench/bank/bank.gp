# bank.gp: bank conflicts in shared memory. Panels: stride (loads of several widths), degree, latency, tile (a column
# of a tile: plain, padded, swizzled).
width = 900
height = 760
rows = 2
columns = 2
labelled = "degree latency"
load here . "/curve.gp"
set ylabel "cycles per request"
set yrange [0:*]

set title "loads with a stride between lanes, by bytes per lane"
set xlabel "stride (words of the access's width)"
set xrange [-0.7:33.7]
set yrange [0:43 < *]
set xtics 4
set key top center horizontal maxrows 1 width 2
eval shown("stride", lines("stride"))
set yrange [0:*]

set title "conflicts of a chosen degree, many warps"
set xlabel "degree (lanes at different words of one bank)"
set xrange [0:33]
set key off
set rmargin 5
eval shown("degree", rings("degree") . ", " . ends("degree"))

set title "a single warp, each access waits for the previous one"
set ylabel "latency (cycles)"
eval shown("latency", unnamed("latency") . ", " . ends("latency"))

set title "a column of a tile of 32 x 32 words"
set ylabel "cycles per request"
set xlabel ""
set logscale y 2
set yrange [0.7:64]
set xrange [0.4:3.6]
set key on top right vertical maxrows auto
set rmargin -1
set grid noxtics
set xtics () scale 0
eval names("tile")
set style fill solid
eval shown("tile", bars("tile"))
unset multiplot
