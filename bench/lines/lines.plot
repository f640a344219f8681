# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary hits by distance, stride, conflicting lines and set size; bits of the hash of L2; bandwidth by stride; lines of a set of L2
size 1200 1230
columns 3
yrange -0.03:1.03
panel fetch hits distance measure=fetch {level}
    title the word after one that missed
    xlabel distance (bytes)
    ylabel hits
    xlog 2
panel promotion hits distance measure=promotion {promotion} B
    title the same, and the load asks L2 for more
    xlabel distance (bytes)
    ylabel hits
    xlog 2
    xrange *:300
    ends -1
panel tags hits stride measure=tags {level}
    title a fixed number of words, at a stride
    xlabel stride (bytes)
    ylabel hits
    xlog 2
panel ways hits count measure=ways {level}, {spacing} B apart
    title lines far from each other
    xlabel lines
    ylabel hits
    xlog 2
    xtics 16, 64, 256, 1024
    key bottom left samplen 2 font 13
panel replacement hits overload measure=replacement -
    title more lines than L1 has
    xlabel set (% of L1 and shared memory)
    ylabel hits
    key off
panel set hits lines measure=set -
    title lines of one set of L2
    xlabel lines
    ylabel hits
    key off
panel eviction set_lines target measure=eviction -
    title lines that evict another one from L2
    xlabel target
    ylabel lines of a minimal set
    yrange 0:*
    key off
panel hash moved bit measure=hash -
    title the hash of L2
    xlabel bit of the address
    ylabel lines moved
    key off
panel camping bandwidth apart measure=camping -
    title lines with a stride, by all SMs
    xlabel stride (bytes)
    ylabel TB/s
    xlog 2
    yscale 1e12
    yrange 0:*
    xtics 128, 512, 2048, 8192
    key off
finding A miss fetches words up to {x of fetch[l1] until 50%} bytes away into L1, up to {x of fetch[l2] until 50%} into L2; a set as large as L1 still hits {replacement at 100 as %}
