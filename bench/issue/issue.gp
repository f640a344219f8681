# issue.gp: what a scheduler issues. Panels: banks and mix (cycles per step), most and least (shares of its warps).
width = 1200
height = 430
rows = 1
columns = 3
load here . "/curve.gp"
label(name) = name . (name eq "1" ? " warp" : " warps")
points(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) \
	with points linetype %s_series[i] \
	pointtype open[(%s_series[i] - 1) %% 4 + 1] pointsize dot * 1.4 title label(%s_name[i])', p, p, p, p, p)
set ylabel "cycles per step"
set yrange [0:*]
set xrange [0.4:*]
set offsets 0, 0.6, graph 0.1, 0
set grid noxtics
set key top left
set xtics () scale 0 noenhanced
set title "registers that FFMAs read"
eval names("banks")
eval shown("banks", points("banks"))
unset key
set title "operations per step"
set xtics () scale 0 rotate by 60 right noenhanced
eval names("mix")
eval shown("mix", points("mix"))
set key top right
set title "until the first warp finishes"
set ylabel "share of a warp"
set xlabel "warps of the scheduler"
unset offsets
set xrange [1:9]
set yrange [0:1]
set xtics autofreq norotate center
set xtics (2, 4, 6, 8)
one(p, what) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2) with linespoints linetype %s \
	pointsize dot title i > 1 ? "" : "%s"', p, p, what eq "most" ? "1" : "2", what)
eval shown("most", one("most", "most") . ", " . one("least", "least"))
unset multiplot
