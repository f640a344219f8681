# What async.gp draws: harness/plot/kinds.h tells how to read this.
summary copies into shared memory by what is on its way to an SM
panel dram  bandwidth in_flight path=bulk|tensor|prefetch,level=dram  {path}
panel l2    bandwidth in_flight path=bulk|tensor,level=l2_1m {path}
panel paths bandwidth {path}    path=ld|cpasync|multicast|unicast|store|reduce,level=dram|l2_1m {level}
finding Bulk copies get {dram[bulk] max} out of DRAM, 95 % of it from {x of dram[bulk] from 95%} KiB on their way to an SM on; out of L2 {l2[bulk] max}
