# texture.gp: texels per clock of the whole GPU through textures and through plain loads, in windows of an image that
# fit L1, L2 or neither. Panels by the pattern of a warp: row, column, patch, random.
width = 1000
height = 740
rows = 2
columns = 2
place = "margins screen 0.08, 0.98, 0.1, 0.87 spacing screen 0.09, 0.14"
load here . "/curve.gp"
label(name) = name eq "plain" ? "loads" : name eq "readonly" ? "loads, __ldg" : name eq "linear" ? "texture, linear" : \
	name eq "pitch" ? "texture, pitch" : name eq "pitch_filter" ? "texture, pitch, filtered" : \
	name eq "array" ? "texture, array" : name eq "array_filter" ? "texture, array, filtered" : name
stats data using 2 nooutput
set logscale x 2
set logscale y 10
set xlabel "window (texels per side)"
set ylabel "texels per clock"
set xrange [40:13000]
set yrange [STATS_min / 1.5:STATS_max * 1.5]
set xtics ("64" 64, "1024" 1024, "8192" 8192)
unset key
set title "a warp reads a row"
eval shown("row", lines("row"))
set title "a column"
set key bottom left vertical maxrows 4 width -8 font ",13" # loads along a column are the slowest, and leave room
eval shown("column", lines("column"))
unset key
set title "a patch of 8 x 4"
eval shown("patch", lines("patch"))
set title "random texels"
eval shown("random", lines("random"))
unset multiplot
