$ gpubench history results/fleet/h200-sxm.csv   # changed,
--- 80 x 24
0 of 1616 roofs of 39 GPUs changed, 2026-11-21 to 2026-11-29; 1616 have fewer
    than 11 runs: a step may be missed
--- 120 x 40
0 of 1616 roofs of 39 GPUs changed, 2026-11-21 to 2026-11-29; 1616 have fewer than 11 runs: a step may be missed
