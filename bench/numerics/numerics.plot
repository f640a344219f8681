# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary bits that matrix units keep in a sum
size 1100 480
columns 2
draw bars
key off
panel aligned aligned_bits {format} op=sync|wgmma {op}
    title least bit kept of aligned products: mma.sync, then wgmma
    ylabel bits below the largest
    xwords 60 10
panel kept kept_bits {format} op=sync|wgmma {op}
    title fraction of the result: mma.sync, then wgmma
    ylabel bits
    xwords 60 10
finding wgmma of FP8 keeps {aligned[wgmma] min as number} bits below the largest product, mma.sync at least {aligned[sync] min as number}
