# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of ldmatrix and stmatrix by row pitch
size 960 840
columns 2
ylabel cycles per access
draw rings
panel load cycles pitch op=load|store,layout=pitch {op} x{matrices}
    title ldmatrix, stmatrix
    xlabel row pitch (bytes)
    ylog 2
    xrange 8:152
    yrange 0.7:64
    xtics every 32
    ends 13
panel trans cycles pitch op=load_trans|store_trans,layout=pitch {op} x{matrices}
    title with .trans
    xlabel row pitch (bytes)
    ylog 2
    xrange 8:152
    yrange 0.7:64
    xtics every 32
    ends 13
panel latency latency pitch op=load|store,matrices=1|4,layout=pitch {op} x{matrices}
    title a single warp
    xlabel row pitch (bytes)
    ylabel latency (cycles)
    xrange 8:152
    xtics every 32
    ends 13
panel swizzle cycles {op} op=load|load_trans|store|store_trans,layout=swizzled x{matrices}
    title rows of 128 bytes, swizzled
    key above right horizontal width 1
    draw bars
finding ldmatrix x4 takes {load[load x4] at 128} with rows 128 bytes apart, {load[load x4] at 144} with rows padded to 144 bytes
