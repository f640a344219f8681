# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary copies into shared memory by bytes in flight to an SM
size 1200 430
columns 3
yscale 1e12
ylabel TB/s
panel dram bandwidth in_flight path=bulk|tensor|prefetch,level=dram {path}
    title from memory
    xlabel KiB in flight to an SM
    xlog 2
    xrange *:220
    xtics 8, 16, 32, 64, 128, 192
    key bottom right
    draw rings
panel l2 bandwidth in_flight path=bulk|tensor,level=l2_1m {path}
    title from 1 MiB in L2
    xlabel KiB in flight to an SM
    xlog 2
    xrange *:220
    xtics 8, 16, 32, 64, 128, 192
    key bottom right
    draw rings
panel paths bandwidth {path} path=ld|cpasync|multicast|unicast|store|reduce,level=dram|l2_1m {level}
    title the other paths (bytes that arrive at all SMs)
    xwords 30
    room 0.1
    draw points
finding Bulk copies read {dram[bulk] max} from DRAM, 95 % of it with {x of dram[bulk] from 95%} KiB or more in flight to an SM; {l2[bulk] max} from L2
