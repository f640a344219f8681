# cache.gp: bandwidth over the working set of the whole GPU: a step down at the end of each level. Panels: read
# (walks: l1, one set per SM; l2, one share per SM; common, one set for all), write, and side (an SM's near and far
# half of L2).
width = 900
height = 480
rows = 1
columns = 2
labelled = "read side"
load here . "/curve.gp"
label(name) = name eq "l1" ? "L1, a set" : name eq "l2" ? "L2, a share" : \
	name eq "common" ? "one set for all" : name eq "write" ? "writes, a share" : \
	name eq "near" ? "read near" : name eq "far" ? "read far" : name eq "near_write" ? "write near" : \
	name eq "far_write" ? "write far" : name
set logscale x 2
set xlabel "working set of all SMs (MiB)"
set ylabel "bandwidth, TB/s"
xscale = 1048576.0
yscale = 1e12
set xrange [0.1:1200]
set yrange [0:*]
set key off
set rmargin 12
set xtics ("1/8" 0.125, "1" 1, "8" 8, "64" 64, "512" 512)
set title "levels"
eval shown("read", limits("read") . ", " . unnamed("read") . ", " . ends("read") . \
	(write_lines ? ', for [i = 1:write_lines] data index write_first + i - 1 using \
	($1 / xscale):($2 / yscale) with linespoints linetype 4 dashtype write_gpu[i] notitle, data index write_first \
	every ::0::0 using ($1 / xscale):($2 / yscale):(label("write")) \
	with labels left offset char 0, -0.9 font ",13" textcolor rgb ink[4] notitle' : ""))
set title "the halves of L2"
unset ylabel
set yrange [0:*]
set xrange [4:128]
set xtics ("4" 4, "8" 8, "16" 16, "32" 32, "64" 64, "128" 128)
set key off
set rmargin 9
eval shown("side", limits("side") . ", " . unnamed("side") . ", " . ends("side"))
unset multiplot
