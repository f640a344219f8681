# sampling.gp: reads per clock and SM from textures that L1 holds, and from the same image by plain loads. Panels:
# shape; mode and hand, with half of a warp's lanes reading outside the image; format; nearest and linear, zeros
# outside by the share of reads there.
width = 1100
height = 760
rows = 2
columns = 3
load here . "/curve.gp"
label(name) = name eq "point" ? "nearest texel" : name eq "linear" ? "filtered" : \
	name eq "plain" ? "plain loads, if" : name
stats data using 2 nooutput
set xrange [0.4:*]
set offsets 0, 0.6, 0, 0
set yrange [0:1.3 * STATS_max]
set grid noxtics
set key top right
words = "set xtics () scale 0 rotate by 30 right noenhanced"
set ylabel "reads per clock and SM"
set title "textures by their dimensions"
eval words
eval names("shape")
eval shown("shape", bars("shape"))
unset ylabel
set title "half of the lanes outside: textures"
eval words
eval names("mode")
eval shown("mode", bars("mode"))
set title "the same by plain loads"
eval words
eval names("hand")
eval shown("hand", bars("hand"))
set ylabel "reads per clock and SM"
set title "formats, four channels"
eval words
eval names("format")
eval shown("format", bars("format"))
unset ylabel
set title "zeros outside, nearest texel"
eval words
eval names("nearest")
eval shown("nearest", bars("nearest"))
set title "zeros outside, filtered"
eval words
eval names("linear")
eval shown("linear", bars("linear"))
unset multiplot
