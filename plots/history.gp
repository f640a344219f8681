# history.gp: a panel for each roof of a GPU over time: its runs, the medians between steps, and the steps with their
# findings. Needs title, first and last (seconds), panels, panel[], unit[], low[] and high[] (values), and the numbers
# of steps, ok runs and suspect runs in steps[], fine[] and doubts[]; for each panel K the blocks of data runsK and
# suspectK (seconds, value, low, high), mediansK (from, to, value, rise) and stepsK (seconds, text).
height = 90 + 230 * panels
load here . "/common.gp"
set multiplot layout panels, 1 title headed(title) noenhanced
unset key
set lmargin 15
span = last - first > 3600 ? last - first : 3600
set xrange [first - 0.04 * span:last + 0.04 * span]
set xdata time
set timefmt "%s"
set format x span > 6 * 86400 ? "%Y-%m-%d" : "%m-%d %H:%M"
set xtics span / 5 font ",13"
set ytics font ",13"
do for [k = 1:panels] {
	from = 4 * (k - 1)
	set title panel[k] noenhanced font ",14"
	room = 0.3 * (high[k] - low[k]) > 0.004 * high[k] ? 0.3 * (high[k] - low[k]) : 0.004 * high[k]
	set yrange [low[k] - room:high[k] + room]
	set format y "%.3s %c" . unit[k]
	command = 'plot 1 / 0 notitle'
	if (fine[k]) {
		command = command . ', data index "runs" . k using 1:2:3:4 with yerrorbars pointtype 7 \
			pointsize 0.5 * dot linecolor rgb colour[1] notitle'
	}
	if (doubts[k]) {
		command = command . ', data index "suspect" . k using 1:2:3:4 with yerrorbars pointtype 2 \
			pointsize 0.6 linecolor rgb colour[8] notitle'
	}
	if (steps[k]) {
		command = command . ', data index "medians" . k using 1:3:($2 - $1):4 with vectors nohead linewidth 2 \
			linecolor rgb colour[3] notitle, \
			data index "steps" . k using 1:(low[k]):(0):(high[k] - low[k]) with vectors nohead \
			linewidth 1.2 dashtype 2 linecolor rgb colour[2] notitle, \
			data index "steps" . k using 1:(high[k]):2 with labels left offset 0.6, 0.4 noenhanced \
			font ",12" textcolor rgb ink[2] notitle'
	}
	eval command
}
unset multiplot
