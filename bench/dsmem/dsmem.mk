# Clusters begin with Hopper.
variants.dsmem = default
archs.dsmem.default = $(filter 9% 10% 11% 12%,$(gb_archs_all))
