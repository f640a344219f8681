# The pictures of prefetch.gp; harness/plot/kinds.h describes the format.
summary bandwidth by prefetch distance, number of warps and level
panel few_dram  bandwidth distance level=dram,warps=4,fmas=16  {way}
panel many_dram bandwidth distance level=dram,warps=32,fmas=16 {way}
panel few_l2    bandwidth distance level=l2,warps=4,fmas=16    {way}
panel many_l2   bandwidth distance level=l2,warps=32,fmas=16   {way}
finding With 4 warps an SM reads {few_dram[register] at 0} from DRAM, {few_dram[register] at 8} with 8 tiles prefetched; with 32 warps {many_dram max}
