variants.tensor = mma wgmma
# Hopper alone has the warpgroup's instructions.
flags.tensor.wgmma = -DTENSOR_WGMMA
archs.tensor.wgmma = 90a
