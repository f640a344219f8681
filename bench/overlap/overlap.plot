# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary overlap of copies and FMAs
size 900 440
columns 2
name 8 = FMAs alone
name 16 = FMAs alone
name 32 = FMAs alone
name 64 = FMAs alone
xlabel FMAs per element copied
xrange 0:*
panel together time fmas build=all {warps} warps
    title loads, FMAs and stores in one kernel, by warps per SM
    ylabel time (ms)
    yscale 1e-3
    key top left
    ends 7
panel math time fmas build=math {warps}
    over together
    draw dashes
panel overlap overlap fmas - {warps} warps
    title part of the shorter time that is hidden
    ylabel overlap
    yrange 0:1.1<*
    key off
finding Overlap hides at least {overlap[64 warps] min as %} of the shorter of copies and FMAs with 64 warps per SM, at least {overlap[8 warps] min as %} with 8
