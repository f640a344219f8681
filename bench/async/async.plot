# What async.gp draws: harness/plot/kinds.h tells how to read this.
summary copies into shared memory by what is on its way to an SM
panel dram  bandwidth in_flight path=bulk|tensor|prefetch,level=dram  {path}
panel l2    bandwidth in_flight path=bulk|tensor,level=l2_1m {path}
panel paths bandwidth {path}    path=ld|cpasync|multicast|unicast|store|reduce,level=dram|l2_1m {level}
