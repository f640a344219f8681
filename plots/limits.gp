# limits.gp: a bar for each roof, up to the part of its physical limit that it reaches; a line is the range of several
# GPUs. Needs title, finding, rows and gpus; a block of data: place, median, lowest and highest part in percent, 1 for
# memory or 2 for arithmetic, and the roof's name.
width = 800
height = rows < 9 ? 300 : 128 + 20.0 * rows
load here . "/common.gp"
unset key
set title finding . "\n" . title noenhanced
set lmargin at screen 190.0 / width
set rmargin at screen 1 - 76.0 / width
set tmargin at screen 1 - 60.0 / height
set bmargin at screen 62.0 / height
set xrange [0:100]
set yrange [0.4:rows + 0.6]
set xtics 20 format "%g %%" font ",12"
set ytics scale 0 noenhanced font ",12"
set border 1
set grid xtics noytics
set xlabel "of the physical limit at the measured clock"
plot data index 0 using 2:1:(0):2:($1 - 0.34):($1 + 0.34):5:ytic(6) with boxxyerror fillstyle solid 0.85 noborder \
		linecolor variable, \
	data index 0 using (gpus > 1 ? $3 : NaN):1:($4 - $3):(0) with vectors nohead linewidth 2 \
	linecolor rgb "black", \
	data index 0 using (100):1:(sprintf("%.1f %%", $2)) with labels right offset screen 66.0 / width, 0 font ",12"
