# Multicast is built with the features of its architecture; for any other target ptxas warns about each use.
variants.tma = default
archs.tma.default = $(patsubst 90,90a,$(patsubst 10%,10%f,$(patsubst 11%,11%f,$(gb_archs_all))))
