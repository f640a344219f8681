# gemm.gp: what cuBLAS reaches over the rows and columns of the matrices; right, as a part of the limit at the clock of the point.
# Panels: flop (formats of the matrix units), op (integers), sgemm (FP32 on the ordinary units).
width = 900
height = 480
rows = 1
columns = 2
load here . "/curve.gp"
set logscale x 2
set xlabel "rows and columns"
set xrange [200:20000]
set xtics ("256" 256, "512" 512, "1024" 1024, "2048" 2048, "4096" 4096, "8192" 8192, "16384" 16384) font ",12"
of(p, what, first) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using 1:(%s) with linespoints \
	linetype (%d + %s_series[i]) dashtype %s_gpu[i] title %s ? "" : %s_name[i]', p, p, what, first, p, p, named(p), p)
# A quick run has no line of some.
part(p, what, first) = value(p . "_lines") == 0 ? "" : of(p, what, first) . ", "
all(what) = part("flop", what, 0) . part("op", what, 5) . part("sgemm", what, 6)
every(what) = substr(all(what), 1, strlen(all(what)) - 2)
set logscale y
set ylabel "TFLOP/s (int8: TOP/s)"
set title "the rate"
unset key
eval 'plot ' . every("$2 / 1e12")
unset logscale y
set title "of the limit"
set ylabel "%"
set yrange [0:105]
set key bottom right
eval 'plot ' . every("100 * $2 / $5")
unset multiplot
