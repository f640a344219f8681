# The pictures of async.gp; harness/plot/kinds.h describes the format.
summary copies into shared memory by bytes in flight to an SM
panel dram  bandwidth in_flight path=bulk|tensor|prefetch,level=dram  {path}
panel l2    bandwidth in_flight path=bulk|tensor,level=l2_1m {path}
panel paths bandwidth {path}    path=ld|cpasync|multicast|unicast|store|reduce,level=dram|l2_1m {level}
finding Bulk copies read {dram[bulk] max} from DRAM, 95 % of it with {x of dram[bulk] from 95%} KiB or more in flight to an SM; {l2[bulk] max} from L2
