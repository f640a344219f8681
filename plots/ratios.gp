# ratios.gp: models relative to one of them, loaded by compare.gp. Each model has a panel with a bar for each roof, the
# greatest ratio first. A bar begins at 1 (equal); a tick marks the ratio of the limits. The figures are at the right.
# Needs panels, rows[], heading[], about[], low and high; a block of data for each panel: position, ratio, ratio of the
# limits (0: unknown), roof.
row = 17.0
head = 72.0
foot = 66.0
side = 128.0
width = 800
height = 0
do for [p = 1:panels] { height = height + head + rows[p] * row + foot }
load here . "/common.gp"
unset key
set lmargin at screen 190.0 / width
set rmargin at screen 1 - side / width
set logscale x
set xrange [low:high]
# There may be no power of ten between ratios that are close to each other.
set xtics (1) font ",12" offset 0, (svg ? 0.6 : 0)
if (high / low > 4) {
	set for [k = -3:3] for [m in "1 2 5"] xtics add (m * 10.0**k)
} else {
	step = high / low > 1.8 ? 0.2 : high / low > 1.15 ? 0.05 : 0.01
	set for [k = ceil(low / step):floor(high / step)] xtics add (sprintf("%g", k * step) k * step)
}
set border 1
set ytics scale 0 noenhanced font ",12"
set grid xtics noytics
set multiplot
top = 0
do for [p = 1:panels] {
	do for [k = 1:6] { unset label k }
	unset arrow
	bottom = top + head + rows[p] * row
	set tmargin at screen 1 - (top + head) / height
	set bmargin at screen 1 - bottom / height
	set yrange [0.4:rows[p] + 0.6]
	set label 1 heading[p] at screen 22.0 / width, screen 1 - (top + 18) / height noenhanced \
		font strlen(heading[p]) > 85 ? ",12" : ",16"
	set label 2 about[p] at screen 22.0 / width, screen 1 - (top + 38) / height noenhanced font ",12" \
		textcolor rgb ink[8]
	set label 3 "ratio" at screen 1 - 68.0 / width, screen 1 - (top + head - 8) / height right font ",12"
	set label 4 "│ limits" at screen 1 - 12.0 / width, screen 1 - (top + head - 8) / height right font ",12"
	set label 5 "alike" at 1, screen 1 - (top + head - 8) / height center font ",12" textcolor rgb ink[8]
	set label 6 "ratio to the base; above 1 is better" at graph 0.5, screen 1 - (bottom + 46) / height \
		center font ",13"
	set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 linecolor rgb "#7F7F7F"
	of = sprintf("panel %d", p)
	plot data index of using 2:1:(1):2:($1 - 0.34):($1 + 0.34):($2 < 1 ? 2 : 1):ytic(4) with boxxyerror \
			fillstyle solid 0.85 noborder linecolor variable, \
		data index of using ($3 > 0 ? $3 : NaN):($1 - 0.46):(0):(0.92) with vectors nohead linewidth 2 \
			linecolor rgb "black", \
		data index of using (high):1:(sprintf("%.3f", $2)) with labels right \
			offset screen (side - 68) / width, 0 font ",12", \
		data index of using (high):1:($3 > 0 ? sprintf("%.3f", $3) : "-") with labels right \
			offset screen (side - 12) / width, 0 font ",12"
	unset label 999
	top = bottom + foot
}
unset multiplot
