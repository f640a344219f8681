$ gpubench history results/fleet/h200-sxm.csv   # changed,
--- 80 x 24
0 of 1683 roofs of 40 GPUs changed, 2026-11-21 to 2026-11-30; 1683 have fewer
    than 11 runs: a step may be missed
--- 120 x 40
0 of 1683 roofs of 40 GPUs changed, 2026-11-21 to 2026-11-30; 1683 have fewer than 11 runs: a step may be missed
