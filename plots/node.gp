# node.gp: a host as a tree with one line for each part, and arcs between GPUs. Needs objects and joins; blocks of data:
# objects (depth, row, depth and row of the parent, kind, text) and joins (row, row, text).
width = 1000
height = 90 + 26 * objects
load here . "/common.gp"
unset key
unset grid
unset border
unset tics
set xrange [-0.2:12]
set yrange [objects + 0.2:-1]
array shade[6] = ["#000000", "#0072B2", "#7F7F7F", "#009E73", "#D55E00", "#CC79A7"]
command = 'plot data index "objects" using ($3 * 0.5 + 0.05):4:(0):($2 - $4) with vectors nohead \
	linecolor rgb "#BBBBBB" notitle, \
	data index "objects" using ($3 * 0.5 + 0.05):2:(0.5 * ($1 - $3) - 0.1):(0) with vectors nohead \
	linecolor rgb "#BBBBBB" notitle'
do for [k = 0:5] {
	command = command . \
		sprintf(', data index "objects" using ($5 == %d ? $1 * 0.5 : NaN):2:6 with labels left noenhanced \
		textcolor rgb shade[%d] notitle', k, k + 1)
}
if (joins) command = command . ', data index "joins" using (6.0 + 0.12 * $0):1:(0):($2 - $1) \
	with vectors heads filled size 0.06, 20 linecolor rgb colour[3] notitle, \
	data index "joins" using (6.2 + 0.12 * joins):(($1 + $2) / 2.0):3 with labels left noenhanced \
	font ",12" notitle'
eval command
