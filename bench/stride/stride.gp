# stride.gp: left, copies, reads and writes that leave elements out; right, one line from each of more and more pages.
# Panels: stride, model (useful bytes over those that L2 fetches and writes back) and reach.
width = 900
height = 440
rows = 1
columns = 2
load here . "/curve.gp"
# The limit of a stride of 1 is that of the memory.
array memory[stride_lines + 1] # none of an array is no array
do for [i = 1:stride_lines] {
	stats data index stride_first + i - 1 using ($5 == $5 ? $5 : 0) nooutput
	memory[i] = STATS_max
}
if (stride_lines) stats data index stride_first:stride_first + stride_lines - 1 using ($2 / 1e9) prefix "useful" nooutput
set logscale xy
set title "a stride between threads, 4-byte elements"
set xlabel "stride (elements)"
set ylabel "useful bytes, GB/s"
yscale = 1e9
set xrange [0.9:300000]
if (stride_lines) set yrange [useful_min / 1.5:*]
set xtics ("1" 1, "8" 8, "64" 64, "512" 512, "4 Ki" 4096, "32 Ki" 32768, "256 Ki" 262144)
set ytics ("10" 10, "30" 30, "100" 100, "300" 300, "1000" 1000, "3000" 3000)
eval shown("stride", lines("stride") . (stride_lines == model_lines ? ', for [i = 1:model_lines] data index model_first + i - 1 using \
	1:(memory[i] * $2 / yscale) with lines linetype model_series[i] linewidth 1.6 dashtype 3 notitle, \
	keyentry with lines linecolor rgb "#7F7F7F" linewidth 1.6 dashtype 3 title "by the bytes moved"' : ""))
unset logscale y
set title "4 bytes from each page of 2 MiB in turn"
set xlabel "span of the pages (GiB)"
xscale = 1073741824.0
set xrange [0.8:80]
set yrange [0:*]
set ytics autofreq
set xtics ("1" 1, "2" 2, "4" 4, "8" 8, "16" 16, "32" 32, "64" 64)
eval shown("reach", unnamed("reach"))
unset multiplot
