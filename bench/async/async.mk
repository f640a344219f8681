# Multicast is built for these architectures, with their own features; ptxas warns about each use elsewhere.
variants.async = default
archs.async.default = $(patsubst 90,90a,$(patsubst 10%,10%f,$(patsubst 11%,11%f,$(gb_archs_all))))
