variants.numerics = sync wgmma
archs.numerics.sync = $(filter 8% 9% 10% 11% 12%,$(gb_archs_all))
points.numerics.sync = op=sync
# Only Hopper has warpgroup instructions.
flags.numerics.wgmma = -DNUMERICS_WGMMA
archs.numerics.wgmma = $(patsubst 90,90a,$(filter 90,$(gb_archs_all)))
points.numerics.wgmma = op=wgmma format=fp16_fp32,fp16_fp16,bf16_fp32,tf32_fp32,e4m3_fp32,e5m2_fp32,e4m3_fp16,int8_int32
