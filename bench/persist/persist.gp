# persist.gp: a hot set next to a stream. Panels: kept_one, kept_three (hit rate of the hot set, by the bytes of the
# stream per byte of the hot set), rate_one, rate_three (bandwidth of both).
width = 900
height = 760
rows = 2
columns = 2
load here . "/curve.gp"
label(name) = name eq "none" ? "no hint" : name eq "last" ? "hot set evicted last" : \
	name eq "first" ? "stream evicted first" : name eq "window" ? "L2 set aside" : name
set xlabel "hot set (MiB)"
set xrange [0:*]
set yrange [-0.03:1.03]
set ylabel "hits of the hot set"
set key bottom left vertical samplen 2 font ",13"
set title "as much stream as hot set"
eval shown("kept_one", lines("kept_one"))
unset key
set title "three times as much stream"
eval shown("kept_three", lines("kept_three"))
set yrange [0:*]
yscale = 1e12
set ylabel "bandwidth (TB/s)"
set title "as much stream as hot set"
eval shown("rate_one", unnamed("rate_one") . ", " . limit("rate_one"))
set title "three times as much stream"
eval shown("rate_three", unnamed("rate_three") . ", " . limit("rate_three"))
unset multiplot
