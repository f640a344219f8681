# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary operations per clock of Tensor Cores
size 900 640
columns 1
ylabel operations per clock and SM
xwords 0 11
draw bars limit
panel dense ops_per_clock {type}{>acc} data=normal,sparsity=dense {variant}
    title dense
    key top left
panel sparse ops_per_clock {type}{>acc} data=normal,sparsity=sparse {variant}
    title 2:4 sparse, zeros counted
    key off
finding BF16: {dense[wgmma] at bf16 as number} operations per clock and SM by wgmma, {dense[mma] at bf16 as number} by mma; sparse {sparse[wgmma] at bf16 / dense[wgmma] at bf16} and {sparse[mma] at bf16 / dense[mma] at bf16} times as many
finding BF16: {dense[mma] at bf16 as number} operations per clock and SM by mma
