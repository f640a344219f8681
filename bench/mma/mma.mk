variants.mma = sync wgmma
points.mma.sync = op=sync
# Hopper alone has the warpgroup's instructions; elsewhere the variant holds no kernel that is timed, and says so.
flags.mma.wgmma = -DMMA_WGMMA
archs.mma.wgmma = $(patsubst 90,90a,$(gb_archs_all))
points.mma.wgmma = op=ss,rs
