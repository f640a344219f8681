# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary bandwidth over the working set
size 900 480
columns 2
name l1 = L1, a set
name l2 = L2, a share
name common = one set for all
name near = read near
name far = read far
name near_write = write near
name far_write = write far
name far_one = read far, SMs of one half
xlabel working set of all SMs (MiB)
xscale 1048576
yscale 1e12
xlog 2
draw lines limits
panel read bandwidth working_set walk=l1|l2|common {walk}
    title levels
    ylabel bandwidth, TB/s
    xrange 0.1:1200
    xtics 1/8=0.125, 1, 8, 64, 512
    ends 12
panel write bandwidth working_set walk=write {walk}
    over read
    line 4 writes, a share
    ends 12
    draw lines
panel side bandwidth working_set walk=near|far|near_write|far_write|far_one {walk}
    title the halves of L2
    xrange 4:512
    xtics 4, 16, 64, 256
    ends 9
finding L1 is read at {read[l1] max}, L2 at {read[l2] max}, and the largest set, {x of read[l2] last as GiB}, at {read[l2] last}
