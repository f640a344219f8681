# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary bandwidth by prefetch distance, number of warps and level
size 900 760
columns 2
name register = registers
name shared = by registers, shared
name cp_async = cp.async, shared
xlabel tiles ahead
ylabel bandwidth (TB/s)
yscale 1e12
xrange -0.4:8.4
xtics 0, 1, 2, 4, 8
draw lines limit
panel few_dram bandwidth distance level=dram,warps=4,fmas=16 {way}
    title from DRAM, 4 warps per SM
    key bottom right
    ends 13
panel many_dram bandwidth distance level=dram,warps=32,fmas=16 {way}
    title from DRAM, 32 warps per SM
    key off
panel few_l2 bandwidth distance level=l2,warps=4,fmas=16 {way}
    title from L2, 4 warps per SM
    key off
panel many_l2 bandwidth distance level=l2,warps=32,fmas=16 {way}
    title from L2, 32 warps per SM
    key off
finding With 4 warps an SM reads {few_dram[register] at 0} from DRAM, {few_dram[register] at 8} with 8 tiles prefetched; with 32 warps {many_dram max}
