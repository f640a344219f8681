# compare.gp: a strip for each roof, with a point for each GPU at its distance from the median of its peers. Outliers
# are numbered, and named next to the picture. Needs title, finding, boards, board[], strips, strip[], outliers, names,
# name[] and more; blocks of data: points and outliers (x, y, board), numbers. If panels > 0, models are compared with
# one of them (ratios.gp).
if (panels > 0) {
	load here . "/ratios.gp"
	exit
}
# If there are many strips, they are arranged in several rows.
most = 26
rows = int(ceil(strips / (1.0 * most)))
across = int(ceil(strips / (1.0 * rows)))
width = 460 + across * (across > 8 ? 38 : 75)
head = 80.0
height = head + 420 * rows
load here . "/common.gp"
set ylabel "better (+) than the median of its peers (%)"
set xtics () rotate by 45 right noenhanced font ",13"
set for [k = 1:strips] xtics add (strip[k] k)
set grid noxtics
set offsets 0, 0, graph 0.06, graph 0.06
list = ""
do for [i = 1:names] {
	list = list . name[i] . "\n"
}
if (more > 0) list = list . sprintf("and %d more", more)
array shade[4] = [colour[1], colour[3], colour[5], colour[4]]
command = 'plot 0 linecolor rgb "#999999" linewidth 1 notitle, \
	for [b = 1:boards] data index "points" using 1:($3 == b ? $2 : NaN) with points pointtype 7 pointsize 0.25 \
	linecolor rgb shade[(b - 1) % 4 + 1] notitle, \
	for [b = 1:boards] keyentry with points pointtype 7 pointsize 0.7 linecolor rgb shade[(b - 1) % 4 + 1] \
	title board[b]'
if (outliers) command = command . ', data index "outliers" using 1:2 with points pointtype 9 pointsize 0.9 \
	linecolor rgb colour[2] title "outlier", \
	data index "numbers" every 2 using 1:2:3 with labels center offset 0, 0.9 font ",12" \
	textcolor rgb ink[2] notitle'
if (outliers > 1) command = command . ', \
	data index "numbers" every 2::1 using 1:2:3 with labels center offset 0, -0.9 font ",12" \
	textcolor rgb ink[2] notitle'
# All rows have the same scale.
stats data index "points" using 2 name "all" nooutput
least = all_min
largest = all_max
if (outliers) {
	stats data index "outliers" using 2 name "off" nooutput
	least = off_min < least ? off_min : least
	largest = off_max > largest ? off_max : largest
}
margin = 0.15 * (largest - least) + 0.1
set yrange [least - margin:largest + margin]
set multiplot
do for [row = 0:rows - 1] {
	set lmargin at screen 125.0 / width
	set rmargin at screen 1 - 290.0 / width
	set tmargin at screen 1 - (head + 420 * row) / height
	set bmargin at screen 1 - (head + 270 + 420 * row) / height
	set xrange [row * across + 0.4:(row + 1) * across + 0.6]
	if (row == 0) {
		set title headed(finding . "\n" . title) noenhanced font ",14"
		set key at screen 1 - 270.0 / width, screen 1 - (head - 25) / height left top Left reverse
		set label 1 list at screen 1 - 270.0 / width, screen 1 - (head + 25 + 20 * boards) / height left \
			noenhanced font ",12"
	} else {
		unset title
		unset key
		unset label 1
	}
	eval command
}
unset multiplot
