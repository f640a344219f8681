# prefetch.gp: tiles that are loaded some steps before their use. Panels: few_dram, many_dram, few_l2, many_l2
# (bandwidth with 4 and with 32 warps per SM).
width = 900
height = 760
rows = 2
columns = 2
labelled = "few_dram"
load here . "/curve.gp"
label(name) = name eq "register" ? "registers" : name eq "shared" ? "by registers, shared" : "cp.async, shared"
set xrange [-0.4:8.4]
set xtics (0, 1, 2, 4, 8)
set xlabel "tiles ahead"
set yrange [0:*]
yscale = 1e12
set ylabel "bandwidth (TB/s)"
set key bottom right
set rmargin 13
set title "from DRAM, 4 warps per SM"
eval shown("few_dram", unnamed("few_dram") . ", " . limit("few_dram") . ", " . ends("few_dram"))
set rmargin -1
unset key
set title "from DRAM, 32 warps per SM"
eval shown("many_dram", unnamed("many_dram") . ", " . limit("many_dram"))
set title "from L2, 4 warps per SM"
eval shown("few_l2", unnamed("few_l2") . ", " . limit("few_l2"))
set title "from L2, 32 warps per SM"
eval shown("many_l2", unnamed("many_l2") . ", " . limit("many_l2"))
unset multiplot
