# constant.gp: constant memory and code. Panels: divided (distinct words of a request), ladder (broadcasts by working
# set), operand (multiply-adds by source of an operand), code (multiply-adds by size of the loop).
width = 900
height = 760
rows = 2
columns = 2
labelled = "code"
load here . "/curve.gp"
set yrange [0:*]
set key top left vertical

set title "loads by distinct words per request"
set ylabel "cycles per request"
set xlabel "distinct words per warp"
set xrange [0:33]
set xtics 4
eval shown("divided", lines("divided"))

unset key
set title "broadcasts by working set"
set xlabel ""
set logscale x 2
xscale = 1024.0
set xrange [0.2:80]
set xtics ("256 B" 0.25, "2 KiB" 2, "16 KiB" 16, "64 KiB" 64)
eval shown("ladder", lines("ladder"))

set rmargin 6
set title "multiply-adds by the size of their loop"
set ylabel "cycles per warp multiply-add"
set xrange [0.8:640]
set xtics ("1 KiB" 1, "8 KiB" 8, "32 KiB" 32, "128 KiB" 128, "512 KiB" 512)
eval shown("code", unnamed("code") . ", " . ends("code"))
set rmargin -1

xscale = 1.0
unset logscale x
set title "multiply-adds by source of the operand"
set xrange [0.4:5.6]
set grid noxtics
set xtics () scale 0 rotate by 30 right noenhanced
eval names("operand")
set style fill solid
eval shown("operand", bars("operand"))
unset multiplot
