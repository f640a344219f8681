# gemm.gp: what cuBLAS reaches over the rows and columns of the matrices; right, as a percentage of the limit at the
# clock of the point. Panels: flop (formats of the matrix units), sgemm (FP32 on the ordinary units).
width = 960
height = 480
rows = 1
columns = 2
labelled = "flop"
logarithmic = "flop"
load here . "/curve.gp"
set logscale x 2
set xlabel "rows and columns"
set xrange [200:20000]
set xtics ("256" 256, "512" 512, "1024" 1024, "2048" 2048, "4096" 4096, "8192" 8192, "16384" 16384) font ",12"
set key off
set rmargin 7
of(p, what) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using 1:(%s) with linespoints \
	linetype %s_series[i] dashtype %s_gpu[i] notitle', p, p, what, p, p)
# A quick run lacks some lines.
part(p, what) = value(p . "_lines") == 0 ? "" : of(p, what) . ", "
if (sgemm_lines > 0) do for [i = 1:sgemm_lines] { sgemm_series[i] = 7 } # the colours before are of the others
# This line ends before the others do, among them, so its name is below.
if (sgemm_lines > 0) { stats data index sgemm_first using (sgemm_x = $1, sgemm_y = $2) nooutput }
below = sgemm_lines == 0 ? '' : 'data index sgemm_first every ::0::0 using (sgemm_x):(sgemm_y / 1e12):(sgemm_name[1]) \
	with labels center offset 0, -0.9 font ",13" noenhanced notitle, '
all(what) = part("flop", what) . part("sgemm", what)
yscale = 1e12
set logscale y
set ylabel "TFLOP/s (int8: TOP/s)"
set title "the rate"
eval 'plot ' . all("$2 / 1e12") . (flop_lines > 0 ? ends("flop") . ", " : '') . below . 'NaN notitle'
unset logscale y
set rmargin 3
set title "of the limit"
set ylabel "%"
set yrange [0:105]
eval 'plot ' . all("100 * $2 / $5") . 'NaN notitle'
unset multiplot
