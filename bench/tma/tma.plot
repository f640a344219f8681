# What tma.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of one copy by its size, of reductions, and of round trips between barriers
panel bulk      cycles    bytes op=bulk                              {level} {wait}
panel tensor    cycles    bytes op=tensor,wait=try                   {level} {width}
panel multicast cycles    bytes op=multicast                         {level} {size} {wait}
panel store     cycles    bytes op=store                             {level}
panel reduce    read_back bytes op=reduce                            {level} {reduction}
panel trips     cycles    {op}  op=mbarrier_cluster|st_async         {size} {wait}
