# stride.gp, a script since it writes a remark into the picture: left, copies, reads and writes that skip elements;
# right, one line from each of a growing number of pages. Panels: stride and reach. The limit is that of the bytes
# which L2 fetches and writes back.
width = 900
height = 440
rows = 1
columns = 2
load here . "/curve.gp"
if (stride_lines) stats data index stride_first:stride_first + stride_lines - 1 using ($2 / 1e9) \
	prefix "useful" nooutput
set logscale xy
set title "a stride between threads, 4-byte elements"
set xlabel "stride (elements)"
set ylabel "useful bytes, GB/s"
yscale = 1e9
set xrange [0.9:300000]
if (stride_lines) set yrange [useful_min / 1.5:*]
set xtics ("1" 1, "8" 8, "64" 64, "512" 512, "4 Ki" 4096, "32 Ki" 32768, "256 Ki" 262144)
set label 1 "each element is in\na different place of memory" at 4000, 9.5 * useful_min center font ",12"
set ytics ("10" 10, "30" 30, "100" 100, "300" 300, "1000" 1000, "3000" 3000)
eval shown("stride", limits("stride") . ", " . lines("stride"))
unset label
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
