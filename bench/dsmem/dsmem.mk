# Clusters begin with Hopper.
variants.dsmem = default
archs.dsmem.default = 90 100 103 120
