# Only Hopper has the warpgroup instructions.
archs.fused.default = $(patsubst 90,90a,$(filter 90,$(gb_archs_all)))
