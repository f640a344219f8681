# pairs.gp: matrices of roofs, from GPU (down) to GPU (across). Colours and numbers show the value in GB/s. Needs title,
# finding, roofs (number of matrices), roof[], host[] ("": there is only one) and last (the highest number of a GPU); a
# block of data (from, to, value) for each matrix, in this order.
columns = roofs < 3 ? roofs : 3
rows = int(ceil(roofs / 3.0))
width = 80 + columns * (140 + 46 * (last + 1))
height = 90 + rows * ((host[1] eq "" ? 140 : 160) + 46 * (last + 1))
load here . "/common.gp"
array most[roofs]
do for [k = 1:roofs] {
	stats data index k - 1 using 3 nooutput
	most[k] = STATS_max
}
set multiplot layout rows, columns title headed((finding eq "" ? "" : finding . "\n") . title) font ",14" noenhanced
unset key
unset grid
unset colorbox # the cells have numbers
set border 0
set tics scale 0
set xrange [-0.5:last + 0.5]
set yrange [last + 0.5:-0.5]
set xtics 1
set ytics 1
set xlabel "to GPU"
set ylabel "from GPU"
set palette defined (0 "#D55E00", 0.7 "#F0E442", 1 "#56B4E9")
do for [k = 1:roofs] {
	set title (host[k] eq "" ? "" : host[k] . "\n") . roof[k] noenhanced font ",13"
	set cbrange [0.8 * most[k]:most[k]]
	plot data index k - 1 using 2:1:(0.48):(0.48):3 with boxxyerror fillstyle solid 0.9 noborder \
		linecolor palette notitle, \
		data index k - 1 using 2:1:(sprintf("%.0f", $3)) with labels font ",12" notitle
	unset label 999
}
unset multiplot
