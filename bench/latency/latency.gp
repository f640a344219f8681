# latency.gp: cycles of a dependent access. A script, since seven percentiles make one mark. Panels: ladder (global
# memory by working set), fixed and texels (constant memory and textures by theirs), l1 and l2 (one line of each page),
# loads (by kind), sms (lines by their home, from several SMs), h01 to h99 (percentiles of single hops).
width = 1000
height = 1200
rows = 3
columns = 2
labelled = "l1 l2"
load here . "/curve.gp"
unset key
set logscale xy
set ylabel "cycles"
xscale = 1024.0
set xrange [0.9:*]
set yrange [15:1200]
set xtics ("1 KiB" 1, "32 KiB" 32, "1 MiB" 1024, "32 MiB" 32768, "1 GiB" 1048576, "64 GiB" 67108864)
set ytics (16, 32, 64, 128, 256, 512, 1024)
set title "global memory, by working set"
eval shown("ladder", lines("ladder"))

set key top left
set xtics ("256 B" 0.25, "2 KiB" 2, "32 KiB" 32, "1 MiB" 1024, "8 MiB" 8192)
set xrange [0.2:20000]
set title "constant memory and textures, by working set"
eval shown("texels", line_of("texels", "$2") . ' with linespoints linetype 2 title i > 1 ? "" : "texture"' . \
	(fixed_lines ? ', ' . line_of("fixed", "$2") . ' \
	with linespoints linetype 3 title i > 1 ? "" : "constant"' : ''))

xscale = 1.0
unset logscale y
set xtics ("1" 1, "8" 8, "64" 64, "512" 512, "4096" 4096, "32768" 32768)
set ytics auto
set xrange [0.9:90000]
set yrange [0:*]
set rmargin 9
set xlabel "pages of 2 MiB with one line each"
set title "translation of addresses"
if (l2_lines > 0) do for [i = 1:l2_lines] { l2_name[i] = "lines in L2" }
if (l1_lines > 0) do for [i = 1:l1_lines] { l1_name[i] = "lines in L1"; l1_series[i] = 2 }
label(name) = name
eval shown("l2", line_of("l2", "$2") . ' with linespoints linetype 1 notitle, ' . ends("l2") . \
	(l1_lines ? ', ' . line_of("l1", "$2") . ' with linespoints linetype 2 notitle, ' . ends("l1") : ''))
set rmargin -1

set xlabel ""
unset logscale x
unset key
set xrange [0.4:*]
set grid noxtics
set xtics () scale 0 rotate by -30 noenhanced
set title "kinds of loads in 32 KiB"
eval names("loads")
eval shown("loads", bars("loads"))

label(name) = name eq "l2_near" ? "L2, near lines" : name eq "l2_far" ? "L2, far lines" : \
	name eq "dram_near" ? "DRAM, near lines" : name eq "dram_far" ? "DRAM, far lines" : name
unset xtics
set xtics nomirror scale 1 norotate auto
set grid xtics
set key bottom right
set xrange [-1:*]
set yrange [0:*]
set xlabel "SM number"
set title "lines by their home, from SMs of both halves"
eval shown("sms", sms_lines == 0 ? '' : line_of("sms", "$2") . ' with points ' . look_of("sms") . \
	sprintf(' title %s ? "" : label(sms_name[i])', named("sms")))

set xlabel ""
set key top left
set grid noxtics
set xtics () scale 0 noenhanced
eval names("h50")
set xrange [0.4:4.6]
set title "single hops from one SM: percentiles"
part(p, size, what) = line_of(p, "$2") . ' with points linetype 1 pointtype 7 pointsize ' . size . \
	sprintf(' title i > 1 ? "" : "%s"', what)
eval shown("h50", h50_lines == 0 ? '' : part("h50", "1.6", "half of them") . ', ' . \
	part("h25", "0.9", "25, 75 %") . ', ' . \
	line_of("h75", "$2") . ' with points linetype 1 pointtype 7 pointsize 0.9 notitle, ' . \
	part("h05", "0.5", "5, 95 %") . ', ' . \
	line_of("h95", "$2") . ' with points linetype 1 pointtype 7 pointsize 0.5 notitle, ' . \
	line_of("h01", "$2") . ' with points linetype 1 pointtype 2 pointsize 0.5 title i > 1 ? "" : "1, 99 %", ' . \
	line_of("h99", "$2") . ' with points linetype 1 pointtype 2 pointsize 0.5 notitle')
unset multiplot
