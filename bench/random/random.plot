# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary random accesses per second by working set and by access size
size 900 420
columns 2
ylabel 10^9 accesses per second
yscale 1e9
xlog 10
ylog 10
key bottom left
panel sets access_rate set sweep=set {op}
    title accesses of 8 bytes
    xlabel working set
    xscale 1048576
    xtics 64 KiB=0.0625, 1 MiB=1, 32 MiB=32, 1 GiB=1024, 32 GiB=32768
panel bytes access_rate bytes sweep=bytes,within=8589934592 {op}
    title in 8 GiB
    xlabel bytes per access
    xrange 3:170
    xtics 4, 8, 16, 32, 64, 128
finding Random reads of 8 bytes reach {sets[read] at 16777216} in 16 MiB, {sets[read] at 8589934592} in 8 GiB, {sets[read] last} in {x of sets[read] last as GiB}
