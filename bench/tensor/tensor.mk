variants.tensor = mma wgmma
# Hopper alone has the warpgroup's instructions; elsewhere the variant holds no kernel that is timed, and says so.
flags.tensor.wgmma = -DTENSOR_WGMMA
archs.tensor.wgmma = 70 75 80 86 89 90a 100 103 120
