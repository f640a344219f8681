# What prefetch.gp draws: harness/plot/kinds.h tells how to read this.
summary bandwidth over the distance of prefetching, by warps and level
panel few_dram  bandwidth distance level=dram,warps=4,fmas=16  {way}
panel many_dram bandwidth distance level=dram,warps=32,fmas=16 {way}
panel few_l2    bandwidth distance level=l2,warps=4,fmas=16    {way}
panel many_l2   bandwidth distance level=l2,warps=32,fmas=16   {way}
finding 4 warps an SM read {few_dram[register] at 0} from DRAM, {few_dram[register] at 8} with 8 tiles prefetched; 32 warps {many_dram max}
