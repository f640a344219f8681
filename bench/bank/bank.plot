# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles per request against the degree of its bank conflicts
size 900 760
columns 2
ylabel cycles per request
panel stride cycles stride pattern=stride,op=load {word} B
    title loads with a stride between lanes, by bytes per lane
    xlabel stride (words of the access's width)
    xrange -0.7:33.7
    yrange 0:43<*
    xtics every 4
    key above center horizontal maxrows 1 width 2
panel degree cycles degree pattern=degree,word=4 {op}
    title conflicts of a chosen degree, many warps
    xlabel degree (lanes at different words of one bank)
    xrange 0:33
    xtics every 4
    ends 5
    draw rings
panel latency latency degree pattern=degree,word=4 {op}
    title a single warp, each access waits for the previous one
    xlabel degree (lanes at different words of one bank)
    ylabel latency (cycles)
    xrange 0:33
    xtics every 4
    ends 5
panel tile cycles {pattern} pattern=column|padded|swizzled,op=load|store,word=4 {op}
    title a column of a tile of 32 x 32 words
    ylog 2
    yrange 0.7:64
    draw bars
finding A request for a tile column takes {tile[load] at column} unpadded, {tile[load] at padded} padded and {tile[load] at swizzled} swizzled
