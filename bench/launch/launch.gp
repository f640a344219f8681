# launch.gp: the cost of starting work. Panels: host (time of a call), device (from kernel to kernel), graph (per
# node), trip (a round trip, by way of waiting), args (by bytes of arguments), memory (allocated and freed).
width = 1000
height = 900
rows = 3
columns = 2
load here . "/curve.gp"
yscale = 1e-6
set ylabel "µs"
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 noenhanced
unset key
array panels[6] = ["host", "device", "graph", "trip", "args", "memory"]
array heads[6] = ["the host's call", "from kernel to kernel in a full queue", "a node of a graph", \
	"from the call to the end of the wait", "by bytes of arguments", "allocating and freeing 4 MiB"]
do for [k = 1:4] {
	set title heads[k]
	if (k < 4) {
		set xtics () scale 0 rotate by 20 right noenhanced
	} else {
		set xtics () scale 0 norotate center noenhanced
	}
	eval names(panels[k])
	eval shown(panels[k], bars(panels[k]))
}
set title heads[5]
set xtics autofreq scale 1 norotate center
set offsets 0, 0, 0, 0
set xrange [0:4200]
set key bottom right
eval shown("args", lines("args"))
unset key
set title heads[6]
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set logscale y
set yrange [1:*]
set xtics () scale 0 noenhanced
eval names("memory")
eval shown("memory", 'for [i = 1:memory_lines] data index memory_first + i - 1 using ($1):($2 / yscale) with points \
	linetype memory_series[i] pointsize dot * 1.6 notitle')
unset multiplot
