# Only Hopper has warpgroup instructions and setmaxnreg with sums in registers.
archs.fused.default = $(patsubst 90,90a,$(filter 90,$(gb_archs_all)))
