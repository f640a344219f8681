variants.mma = sync wgmma scaled
points.mma.sync = op=sync
# Hopper alone has the warpgroup's instructions; elsewhere the variant holds no kernel that is timed, and says so.
flags.mma.wgmma = -DMMA_WGMMA
archs.mma.wgmma = $(patsubst 90,90a,$(gb_archs_all))
points.mma.wgmma = op=ss,rs
# So have Blackwell's small chips formats of 6 and 4 bits and scales of blocks.
flags.mma.scaled = -DMMA_SCALED
archs.mma.scaled = $(patsubst 120,120a,$(patsubst 121,121a,$(gb_archs_all)))
points.mma.scaled = op=scaled
