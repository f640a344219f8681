# energy.gp: the energy of instructions above idle. Panels: thread (chains, per instruction of a thread), flop (matrix
# instructions, per FLOP or OP), bit (memory), load (FLOP per joule of all that the card draws, by the share of
# SMs at work).
width = 1200
height = 860
rows = 2
columns = 2
load here . "/curve.gp"
yscale = 1e-12
set grid noxtics
set xrange [0.3:*]
set yrange [0:*]
set offsets 0, 0.7, graph 0.1, 0
set key top left
set xtics () scale 0 rotate by 60 right noenhanced font ",11"
set title "instructions of a thread"
set ylabel "energy (pJ)"
eval names("thread")
eval shown("thread", bars("thread"))
unset key
set title "matrix instructions"
set ylabel "energy per FLOP or OP (pJ)"
set xtics () scale 0 rotate by 60 right noenhanced font ",11"
eval names("flop")
eval shown("flop", bars("flop"))
set title "memory"
set ylabel "energy per bit (pJ)"
set xtics () scale 0 rotate by 60 right noenhanced font ",11"
eval names("bit")
eval shown("bit", bars("bit"))
set key top left
set title "random numbers, all power of the card"
set xlabel "SMs at work (%)"
set ylabel "FLOP per joule (10^9)"
yscale = 1e9
unset offsets
set xrange [0:105]
set xtics autofreq norotate center font ",12"
set xtics 0, 25, 100
eval shown("load", rings("load"))
unset multiplot
