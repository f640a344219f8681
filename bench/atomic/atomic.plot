# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary atomic operations per second by address pattern, and cycles in shared memory
size 900 780
columns 1
panel rate access_rate|op_rate {pattern} measure=throughput,scope=gpu {op}
    title global memory
    ylabel operations per second (10^9)
    yscale 1e9
    ylog 10
    room 0.25
    key top left horizontal maxrows 3 width 0
    draw points
panel shared cycles degree measure=shared {in_shared}
    title shared memory, 32 warps per SM
    xlabel lanes per word
    ylabel cycles per warp request
    xlog 2
    ylog 2
    xrange 0.9:36
    yrange 0.7:*
    ends 7
finding Additions to adjacent words are {rate[add] at adjacent / rate[add] at one} times as fast as to one word; in shared memory, float ones cost {shared[add_f32] at 32 / shared[add] at 32} times as much
