# The pictures of transfer.gp; harness/plot/kinds.h describes the format.
summary copies between host and device by size, by kind of memory, and many small ones
panel sizes bandwidth bytes    op=h2d|d2h|h2d_sync|d2h_sync {op}
panel kinds bandwidth {memory} op=h2d_memory|d2h_memory     {op}
panel ways  bandwidth {op}     op=both|read|write           -
panel small time      {way}    op=small                     -
finding Pinned copies to the device reach {sizes[h2d] max}, half of it at {x of sizes[h2d] from 50% as KiB}; copies of pageable memory reach {kinds[h2d_memory] at pageable}
