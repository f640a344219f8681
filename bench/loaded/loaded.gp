# loaded.gp: the latency of a dependent access, over the bandwidth of the other SMs. A script, since its lines turn
# back and have their names at the top.
width = 900
height = 520
rows = 1
columns = 1
labelled = "curve"
load here . "/curve.gp"
label(name) = name eq "mix" ? "mixed" : name . "s"
xscale = 1e12
yscale = 1e-9
# The lines turn back where the latency is highest: their names are there.
if (curve_lines > 0) do for [k = curve_first + 1:curve_first + curve_lines] {
	stats data index k - 1 using 2 nooutput
	longest = STATS_index_max
	stats data index k - 1 every ::longest::longest using (end_x[k] = $1, end_y[k] = $2) nooutput
}
set xlabel "bandwidth of the other SMs (TB/s)"
set ylabel "latency of DRAM (ns)"
set xrange [0:*]
set yrange [0:*]
set offsets 0, 0, graph 0.06, 0
set key off
eval shown("curve", unnamed("curve") . ", " . sprintf('for [i = 1:%d] data index %d + i - 1 every ::0::0 \
	using (end_x[%d + i] / xscale):(end_y[%d + i] / yscale):(end_is_first[%d + i] ? label(curve_name[i]) : "") \
	with labels center \
	offset 0, 0.6 font ",13" noenhanced textcolor rgb ink[(curve_series[i] - 1) %% 8 + 1] notitle', \
	curve_lines, curve_first, curve_first, curve_first, curve_first))
unset multiplot
