# cap.gp: draws plots/cap.svg from results/h200-sxm/cap.csv; run in the project's folder: gnuplot tools/clock/cap.gp
set terminal svg size 900,420 font "Helvetica,15" background "white" noenhanced
set output "plots/cap.svg"
set datafile separator comma
set multiplot layout 1,2 title "NVIDIA H200: clock and power while gpubench measures BF16 at the power cap, as NVML says"
set xlabel "seconds"
set xrange [-1:12]
set grid lc rgb "#dddddd"
set border 3
set tics nomirror
unset key
file = "results/h200-sxm/cap.csv"
set ylabel "SM clock, GHz"
set yrange [0:2.2]
plot file using 1:($2 / 1e9) every ::1 with lines lw 1.6 lc rgb "#0072b2"
set ylabel "power, W"
set yrange [0:950]
set key top right samplen 2 font ",13"
plot 700 with lines lw 1.2 dashtype 2 lc rgb "#555555" title "power limit", \
	file using 1:3 every ::1 with lines lw 1.6 lc rgb "#d55e00" title "power"
unset multiplot
