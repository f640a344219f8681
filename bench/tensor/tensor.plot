# The pictures of tensor.gp; harness/plot/kinds.h describes the format.
summary operations per clock of tensor units
panel dense  ops_per_clock {type}{>acc} data=normal,sparsity=dense  {variant}
panel sparse ops_per_clock {type}{>acc} data=normal,sparsity=sparse {variant}
finding BF16: {dense[wgmma] at bf16 as number} operations per clock and SM by wgmma, {dense[mma] at bf16 as number} by mma; sparse {sparse[wgmma] at bf16 / dense[wgmma] at bf16} and {sparse[mma] at bf16 / dense[mma] at bf16} times as many
finding BF16: {dense[mma] at bf16 as number} operations per clock and SM by mma
