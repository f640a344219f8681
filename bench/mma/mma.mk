variants.mma = sync wgmma scaled
points.mma.sync = op=sync
# Only Hopper has the warpgroup instructions; elsewhere the variant has no timed kernel, and says so.
flags.mma.wgmma = -DMMA_WGMMA
archs.mma.wgmma = $(patsubst 90,90a,$(gb_archs_all))
points.mma.wgmma = op=ss,rs
# The same holds for the formats of 6 and 4 bits and scales of blocks on Blackwell's small chips.
flags.mma.scaled = -DMMA_SCALED
archs.mma.scaled = $(patsubst 120,120a,$(patsubst 121,121a,$(gb_archs_all)))
points.mma.scaled = op=scaled
