# Multicast is for these architectures with what is their own: ptxas says so of each use elsewhere.
variants.async = default
archs.async.default = 70 75 80 86 89 90a 100f 103f 120
