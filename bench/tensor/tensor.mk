variants.tensor = mma wgmma
# Hopper alone has the warpgroup's instructions; elsewhere the variant holds no kernel that is timed, and says so.
flags.tensor.wgmma = -DTENSOR_WGMMA
archs.tensor.wgmma = $(patsubst 90,90a,$(gb_archs_all))
