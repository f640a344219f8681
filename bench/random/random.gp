# random.gp: accesses per second at random addresses. Panels: sets (of 8 bytes, by working set), bytes (by access size
# in 8 GiB).
width = 900
height = 420
rows = 1
columns = 2
load here . "/curve.gp"
set logscale xy
set ylabel "10^9 accesses per second"
yscale = 1e9
set yrange [*:*]
set key bottom left vertical
set title "accesses of 8 bytes"
xscale = 1048576.0
set xtics ("64 KiB" 0.0625, "1 MiB" 1, "32 MiB" 32, "1 GiB" 1024, "32 GiB" 32768)
set xlabel "working set"
eval shown("sets", lines("sets"))

set title "in 8 GiB"
xscale = 1.0
set xtics (4, 8, 16, 32, 64, 128)
set xrange [3:170]
set xlabel "bytes per access"
eval shown("bytes", lines("bytes"))
unset multiplot
