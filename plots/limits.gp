# limits.gp: a bar for each roof and model, up to the part of its physical limit that it reaches; a line shows the range
# of several GPUs. Needs models, title[] and finding[] of each, left_out (models that are not drawn), rows and gpus (of
# the first model); a block of data for each model: position; median, lowest and highest part in percent; 1 for memory
# or 2 for arithmetic; and the roof's name.
width = models > 1 ? 1000 : 800
row_height = models > 1 ? 15.0 * models + 4 : 20.0
heads = models > 1 ? models + (left_out > 0) : 2
height = rows * row_height < 172 ? 260 + 20 * heads : 88 + 20 * heads + rows * row_height
load here . "/common.gp"
unset key
# The bars of the models are full, pale and empty.
array mark[3] = ["■", "▨", "□"]
array full[3] = [0.85, 0.35, 0.0]
heading = finding[1] . "\n" . title[1]
if (models > 1) {
	heading = left_out > 0 ? sprintf("The files have %d more models, which are not drawn", left_out) : ""
	do for [m = models:1:-1] {
		heading = mark[m] . "  " . title[m] . \
			(strlen(title[m] . finding[m]) > 115 ? "" : ": " . finding[m]) . \
			(heading eq "" ? "" : "\n" . heading)
	}
}
set title headed(heading) noenhanced font (models > 1 ? ",13" : ",15")
set lmargin at screen 190.0 / width
set rmargin at screen 1 - 76.0 / width
set tmargin at screen 1 - (20.0 + 20 * heads) / height
set bmargin at screen 62.0 / height
set xrange [0:100]
set yrange [0.4:rows + 0.6]
set xtics 20 format "%g %%" font ",12"
set ytics scale 0 noenhanced font ",12"
set border 1
set grid xtics noytics
set xlabel "of the physical limit at the measured clock"
half = (models > 1 ? 0.4 : 0.34) / models
place(m) = (models + 1 - 2 * m) * half
edge = models > 1 ? "border" : "noborder"
eval 'plot for [m = 1:models] data index m - 1 using 2:($1 + place(m)):(0):2:($1 + place(m) - half) \
		:($1 + place(m) + half):5 with boxxyerror linecolor variable fillstyle solid (full[m]) ' . edge . ', \
	for [m = 1:models] data index m - 1 using ($4 > $3 ? $3 : NaN):($1 + place(m)):($4 - $3):(0) \
	with vectors nohead linewidth 2 linecolor rgb "black", \
	for [m = 1:models] data index m - 1 using (100):($1 + place(m)):(sprintf("%.1f %%", $2)) with labels right \
	offset screen 66.0 / width, 0 font ",12", \
	for [m = 1:models] data index m - 1 using (-1):1:ytic(6) with points'
