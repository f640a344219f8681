# streams.gp: concurrency. Panels: concurrent (time of as many kernels of 100 us as there are streams), partition
# (bandwidth by reserved SMs), parts and together (copies and a kernel, alone and overlapped), priority (the longest
# wait).
width = 1000
height = 800
rows = 2
columns = 2
load here . "/curve.gp"
unset key
yscale = 1e-6
set ylabel "µs"
set yrange [0:*]
set xlabel "streams with a kernel of 100 µs each"
set title "kernels at the same time"
eval shown("concurrent", lines("concurrent"))

yscale = 1e12
set ylabel "TB/s"
set xlabel "reserved SMs"
set xrange [0:*]
set title "device memory read by reserved SMs"
eval shown("partition", lines("partition") . ', ' . limit("partition"))

yscale = 1e-3
set ylabel "ms"
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 norotate center noenhanced
set title "copy in, kernel, copy out: alone, and overlapped (line)"
eval names("parts")
eval shown("parts", bars("parts") . \
	(together_lines ? ', for [i = 1:together_lines] data index together_first + i - 1 using \
	(0.4):($2 / yscale):(parts_words + 0.2):(0) with vectors nohead linetype together_series[i] linewidth 2 \
	notitle' : ''))

set logscale y
set yrange [0.03:*]
set title "longest wait while blocks of 0.1 ms fill the device"
eval names("priority")
eval shown("priority", 'for [i = 1:priority_lines] data index priority_first + i - 1 \
	using ($1):($2 / yscale) with points linetype priority_series[i] pointsize dot * 1.6 notitle')
unset multiplot
