# Only Hopper has the warpgroup instructions; later architectures have no kernel, and say so.
archs.fused.default = $(patsubst 90,90a,$(filter 9% 10% 11% 12%,$(gb_archs_all)))
