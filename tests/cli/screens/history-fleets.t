$ gpubench history h200.csv   # changed,
--- 80 x 24
0 of 65 roofs of 1 GPU changed, 2026-11-27 to 2026-11-27; 65 have fewer than 11
    runs: a step may be missed
--- 120 x 40
0 of 65 roofs of 1 GPU changed, 2026-11-27 to 2026-11-27; 65 have fewer than 11 runs: a step may be missed
$ gpubench history h200.csv h100.csv   # changed,
--- 80 x 24
0 of 132 roofs of 2 GPUs changed, 2026-11-27 to 2026-11-27; 132 have fewer than
    11 runs: a step may be missed
--- 120 x 40
0 of 132 roofs of 2 GPUs changed, 2026-11-27 to 2026-11-27; 132 have fewer than 11 runs: a step may be missed
$ gpubench history 16.csv   # changed,
--- 80 x 24
0 of 560 roofs of 16 GPUs changed, 2026-01-01 to 2026-01-01; 560 have fewer
    than 11 runs: a step may be missed
--- 120 x 40
0 of 560 roofs of 16 GPUs changed, 2026-01-01 to 2026-01-01; 560 have fewer than 11 runs: a step may be missed
$ gpubench history 100.csv   # changed,
--- 80 x 24
0 of 3500 roofs of 100 GPUs changed, 2026-01-01 to 2026-01-01; 3500 have fewer
    than 11 runs: a step may be missed
--- 120 x 40
0 of 3500 roofs of 100 GPUs changed, 2026-01-01 to 2026-01-01; 3500 have fewer than 11 runs: a step may be missed
$ gpubench history 1000.csv   # changed,
--- 80 x 24
0 of 35000 roofs of 1000 GPUs changed, 2026-01-01 to 2026-01-01; 35000 have
    fewer than 11 runs: a step may be missed
--- 120 x 40
0 of 35000 roofs of 1000 GPUs changed, 2026-01-01 to 2026-01-01; 35000 have fewer than 11 runs: a step may be missed
$ gpubench history 1000.csv --every-roof   # changed,
--- 80 x 24
  GPU                                   host       roof            step  change
  GPU-00000001-0000-4000...00000000000  node00000  dram.read       none       -
  GPU-00000001-0000-4000...00000000000  node00000  dram.write      none       -
  GPU-00000001-0000-4000...00000000000  node00000  dram.copy       none       -
  GPU-00000001-0000-4000...00000000000  node00000  dram.triad      none       -
  GPU-00000001-0000-4000...00000000000  node00000  l2.read         none       -
  GPU-00000001-0000-4000...00000000000  node00000  l2.read_common  none       -
  GPU-00000001-0000-4000...00000000000  node00000  l2.write        none       -
  GPU-00000001-0000-4000...00000000000  node00000  l1.read         none       -
  GPU-00000001-0000-4000...00000000000  node00000  shared.read     none       -
  GPU-00000001-0000-4000...00000000000  node00000  shared.write    none       -
  GPU-00000001-0000-4000...00000000000  node00000  fp64            none       -
  GPU-00000001-0000-4000...00000000000  node00000  fp32            none       -
  GPU-00000001-0000-4000...00000000000  node00000  fp16            none       -
  GPU-00000001-0000-4000...00000000000  node00000  bf16            none       -
  GPU-00000001-0000-4000...00000000000  node00000  int32           none       -
  GPU-00000001-0000-4000...00000000000  node00000  dp4a            none       -
  GPU-00000001-0000-4000...00000000000  node00000  tensor.fp64     none       -
  GPU-00000001-0000-4000...00000000000  node00000  tensor.tf32     none       -
0 of 35000 roofs of 1000 GPUs changed, 2026-01-01 to 2026-01-01; 35000 have
    fewer than 11 runs: a step may be missed
gpubench: not shown: 34982 rows (--rows), columns (--wide)
--- 120 x 40
  GPU                                       host       roof               step         before          after  change
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.read          none     4.632 TB/s     4.632 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.write         none     4.712 TB/s     4.712 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.copy          none     4.306 TB/s     4.306 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.triad         none     4.412 TB/s     4.412 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.read            none     9.062 TB/s     9.062 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.read_common     none     25.43 TB/s     25.43 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.write           none     4.804 TB/s     4.804 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l1.read            none     33.13 TB/s     33.13 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  shared.read        none     33.40 TB/s     33.40 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  shared.write       none     33.33 TB/s     33.33 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp64               none  33.34 TFLOP/s  33.34 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp32               none  66.55 TFLOP/s  66.55 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp16               none  132.3 TFLOP/s  132.3 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  bf16               none  132.3 TFLOP/s  132.3 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  int32              none    33.42 TOP/s    33.42 TOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dp4a               none    133.7 TOP/s    133.7 TOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp64        none  66.54 TFLOP/s  66.54 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.tf32        none  434.5 TFLOP/s  434.5 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp16        none  798.9 TFLOP/s  798.9 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.bf16        none  827.3 TFLOP/s  827.3 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp8         none  1.593 PFLOP/s  1.593 PFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.int8        none    1.828 POP/s    1.828 POP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp64.zeros  none  66.54 TFLOP/s  66.54 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.tf32.zeros  none  471.6 TFLOP/s  471.6 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp16.zeros  none  860.4 TFLOP/s  860.4 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.bf16.zeros  none  932.5 TFLOP/s  932.5 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp8.zeros   none  1.757 PFLOP/s  1.757 PFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.int8.zeros  none    1.885 POP/s    1.885 POP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp64          none  59.67 TFLOP/s  59.67 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp32          none  49.86 TFLOP/s  49.86 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.tf32          none  361.3 TFLOP/s  361.3 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp16          none  659.9 TFLOP/s  659.9 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.bf16          none  651.0 TFLOP/s  651.0 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp8           none  1.279 PFLOP/s  1.279 PFLOP/s       -
0 of 35000 roofs of 1000 GPUs changed, 2026-01-01 to 2026-01-01; 35000 have fewer than 11 runs: a step may be missed
gpubench: not shown: 34966 rows (--rows), columns (--wide)
