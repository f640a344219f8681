# Multicast is for these architectures with what is their own: ptxas says so of each use elsewhere.
variants.tma = default
archs.tma.default = $(patsubst 90,90a,$(patsubst 10%,10%f,$(patsubst 11%,11%f,$(gb_archs_all))))
