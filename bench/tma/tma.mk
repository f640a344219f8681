# Multicast is built for these architectures, with their own features; ptxas warns about each use elsewhere.
variants.tma = default
archs.tma.default = $(patsubst 90,90a,$(patsubst 10%,10%f,$(patsubst 11%,11%f,$(gb_archs_all))))
