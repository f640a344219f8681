# cache.gp: bandwidth over the working set of the whole GPU: a step down at the end of each level. Panels: read (walks: l1, a set
# for each SM; l2, a share for each SM; common, one set for all), write, and side (an SM's near and far half of L2).
width = 900
height = 480
rows = 1
columns = 2
load here . "/curve.gp"
label(name) = name eq "l1" ? "a set for each SM, L1" : name eq "l2" ? "a share for each SM, past L1" : \
	name eq "common" ? "one set for all SMs, past L1" : name eq "write" ? "writes, a share for each SM" : \
	name eq "near" ? "read, near half" : name eq "far" ? "read, far half" : name eq "near_write" ? "write, near half" : \
	name eq "far_write" ? "write, far half" : name
stats data using 2 nooutput
set logscale x 2
set xlabel "working set of all SMs (MiB)"
set ylabel "bandwidth, TB/s"
xscale = 1048576.0
yscale = 1e12
set xrange [0.1:512]
set yrange [0:1.55 * STATS_max / yscale]
set key top right font ",13"
set xtics ("1/8" 0.125, "1/2" 0.5, "2" 2, "8" 8, "32" 32, "128" 128, "512" 512)
set title "levels"
eval shown("read", limits("read") . ", " . lines("read") . (write_lines ? ', for [i = 1:write_lines] data index write_first + i - 1 using \
	($1 / xscale):($2 / yscale) with linespoints linetype 4 dashtype write_gpu[i] title i > 1 ? "" : label(write_name[i])' : ""))
set title "the halves of L2"
unset ylabel
set yrange [0:*]
set xrange [4:128]
set xtics ("4" 4, "8" 8, "16" 16, "32" 32, "64" 64, "128" 128)
set yrange [0:16]
set key top left
eval shown("side", limits("side") . ", " . lines("side"))
unset multiplot
