# compare.gp: a strip for each roof, a point for each GPU by its distance from the median of its peers; outliers are numbered
# and named next to the picture. Needs title, boards, board[], strips, strip[], outliers, names, name[] and more; blocks of data: points
# and outliers (x, y, board), numbers. Where panels > 0, models are set against one of them: see ratios.gp.
if (panels > 0) {
	load here . "/ratios.gp"
	exit
}
width = 420 + strips * (strips > 8 ? 38 : 75)
height = 480
load here . "/common.gp"
set rmargin at screen 1 - 290.0 / width
set lmargin at screen 85.0 / width
set title title noenhanced
set ylabel "better or worse than the median of its peers (%)"
set xrange [0.4:strips + 0.6]
set xtics () rotate by 45 right noenhanced font ",13"
set for [k = 1:strips] xtics add (strip[k] k)
set grid noxtics
set offsets 0, 0, graph 0.06, graph 0.06
set key at screen 1 - 270.0 / width, screen 0.93 left top Left reverse
list = ""
do for [i = 1:names] {
	list = list . name[i] . "\n"
}
if (more > 0) list = list . sprintf("and %d more", more)
set label 1 list at screen 1 - 270.0 / width, screen 0.84 - 0.04 * boards left noenhanced font ",12"
array shade[4] = [colour[1], colour[3], colour[5], colour[4]]
command = 'plot 0 linecolor rgb "#999999" linewidth 1 notitle, \
	for [b = 1:boards] data index "points" using 1:($3 == b ? $2 : NaN) with points pointtype 7 pointsize 0.25 \
	linecolor rgb shade[(b - 1) % 4 + 1] notitle, \
	for [b = 1:boards] keyentry with points pointtype 7 pointsize 0.7 linecolor rgb shade[(b - 1) % 4 + 1] title board[b]'
if (outliers) command = command . ', data index "outliers" using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb colour[2] \
	title "outlier", \
	data index "numbers" every 2 using 1:2:3 with labels center offset 0, 0.9 font ",12" textcolor rgb ink[2] notitle, \
	data index "numbers" every 2::1 using 1:2:3 with labels center offset 0, -0.9 font ",12" textcolor rgb ink[2] notitle'
eval command
