$ gpubench history results/fleet/h200-sxm.csv   # changed,
--- 80 x 24
0 of 1412 roofs of 36 GPUs changed, 2026-11-21 to 2026-11-28
