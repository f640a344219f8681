# The pictures of cache.gp; harness/plot/kinds.h describes the format.
summary bandwidth over the working set
panel read  bandwidth working_set walk=l1|l2|common                  {walk}
panel write bandwidth working_set walk=write                         {walk}
panel side  bandwidth working_set walk=near|far|near_write|far_write {walk}
finding L1 is read at {read[l1] max}, L2 at {read[l2] max}, and the largest set, {x of read[l2] last as GiB}, at {read[l2] last}
