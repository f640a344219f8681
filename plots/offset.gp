# offset.gp: copies that begin beside a boundary.
xscale = 1
yscale = 1e12
set xlabel "offset of the source (elements)"
set ylabel "copy: bytes read and written (TB/s)"
set yrange [0:*]
load here . "/curve.gp"
