# cap.gp: draws plots/cap.svg from results/h200-sxm/cap.csv; run in the project's folder: gnuplot tools/clock/cap.gp
set terminal svg size 900,420 font "Helvetica,15" background "white" noenhanced
set output "plots/cap.svg"
set datafile separator comma
file = "results/h200-sxm/cap.csv"
# Under load is what takes more than half of the limit.
limit = 700.0
stats file using ($3 > limit / 2 ? $2 / 1e9 : NaN) every ::1 name "load" nooutput
stats file using ($3 > limit / 2 ? NaN : $2 / 1e9) every ::1 name "rest" nooutput
stats file using 3 every ::1 name "power" nooutput
set multiplot layout 1,2 title sprintf("BF16 at the power cap, as NVML says: SM clock %.2f GHz under load, \
%.2f GHz without, power up to %.0f W\nNVIDIA H200, \
while gpubench measures", load_median, rest_median, power_max) font ",14"
set xlabel "seconds"
set xrange [-1:12]
set grid lc rgb "#dddddd"
set border 3
set tics nomirror
unset key
set ylabel "SM clock, GHz"
set yrange [0:2.2]
plot file using 1:($2 / 1e9) every ::1 with lines lw 1.6 lc rgb "#0072b2"
set ylabel "power, W"
set yrange [0:950]
set key top right samplen 2 font ",13"
plot limit with lines lw 1.2 dashtype 2 lc rgb "#555555" title "power limit", \
	file using 1:3 every ::1 with lines lw 1.6 lc rgb "#d55e00" title "power"
unset multiplot
