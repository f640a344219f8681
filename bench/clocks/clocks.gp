# clocks.gp: the clock of working SMs. A script, since all panels have one scale that ends at multiples of 0.05 GHz,
# and a load has one colour in all of them. Panels: by their number, on zeros and on normal numbers; by duty cycle, if
# rows have more than one. All have one scale, so that a step has the same height in each.
stats data using ($2 / 1e9) nooutput
least = floor(20 * STATS_min - 0.5) / 20.0
most = ceil(20 * STATS_max + 0.5) / 20.0
duties = 0
do for [i = 1:duty_lines] {
	stats data index duty_first + i - 1 using 1 nooutput
	duties = STATS_records > duties ? STATS_records : duties
}
rows = 1
columns = (zeros_lines > 0) + (normal_lines > 0) + (duties > 1)
columns = columns > 0 ? columns : 1
width = columns > 1 ? 350 * columns + 50 : 550
height = 420
load here . "/curve.gp"
# A load has the same colour in all panels; an unknown one has the colour after them.
loads = "ffma fp64 fp16 bf16 tf32 int8"
load_number(name) = strstrt(loads, name) > 0 ? (strstrt(loads, name) + 4) / 5 : 7
if (zeros_lines > 0) do for [i = 1:zeros_lines] { zeros_series[i] = load_number(zeros_name[i]) }
if (normal_lines > 0) do for [i = 1:normal_lines] { normal_series[i] = load_number(normal_name[i]) }
if (duty_lines > 0) do for [i = 1:duty_lines] { duty_series[i] = load_number(duty_name[i]) }
yscale = 1e9
set yrange [least:most + 0.3 * (most - least)] # the key is above the lines
set format y "%.2f"
set ylabel "SM clock (GHz)"

set xlabel "working SMs"
set logscale x 2
set xrange [0.8:320]
set xtics 1, 4, 256
set title "zeros"
set key top center vertical maxrows 3 width 0
if (zeros_lines > 0) { eval shown("zeros", rings("zeros")) }
if (zeros_lines > 0) { unset key }
set title "normal numbers"
if (normal_lines > 0) { eval shown("normal", rings("normal")) }

if (duties > 1) {
	unset logscale x
	set xrange [0:105]
	set xtics 0, 25, 100
	set xlabel "share of the time that 4 SMs work (%)"
	set title "duty cycle"
	eval shown("duty", rings("duty"))
}
unset multiplot
