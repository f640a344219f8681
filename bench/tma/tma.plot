# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of one copy by its size, bytes per clock with several in flight, reductions, and round trips between barriers
size 1730 860
columns 4
ylabel cycles
panel bulk cycles bytes op=bulk {level} {wait}
    title bulk copies
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel tensor cycles bytes op=tensor,wait=try {level} {width}
    title tensor copies, by bytes per row
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel im2col cycles bytes op=tensor|im2col,width=128,wait=try {level} {op} {?filter}
    title convolutions, 128 bytes per pixel
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel rate next_bytes_per_clock bytes op=tensor|im2col,width=128,wait=try {level} {op} {?filter}
    title bytes per clock, several in flight
    ylabel bytes per clock
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel multicast cycles bytes op=multicast {level} {size} {wait}
    title multicast, by blocks
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel store cycles bytes op=store {level}
    title stores, until the thread continues
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel reduce read_back bytes op=reduce {level} {reduction}
    title reductions, until a load returns
    xlabel bytes per copy
    xlog 2
    xrange 100:40000
    xtics 128, 512, 2048, 8192, 32768
    ends 12 32768
panel trips cycles {op} op=mbarrier_cluster|st_async {size} {wait}
    title round trips in a cluster, by blocks
    room 0.1
    key bottom left
    draw points
finding A bulk copy of {x of bulk[dram try] first} bytes takes {bulk[l2 try] first} from L2 and {bulk[dram try] first} from DRAM; {x of bulk[dram try] last as KiB} take {bulk[l2 try] last} and {bulk[dram try] last}
