variants.energy = default wgmma
points.energy.default = op=ffma,fadd,fmul,hfma2,dfma,imad,iadd3,mask,shift,mufu_rcp,mma_fp16,mma_bf16,mma_tf32,$\
	mma_fp8,mma_int8,mma_fp64,shared_read,l1_read,l2_read,dram_read,dram_write
# Only Hopper has the warpgroup instructions. Elsewhere the variant has no kernel, and reports this.
flags.energy.wgmma = -DENERGY_WGMMA
archs.energy.wgmma = $(patsubst 90,90a,$(gb_archs_all))
points.energy.wgmma = op=wgmma_fp16,wgmma_bf16,wgmma_tf32,wgmma_fp8,wgmma_int8
