# instr.gp: operations per clock and SM, and cycles between dependent operations. Panels: rate, latency; for the study
# deep, wait.
width = 900
rows = 2 * (rate_lines + latency_lines > 0) + 2 * (deep_lines + wait_lines > 0)
rows = rows == 0 ? 2 : rows
height = 390 * rows
columns = 1
load here . "/curve.gp"
label(name) = name eq "default" ? "default" : name eq "fast-math" ? "-use_fast_math" : name eq "ftz" ? "-ftz=true" : \
	name eq "no-prec-div" ? "-prec-div=false" : name eq "no-prec-sqrt" ? "-prec-sqrt=false" : name
set offsets 0, 0.7, graph 0.06, 0
set xtics () scale 0 rotate by 60 right noenhanced font ",12"
set xrange [0.3:*]
set grid noxtics
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * (1.4 - 0.2 * ((%s_series[i] - 1) %% 5)) \
	title %s ? "" : label(%s_name[i])', p, p, p, p, p, named(p), p)
limits(p) = sprintf(', for [i = 1:%s_lines] data index %s_first + i - 1 using ($1 - 0.4):($5):(0.8):(0) \
	with vectors nohead linecolor rgb "black" linewidth 1.2 title i > 1 ? "" : "limit"', p, p)
array part[2] = ["rate", "deep"]
array other[2] = ["latency", "wait"]
do for [k = 1:2] {
	if (value(part[k] . "_lines") + value(other[k] . "_lines") == 0) { continue }
	set logscale y 2
	set yrange [*:200 < *]
	set ytics (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256)
	set offsets 0, 0.7, graph 0.06, 0
	set ylabel "operations per clock and SM"
	set key above right horizontal width 1 maxrows 1
	set xtics () scale 0 rotate by 60 right noenhanced font ",12"
	eval names(part[k])
	eval shown(part[k], points(part[k]) . limits(part[k]))
	unset key
	set logscale y 10
	set ytics autofreq
	set yrange [1:*]
	set offsets 0, 0.7, 0, 0
	set ylabel "latency (cycles)"
	set xtics () scale 0 rotate by 60 right noenhanced font ",12"
	eval names(other[k])
	eval shown(other[k], points(other[k]))
}
unset multiplot
