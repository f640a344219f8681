# p2p.gp: between two GPUs. Panels: ways (by engine and by the SMs, one way and both), small (the time of a small
# copy), latency (of a load, of an atomic addition), adds (atomic additions per second).
# Files without small copies give a row of three panels.
few = small_lines == 0
labelled = "small"
width = few ? 1250 : 1000
height = few ? 470 : 800
rows = few ? 1 : 2
columns = few ? 3 : 2
load here . "/curve.gp"
yscale = 1e9
set ylabel "GB/s"
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.05, 0
set grid noxtics
set xtics () scale 0 rotate by 30 right noenhanced
set key above right horizontal width 1
label(name) = name eq "both" ? "both ways" : "one way"
set title "copies, reads and writes"
eval names("ways")
eval shown("ways", bars("ways") . ', ' . bar_limits("ways"))

yscale = 1e-6
set offsets 0, 0, 0, 0
set logscale xy
set ylabel "µs"
set yrange [1:*]
set xrange [*:4e11] # room for the names
set xlabel "bytes of a copy"
set xtics ("4" 4, "1 KiB" 1024, "32 KiB" 32768, "1 MiB" 1048576, "32 MiB" 33554432) scale 1 norotate center
set key inside top left vertical
label(name) = name eq "on" ? "peer access" : "no peer access"
set title "copies queued one after another"
if (!few) eval shown("small", unnamed("small") . ", " . ends("small"))

unset logscale
yscale = 1e-9
set ylabel "ns"
set xlabel ""
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, 0, 0
set xtics () scale 0 norotate center noenhanced
set key above right horizontal width -4
label(name) = name eq "1048576 B" ? "in the other GPU's L2" : "in its memory"
set title "dependent accesses"
eval names("latency")
eval shown("latency", bars("latency"))

yscale = 1e9
unset key
set offsets 0, 0.6, graph 0.1, 0
set logscale y
set yrange [0.1:*]
set ylabel "additions per second (10^9)"
set xtics () scale 0 norotate center noenhanced
set title "atomic additions in its memory"
eval names("adds")
eval shown("adds", 'for [i = 1:adds_lines] data index adds_first + i - 1 using ($1):($2 / yscale) with points \
	linetype adds_series[i] pointsize dot * 1.6 notitle')
unset multiplot
