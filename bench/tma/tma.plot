# The pictures of tma.gp; harness/plot/kinds.h describes the format.
summary cycles of one copy by its size, bytes per clock with several in flight, reductions, and round trips between barriers
panel bulk      cycles               bytes op=bulk                                     {level} {wait}
panel tensor    cycles               bytes op=tensor,wait=try                          {level} {width}
panel im2col    cycles               bytes op=tensor|im2col,width=128,wait=try         {level} {op} {>filter}
panel rate      next_bytes_per_clock bytes op=tensor|im2col,width=128,wait=try         {level} {op} {>filter}
panel multicast cycles               bytes op=multicast                                {level} {size} {wait}
panel store     cycles               bytes op=store                                    {level}
panel reduce    read_back            bytes op=reduce                                   {level} {reduction}
panel trips     cycles               {op}  op=mbarrier_cluster|st_async                {size} {wait}
finding A bulk copy of {x of bulk[dram try] first} bytes takes {bulk[l2 try] first} from L2 and {bulk[dram try] first} from DRAM; {x of bulk[dram try] last as KiB} take {bulk[l2 try] last} and {bulk[dram try] last}
