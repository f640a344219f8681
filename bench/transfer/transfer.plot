# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary copies between host and device by size, by kind of memory, and many small ones
size 1000 1100
columns 2
name h2d = to device
name d2h = to host
name h2d_sync = to device, sync
name d2h_sync = to host, sync
name h2d_memory = host to device
name d2h_memory = device to host
name h2d_first, pinned = to device
name h2d_first, pageable = to device, pageable
name d2h_first, pinned = to host
name d2h_first, pageable = to host, pageable
draw bars
panel sizes bandwidth bytes op=h2d|d2h|h2d_sync|d2h_sync {op}
    title pinned memory: queued, and with a wait for each (sync)
    xlabel bytes per copy
    ylabel GB/s
    yscale 1e9
    xlog 10
    ylog 10
    xtics 1, 1 KiB=1024, 1 MiB=1048576, 256 MiB=268435456
    ends 11
    draw lines limit
panel kinds bandwidth {memory} op=h2d_memory|d2h_memory {op}
    title other memory of the host, 128 MiB
    ylabel GB/s
    yscale 1e9
    xwords 30
    key above right horizontal maxrows 1
panel ways bandwidth {op} op=both|read|write -
    title both directions at once, and kernels on the host's memory
    ylabel GB/s
    yscale 1e9
    room 0.1
    key off
    draw bars limit
panel small time {way} op=small -
    title one of 256 copies of 4 KiB
    ylabel µs
    yscale 1e-6
    room 0.1
    key off
panel first time {pause} op=h2d_first|d2h_first,size=4096,core!=awake,pages!=write_combined {op}, {pages}
    title the first copy of 4 KiB after a pause
    xlabel pause (ms)
    ylabel µs
    yscale 1e-6
    key above right horizontal maxrows 2
panel large time {pause} op=h2d_first|d2h_first,size=16777216,core!=awake,pages!=write_combined {op}, {pages}
    title the first copy of 16 MiB after a pause
    xlabel pause (ms)
    ylabel ms
    yscale 1e-3
    key above right horizontal maxrows 2
finding Pinned copies to the device reach {sizes[h2d] max}, half of it at {x of sizes[h2d] from 50% as KiB}; copies of pageable memory reach {kinds[h2d_memory] at pageable}
