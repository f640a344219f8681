# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary a wave equation that spills, by number of registers
size 960 440
columns 2
xlabel registers per thread
xrange 24:*
xtics every 8
panel rate bandwidth registers - -dlcm={variant-}, L1 {l1}
    title the rate
    ylabel useful bytes, TB/s (dashed: limit)
    yscale 1e12
    ends 17
    draw lines limit
panel local local_bytes registers - -
    title the effect of the registers
    ylabel bytes spilled per thread; warps per SM
    ends 13
    line 2 bytes spilled
panel warps resident_warps registers - -
    over local
    ends 13
    line 1 resident warps
finding {x of rate max} registers per thread are fastest: {rate max}, {rate max / rate[-dlcm=ca, L1 large] last} times the rate with {x of rate[-dlcm=ca, L1 large] last}
