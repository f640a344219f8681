# clock.gp: draws plots/clock.svg from results/h200-sxm/clock.csv; run in the project's folder: gnuplot
# tools/clock/clock.gp
set terminal svg size 900,420 font "Helvetica,15" background "white" noenhanced
set output "plots/clock.svg"
set datafile separator comma
file = "results/h200-sxm/clock.csv"
of(scenario, data) = (strcol(1) eq scenario && strcol(3) eq data) ? column(5) / 1e9 : NaN
settled(data) = column(4) > 0.3 ? of("after a rest", data) : NaN
stats file using (settled("normal")) every ::1 name "normal" nooutput
stats file using (settled("zeros")) every ::1 name "zeros" nooutput
set multiplot layout 1,2 title sprintf("The SM clock after a BF16 load begins: %.2f GHz after 0.3 s on normal numbers, \
%.2f GHz on zeros\nNVIDIA H200", \
normal_mean, zeros_mean) font ",14"
set xlabel "seconds since the load began"
set ylabel "SM clock, GHz"
set xrange [0:0.4]
set yrange [1.5:1.95]
set ytics 0.05
set grid lc rgb "#dddddd"
set border 3
set tics nomirror
set key top right samplen 2 font ",13"
do for [data in "normal zeros"] {
	set title data eq "zeros" ? "zeros: 270 W" : "normal numbers: 700 W, the power limit" font ",15"
	if (data eq "zeros") {
		unset ylabel
	}
	plot file using 4:(of("after a rest", data)) with lines lw 2 lc rgb "#0072b2" title "after a rest", \
		file using 4:(of("after 2 s of e4m3", data)) with lines lw 2 lc rgb "#d55e00" \
		title "after 2 s at the power limit", \
		file using 4:(of("after a sparse load and a rest", data)) with lines lw 2 lc rgb "#009e73" \
		title "after a sparse load and a rest"
}
unset multiplot
