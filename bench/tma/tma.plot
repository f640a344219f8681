# What tma.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of one copy by its size, of reductions, and of round trips between barriers
panel l2    cycles bytes op=bulk|tensor|multicast,level=l2           {op} {width} {size}
panel dram  cycles bytes op=bulk|tensor|multicast,level=dram         {op} {width} {size}
panel back  cycles bytes op=store|reduce,level=l2|dram               {op} {reduction} {level}
panel trips cycles {op}  op=mbarrier|mbarrier_cluster|st_async       {size}
