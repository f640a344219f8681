# sampling.gp: reads a clock of an SM from textures that L1 holds, and from the same image by plain loads. Panels: shape, mode and
# hand (what lies outside, by texture units and by hand), border, one and four (formats, by channels of a texel).
width = 1100
height = 740
rows = 2
columns = 3
load here . "/curve.gp"
label(name) = name eq "point" ? "nearest texel" : name eq "linear" ? "filtered" : name eq "plain" ? "plain loads and an if" : name
stats data using 2 nooutput
set xrange [0.4:*]
set offsets 0, 0.6, 0, 0
set yrange [0:*]
set grid noxtics
set style fill solid
set ylabel "reads a clock, an SM"
set xtics () scale 0 rotate by 30 right noenhanced
set title "texture: dimensions"
set key top right
eval names("shape")
eval shown("shape", bars("shape"))
unset key
set xtics () scale 0 rotate by 30 right noenhanced
set title "texture: half of the lanes outside"
eval names("mode")
eval shown("mode", bars("mode"))
set xtics () scale 0 rotate by 30 right noenhanced
set title "the same by hand, plain loads"
unset ylabel
eval names("hand")
eval shown("hand", bars("hand"))
set key top right
set ylabel "reads a clock, an SM"
set xtics () scale 0 rotate by 30 right noenhanced
set title "zeros outside: reads there"
eval names("border")
eval shown("border", bars("border"))
unset key
set xtics () scale 0 rotate by 30 right noenhanced
set title "formats, 1 channel"
eval names("one")
eval shown("one", bars("one"))
set xtics () scale 0 rotate by 30 right noenhanced
set title "formats, 4 channels"
eval names("four")
eval shown("four", bars("four"))
unset multiplot
