$ gpubench history results/fleet/h200-sxm.csv   # changed,
--- 80 x 24
0 of 1616 roofs of 39 GPUs changed, 2026-11-21 to 2026-11-29
