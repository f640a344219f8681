# instr.gp: operations a clock of an SM, and cycles from one operation to the next one that depends on it. Panels: rate, latency.
width = 900
height = 780
rows = 2
columns = 1
load here . "/curve.gp"
label(name) = name eq "default" ? "default" : name eq "fast-math" ? "-use_fast_math" : name eq "ftz" ? "-ftz=true" : \
	name eq "no-prec-div" ? "-prec-div=false" : name eq "no-prec-sqrt" ? "-prec-sqrt=false" : name
set offsets 0, 0.7, graph 0.06, 0
set xtics () scale 0 rotate by 60 right noenhanced font ",12"
set xrange [0.3:*]
set grid noxtics
set logscale y 2
set yrange [*:200 < *]
set ytics (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256)
set ylabel "operations a clock, an SM"
set key above right horizontal width 1 maxrows 1
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * (1.4 - 0.2 * ((%s_series[i] - 1) %% 5)) title %s ? "" : label(%s_name[i])', p, p, p, p, p, \
	named(p), p)
eval names("rate")
eval shown("rate", points("rate") . ', for [i = 1:rate_lines] data index rate_first + i - 1 using ($1 - 0.4):($5):(0.8):(0) \
	with vectors nohead linecolor rgb "black" linewidth 1.2 title i > 1 ? "" : "limit"')
unset key
set logscale y 10
set ytics autofreq
set yrange [1:*]
set offsets 0, 0.7, 0, 0
set ylabel "latency (cycles)"
set xtics () scale 0 rotate by 60 right noenhanced font ",12"
eval names("latency")
eval shown("latency", points("latency"))
unset multiplot
