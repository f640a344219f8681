variants.tensor = mma wgmma tcgen05
# Hopper alone has the warpgroup's instructions, and compute capability 10.x and 11.x those with sums in tensor memory; elsewhere
# the variants hold no kernel that is timed, and say so.
flags.tensor.wgmma = -DTENSOR_WGMMA
archs.tensor.wgmma = $(patsubst 90,90a,$(gb_archs_all))
flags.tensor.tcgen05 = -DTENSOR_TCGEN05
archs.tensor.tcgen05 = $(patsubst 10%,10%a,$(patsubst 11%,11%a,$(gb_archs_all)))
