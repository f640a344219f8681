$ gpubench compare results/h200-sxm/all.csv --baseline results/fleet/h200-sxm.csv   # changed,
--- 80 x 24
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are
    left out; some roofs of 16 are only in those; gemm.bf16 of
    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1
    in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-c51f2d4e, 0.2.0-ea2cab0f,
    0.1.0-82217b0, 0.2.0-6e1b5626, ...); in mode (full, quick)
  roof                         now          change  verdict          host
  tensor.tf32        466.2 TFLOP/s   1.29 % better  not significant  vm
  tensor.tf32.burst  488.7 TFLOP/s   1.25 % better  not significant  vm
  tensor.bf16        874.3 TFLOP/s   0.93 % better  not significant  vm
  gemm.tf32          374.5 TFLOP/s    1.67 % worse  not significant  vm
  gemm.fp16.burst    796.9 TFLOP/s   1.98 % better  not significant  vm
  gemm.bf16.burst    825.4 TFLOP/s   1.38 % better  not significant  vm
  gemm.fp8.burst     1.576 PFLOP/s   1.60 % better  not significant  vm
  gemm.int8            1.383 POP/s   2.93 % better  not significant  vm
  gemm.int8.burst      1.596 POP/s   1.53 % better  not significant  vm
  launch.round_trip       8.677 µs  12.36 % better  changed          vm
  transfer.both         101.3 GB/s   4.24 % better  undecided        vm
Against results/fleet/h200-sxm.csv: 0 worse, 1 better, 45 unchanged, 51
    undecided, 0 without a baseline (margin 1 %)
gpubench: not shown: 1 note, 183 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are left out; some roofs of 16 are only in
    those; gemm.bf16 of GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1 in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-c51f2d4e, 0.2.0-ea2cab0f, 0.1.0-82217b0, 0.2.0-6e1b5626, ...); in mode
    (full, quick)
roof                               now          change  verdict          host  GPU
dram.triad                  4.421 TB/s   0.17 % better  unchanged        vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
l1.read                     33.41 TB/s   0.22 % better  unchanged        vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
dram.latency                  345.6 ns   0.19 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.tf32              466.2 TFLOP/s   1.29 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.tf32.burst        488.7 TFLOP/s   1.25 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.bf16              874.3 TFLOP/s   0.93 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp8               1.699 PFLOP/s   0.79 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp8.burst         1.817 PFLOP/s    0.25 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.int8                1.914 POP/s    0.36 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp8_e5m2.burst    1.857 PFLOP/s    0.76 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.tf32.zeros        490.0 TFLOP/s   0.83 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp16.zeros        898.8 TFLOP/s    0.90 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp16.zeros.burst  970.3 TFLOP/s   0.67 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
tensor.fp8.zeros         1.814 PFLOP/s    0.88 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.fp64                62.83 TFLOP/s   0.65 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.tf32                374.5 TFLOP/s    1.67 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.tf32.burst          429.6 TFLOP/s    0.54 % worse  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.fp16                673.6 TFLOP/s   0.71 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.fp16.burst          796.9 TFLOP/s   1.98 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.bf16                704.4 TFLOP/s   0.67 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.bf16.burst          825.4 TFLOP/s   1.38 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.fp8                 1.332 PFLOP/s   0.67 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.fp8.burst           1.576 PFLOP/s   1.60 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.int8                  1.383 POP/s   2.93 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
gemm.int8.burst            1.596 POP/s   1.53 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
clock.matrix                 1.815 GHz   0.83 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
launch.round_trip             8.677 µs  12.36 % better  changed          vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
transfer.both               101.3 GB/s   4.24 % better  undecided        vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
transfer.h2d                55.43 GB/s   0.18 % better  not significant  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
Against results/fleet/h200-sxm.csv: 0 worse, 1 better, 45 unchanged, 51 undecided, 0 without a baseline (margin 1 %)
gpubench: not shown: 1 note, 165 rows (--rows), columns (--wide)
