$ gpubench compare domain.csv   # Outliers:
--- 80 x 24
  verdict  deviation  worst roof              host       GPU
  slow        -5.0 %  dram.copy               node00000  GPU-00000001-...000004
  fast        +3.2 %  tensor.fp8.zeros/clock  node00001  GPU-00000001-...000008
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
--- 120 x 40
rank  verdict  deviation  worst roof                        value  host       GPU
   1  slow        -5.0 %  dram.copy                    4.092 TB/s  node00000  GPU-00000001-0000-4000-8000-000000000004
   2  fast        +3.2 %  tensor.fp8.zeros/clock  1.114 MFLOP/clk  node00001  GPU-00000001-0000-4000-8000-000000000008
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
$ gpubench roofs domain.csv   # GPUs,
--- 80 x 24
  host       GPU                suspect  failed rows  furthest roof  % of limit
  node00000  GPU-000000...0000        1            -  l2.read            27.2 %
  node00000  GPU-000000...0001        1            -  l2.read            27.2 %
  node00000  GPU-000000...0002        1            -  l2.read            27.2 %
  node00000  GPU-000000...0003        1            -  l2.read            27.2 %
  node00000  GPU-000000...0004        1            -  l2.read            27.2 %
  node00000  GPU-000000...0005        1            -  l2.read            27.2 %
  node00000  GPU-000000...0006        1            -  l2.read            27.2 %
  node00000  GPU-000000...0007        1            -  l2.read            27.2 %
  node00001  GPU-000000...0008        1            -  l2.read            27.2 %
  node00001  GPU-000000...0009        1            -  l2.read            27.2 %
  node00001  GPU-000000...000a        1            -  l2.read            27.2 %
  node00001  GPU-000000...000b        1            -  l2.read            27.2 %
  node00001  GPU-000000...000c        1            -  l2.read            27.2 %
  node00001  GPU-000000...000d        1            -  l2.read            27.2 %
  node00001  GPU-000000...000e        1            -  l2.read            27.2 %
  node00001  GPU-000000...000f        1            -  l2.read            27.2 %
16 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: columns (--wide)
--- 120 x 40
  host       GPU                                       roofs  suspect  failed rows  furthest roof  % of limit
  node00000  GPU-00000001-0000-4000-8000-000000000000     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000001     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000002     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000003     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000004     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000005     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000006     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000007     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000008     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000009     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000a     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000b     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000c     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000d     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000e     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-00000000000f     35        1            -  l2.read            27.2 %
16 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: columns (--wide)
$ gpubench history domain.csv --every-roof   # changed,
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
0 of 560 roofs of 16 GPUs changed, 2026-01-01 to 2026-01-01; 560 have fewer
    than 11 runs: a step may be missed
gpubench: not shown: 542 rows (--rows), columns (--wide)
--- 120 x 40
  GPU                                       host       roof               step         before          after  change
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.read          none     4.632 TB/s     4.632 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.write         none     4.712 TB/s     4.712 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.copy          none     4.303 TB/s     4.303 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dram.triad         none     4.411 TB/s     4.411 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.read            none     9.065 TB/s     9.065 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.read_common     none     25.88 TB/s     25.88 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l2.write           none     4.804 TB/s     4.804 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  l1.read            none     33.14 TB/s     33.14 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  shared.read        none     33.41 TB/s     33.41 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  shared.write       none     33.36 TB/s     33.36 TB/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp64               none  33.35 TFLOP/s  33.35 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp32               none  66.54 TFLOP/s  66.54 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  fp16               none  132.5 TFLOP/s  132.5 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  bf16               none  132.4 TFLOP/s  132.4 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  int32              none    33.42 TOP/s    33.42 TOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  dp4a               none    133.7 TOP/s    133.7 TOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp64        none  66.49 TFLOP/s  66.49 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.tf32        none  432.0 TFLOP/s  432.0 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp16        none  801.8 TFLOP/s  801.8 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.bf16        none  819.6 TFLOP/s  819.6 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp8         none  1.591 PFLOP/s  1.591 PFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.int8        none    1.825 POP/s    1.825 POP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp64.zeros  none  66.45 TFLOP/s  66.45 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.tf32.zeros  none  472.5 TFLOP/s  472.5 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp16.zeros  none  850.3 TFLOP/s  850.3 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.bf16.zeros  none  931.8 TFLOP/s  931.8 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.fp8.zeros   none  1.791 PFLOP/s  1.791 PFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  tensor.int8.zeros  none    1.887 POP/s    1.887 POP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp64          none  60.19 TFLOP/s  60.19 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp32          none  49.83 TFLOP/s  49.83 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.tf32          none  362.9 TFLOP/s  362.9 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp16          none  647.4 TFLOP/s  647.4 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.bf16          none  669.0 TFLOP/s  669.0 TFLOP/s       -
  GPU-00000001-0000-4000-8000-000000000000  node00000  gemm.fp8           none  1.262 PFLOP/s  1.262 PFLOP/s       -
0 of 560 roofs of 16 GPUs changed, 2026-01-01 to 2026-01-01; 560 have fewer than 11 runs: a step may be missed
gpubench: not shown: 526 rows (--rows), columns (--wide)
$ gpubench compare domain.csv --baseline reference   # worse,
--- 80 x 24
gpubench: the board of 16 GPUs is unknown: compared with every board of their
    model
gpubench: reference of NVIDIA H200: 25 GPUs; spread 0.0 to 3.2 %
  verdict  deviation  worst roof    host       GPU
  slow        -6.5 %  tensor.bf16   node00000  GPU-00000001-0000-40...000000002
  slow        -5.8 %  matrix units  node00001  GPU-00000001-0000-40...00000000f
  slow        -5.5 %  matrix units  node00001  GPU-00000001-0000-40...00000000a
  slow        -5.5 %  matrix units  node00001  GPU-00000001-0000-40...00000000e
  slow        -5.4 %  matrix units  node00001  GPU-00000001-0000-40...000000008
  slow        -5.3 %  matrix units  node00000  GPU-00000001-0000-40...000000003
  slow        -5.3 %  matrix units  node00000  GPU-00000001-0000-40...000000001
  slow        -5.3 %  matrix units  node00001  GPU-00000001-0000-40...00000000b
  slow        -5.3 %  matrix units  node00000  GPU-00000001-0000-40...000000006
Outliers: 16 GPUs outside the scatter of healthy GPUs
roof                   now        change  verdict  host       GPU
tensor.bf16  808.5 TFLOP/s  6.50 % worse  changed  node00000  GPU-00000...0002
tensor.bf16  813.8 TFLOP/s  5.89 % worse  changed  node00001  GPU-00000...000f
tensor.fp16  782.6 TFLOP/s  5.88 % worse  changed  node00001  GPU-00000...000a
tensor.bf16  814.5 TFLOP/s  5.81 % worse  changed  node00000  GPU-00000...0001
Against reference: 51 worse, 3 better, 282 unchanged, 64 undecided, 544 without
    a baseline (margin 1 %)
gpubench: not shown: 116 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: the board of 16 GPUs is unknown: compared with every board of their model
gpubench: reference of NVIDIA H200: 25 GPUs; spread 0.0 to 3.2 %
rank  verdict  deviation  worst roof            value  more roofs  host       GPU
   1  slow        -6.5 %  tensor.bf16   808.5 TFLOP/s           1  node00000  GPU-00000001-0000-4000-8000-000000000002
   2  slow        -5.8 %  matrix units       0.99614            -  node00001  GPU-00000001-0000-4000-8000-00000000000f
   3  slow        -5.5 %  matrix units       0.99933            -  node00001  GPU-00000001-0000-4000-8000-00000000000a
   4  slow        -5.5 %  matrix units       0.99938            -  node00001  GPU-00000001-0000-4000-8000-00000000000e
   5  slow        -5.4 %  matrix units       0.99921            -  node00001  GPU-00000001-0000-4000-8000-000000000008
   6  slow        -5.3 %  matrix units        1.0005            -  node00000  GPU-00000001-0000-4000-8000-000000000003
   7  slow        -5.3 %  matrix units       0.99972            -  node00000  GPU-00000001-0000-4000-8000-000000000001
   8  slow        -5.3 %  matrix units        1.0009            -  node00001  GPU-00000001-0000-4000-8000-00000000000b
   9  slow        -5.3 %  matrix units       0.99969            -  node00000  GPU-00000001-0000-4000-8000-000000000006
  10  slow        -5.2 %  matrix units       0.99987            -  node00000  GPU-00000001-0000-4000-8000-000000000005
  11  slow        -5.2 %  matrix units       0.99795            -  node00001  GPU-00000001-0000-4000-8000-00000000000d
  12  slow        -5.0 %  matrix units        1.0023            -  node00001  GPU-00000001-0000-4000-8000-000000000009
  13  slow        -5.0 %  matrix units       0.99906            1  node00000  GPU-00000001-0000-4000-8000-000000000004
  14  slow        -4.8 %  matrix units        1.0001            -  node00001  GPU-00000001-0000-4000-8000-00000000000c
  15  slow        -4.7 %  matrix units        1.0006            -  node00000  GPU-00000001-0000-4000-8000-000000000000
  16  slow        -4.6 %  matrix units        1.0009            -  node00000  GPU-00000001-0000-4000-8000-000000000007
Outliers: 16 GPUs outside the scatter of healthy GPUs
  roof                before            now        change  verdict  host       GPU
  tensor.bf16  864.7 TFLOP/s  808.5 TFLOP/s  6.50 % worse  changed  node00000  GPU-00000001-0000-4000-8000-000000000002
  tensor.bf16  864.7 TFLOP/s  813.8 TFLOP/s  5.89 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000f
  tensor.fp16  831.5 TFLOP/s  782.6 TFLOP/s  5.88 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000a
  tensor.bf16  864.7 TFLOP/s  814.5 TFLOP/s  5.81 % worse  changed  node00000  GPU-00000001-0000-4000-8000-000000000001
  tensor.bf16  864.7 TFLOP/s  814.6 TFLOP/s  5.80 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000a
  tensor.fp8   1.682 PFLOP/s  1.584 PFLOP/s  5.80 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000f
  tensor.bf16  864.7 TFLOP/s  814.6 TFLOP/s  5.79 % worse  changed  node00000  GPU-00000001-0000-4000-8000-000000000005
  tensor.fp8   1.682 PFLOP/s  1.585 PFLOP/s  5.75 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000d
  tensor.bf16  864.7 TFLOP/s  815.1 TFLOP/s  5.74 % worse  changed  node00001  GPU-00000001-0000-4000-8000-000000000008
  tensor.fp16  831.5 TFLOP/s  784.9 TFLOP/s  5.61 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000f
  tensor.fp16  831.5 TFLOP/s  785.0 TFLOP/s  5.60 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000e
  tensor.bf16  864.7 TFLOP/s  816.5 TFLOP/s  5.58 % worse  changed  node00000  GPU-00000001-0000-4000-8000-000000000006
  tensor.bf16  864.7 TFLOP/s  816.6 TFLOP/s  5.56 % worse  changed  node00001  GPU-00000001-0000-4000-8000-00000000000e
  tensor.fp16  831.5 TFLOP/s  785.7 TFLOP/s  5.51 % worse  changed  node00000  GPU-00000001-0000-4000-8000-000000000003
Against reference: 51 worse, 3 better, 282 unchanged, 64 undecided, 544 without a baseline (margin 1 %)
gpubench: not shown: 99 rows (--rows), columns (--wide)
