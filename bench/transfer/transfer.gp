# transfer.gp: host and device. Panels: sizes (pinned memory, by bytes per copy), kinds (other memory of the host),
# ways (both directions at once; kernels that read and write the host's memory), small (time of one of many small
# copies).
width = 1000
height = 800
rows = 2
columns = 2
labelled = "sizes"
logarithmic = "sizes"
load here . "/curve.gp"
yscale = 1e9
set ylabel "GB/s"
set logscale xy
set xlabel "bytes per copy"
set xtics ("1" 1, "1 KiB" 1024, "1 MiB" 1048576, "256 MiB" 268435456)
set format y "%g"
set key off
set rmargin 11
set title "pinned memory: queued, and with a wait for each (sync)"
label(name) = name eq "h2d" ? "to device" : name eq "d2h" ? "to host" : \
	name eq "h2d_sync" ? "to device, sync" : "to host, sync"
eval shown("sizes", unnamed("sizes") . ', ' . limit("sizes") . ', ' . ends("sizes"))
set rmargin -1

unset logscale
set yrange [0:*]
set xlabel ""
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set xtics () scale 0 rotate by 30 right noenhanced
set key on top right vertical maxrows 2
label(name) = name eq "h2d_memory" ? "host to device" : "device to host"
set title "other memory of the host, 128 MiB"
eval names("kinds")
eval shown("kinds", bars("kinds"))

unset key
set xtics () scale 0 norotate center noenhanced
set title "both directions at once, and kernels on the host's memory"
eval names("ways")
eval shown("ways", bars("ways") . ', ' . bar_limits("ways"))

yscale = 1e-6
set ylabel "µs"
set xtics () scale 0 norotate center noenhanced
set title "one of 256 copies of 4 KiB"
eval names("small")
eval shown("small", bars("small"))
unset multiplot
