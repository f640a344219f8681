variants.tensor = mma wgmma tcgen05 scaled
tensor_plain := type=fp16,bf16,tf32,e4m3,e5m2,int8,fp64
points.tensor.mma = $(tensor_plain)
points.tensor.wgmma = $(tensor_plain)
# Only Hopper has warpgroup instructions, and only compute capability 10.x and 11.x have instructions with sums in
# tensor memory. For other architectures the variants have no timed kernel, and report this.
flags.tensor.wgmma = -DTENSOR_WGMMA
archs.tensor.wgmma = $(patsubst 90,90a,$(gb_archs_all))
flags.tensor.tcgen05 = -DTENSOR_TCGEN05
archs.tensor.tcgen05 = $(patsubst 10%,10%a,$(patsubst 11%,11%a,$(gb_archs_all)))
# Only Blackwell's small chips have mma.sync with block scales, and with 6 and 4 bits.
flags.tensor.scaled = -DTENSOR_SCALED
archs.tensor.scaled = $(patsubst 120,120a,$(patsubst 121,121a,$(gb_archs_all)))
points.tensor.scaled = type=fp6_e3m2,fp6_e2m3,fp4_e2m1,mxfp8_e4m3,mxfp6_e3m2,mxfp6_e2m3,mxfp4,nvfp4
