$ gpubench compare h200.csv   # gpubench check FILE compares one
--- 80 x 24
NVIDIA H200, board 692-2G520-0282-000: 1 GPU on 1 host

No outliers without at least 3 GPUs of a model; gpubench check FILE compares
    one with its reference
gpubench: not shown: 97 rows (--rows)
--- 120 x 40
NVIDIA H200, board 692-2G520-0282-000: 1 GPU on 1 host

No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference
gpubench: not shown: 97 rows (--rows)
$ gpubench compare h200.csv h100.csv   # of NVIDIA H200
--- 80 x 24
NVIDIA H100 80GB HBM3, board 695-2G520-0200-000 relative to NVIDIA H200, board
    692-2G520-0282-000: ratio of medians; above 1 is better
  roof               ratio             H200             H100  ratio of limits
  tensor.fp8.zeros   1.041    1.814 PFLOP/s    1.889 PFLOP/s            1.045
  tensor.fp16.zeros  1.034    898.8 TFLOP/s    929.2 TFLOP/s            1.036
  gemm.fp16          1.033    673.6 TFLOP/s    695.6 TFLOP/s            1.036
  gemm.int8.burst    0.922      1.596 POP/s      1.471 POP/s            0.951
  gemm.fp64          0.918    62.83 TFLOP/s    57.66 TFLOP/s            0.917
  launch.round_trip  0.865         8.677 µs         10.03 µs                -
  l2.read            0.857       9.448 TB/s       8.096 TB/s            0.851
  l2.write           0.852       4.981 TB/s       4.246 TB/s            0.851
  random.atomic      0.828  15.88 Gaccess/s  13.15 Gaccess/s            0.696
  l2.read_common     0.809       26.12 TB/s       21.14 TB/s            1.015
  random.update      0.792  12.48 Gaccess/s  9.877 Gaccess/s            0.696
  random.read        0.775  40.72 Gaccess/s  31.55 Gaccess/s            0.696
  transfer.both      0.772       101.3 GB/s       78.19 GB/s            1.000
  dram.copy          0.715       4.288 TB/s       3.065 TB/s            0.696
  dram.triad         0.705       4.421 TB/s       3.115 TB/s            0.696
  dram.write         0.702       4.712 TB/s       3.306 TB/s            0.696
  dram.read          0.683       4.730 TB/s       3.232 TB/s            0.696
NVIDIA H100 80GB HBM3: 0.68x to 1.04x of NVIDIA H200; of 65 roofs 23 are worse,
    11 better, 31 within 1 %
gpubench: not shown: 245 rows (--rows), columns (--wide)
--- 120 x 40
NVIDIA H100 80GB HBM3, board 695-2G520-0200-000 relative to NVIDIA H200, board 692-2G520-0282-000: ratio of medians;
    above 1 is better
  roof                    ratio             H200             H100  ratio of limits  H200, % of limit  H100, % of limit
  tensor.fp8.zeros        1.041    1.814 PFLOP/s    1.889 PFLOP/s            1.045            99.9 %            99.5 %
  tensor.fp16.zeros       1.034    898.8 TFLOP/s    929.2 TFLOP/s            1.036            99.8 %            99.6 %
  gemm.fp16               1.033    673.6 TFLOP/s    695.6 TFLOP/s            1.036            94.6 %            94.3 %
  gemm.bf16               1.032    704.4 TFLOP/s    726.8 TFLOP/s            1.035            94.7 %            94.4 %
  gemm.fp8                1.025    1.332 PFLOP/s    1.365 PFLOP/s            1.024            92.5 %            92.6 %
  l2.latency              1.018    281.04 cycles    276.02 cycles                -                 -                 -
  tensor.bf16.zeros       1.018    970.9 TFLOP/s    988.1 TFLOP/s            1.017            99.8 %            99.9 %
  tensor.fp8.zeros.burst  1.017    1.944 PFLOP/s    1.976 PFLOP/s            1.017            99.8 %            99.8 %
  tensor.int8.zeros       1.014      1.957 POP/s      1.985 POP/s            1.015            99.7 %            99.6 %
  tensor.tf32.zeros       1.013    490.0 TFLOP/s    496.2 TFLOP/s            1.015            99.9 %            99.7 %
  clock.matrix            1.012        1.815 GHz        1.837 GHz                -                 -                 -
  tensor.fp8.burst        0.987    1.817 PFLOP/s    1.795 PFLOP/s            0.989            99.6 %            99.4 %
  tensor.fp16.burst       0.981    896.5 TFLOP/s    879.8 TFLOP/s            0.980            99.4 %            99.6 %
  transfer.h2d            0.979       55.43 GB/s       54.29 GB/s            1.000            88.0 %            86.1 %
  gemm.bf16.burst         0.951    825.4 TFLOP/s    785.2 TFLOP/s            0.957            94.3 %            93.7 %
  gemm.fp8.burst          0.945    1.576 PFLOP/s    1.489 PFLOP/s            0.944            91.7 %            91.8 %
  gemm.tf32.burst         0.944    429.6 TFLOP/s    405.6 TFLOP/s            0.949            93.3 %            92.8 %
  gemm.fp16.burst         0.942    796.9 TFLOP/s    750.9 TFLOP/s            0.938            94.0 %            94.4 %
  gemm.int8               0.941      1.383 POP/s      1.301 POP/s            0.942            86.4 %            86.4 %
  gemm.int8.burst         0.922      1.596 POP/s      1.471 POP/s            0.951            86.3 %            83.6 %
  gemm.fp64               0.918    62.83 TFLOP/s    57.66 TFLOP/s            0.917            96.1 %            96.3 %
  launch.round_trip       0.865         8.677 µs         10.03 µs                -                 -                 -
  l2.read                 0.857       9.448 TB/s       8.096 TB/s            0.851            91.8 %            92.5 %
  l2.write                0.852       4.981 TB/s       4.246 TB/s            0.851            96.8 %            97.0 %
  random.atomic           0.828  15.88 Gaccess/s  13.15 Gaccess/s            0.696            21.1 %            25.1 %
  l2.read_common          0.809       26.12 TB/s       21.14 TB/s            1.015            79.5 %            63.4 %
  random.update           0.792  12.48 Gaccess/s  9.877 Gaccess/s            0.696            16.6 %            18.9 %
  random.read             0.775  40.72 Gaccess/s  31.55 Gaccess/s            0.696            27.1 %            30.1 %
  transfer.both           0.772       101.3 GB/s       78.19 GB/s            1.000            80.3 %            62.0 %
  dram.copy               0.715       4.288 TB/s       3.065 TB/s            0.696            89.1 %            91.4 %
  dram.triad              0.705       4.421 TB/s       3.115 TB/s            0.696            91.8 %            92.9 %
  dram.write              0.702       4.712 TB/s       3.306 TB/s            0.696            97.9 %            98.6 %
  dram.read               0.683       4.730 TB/s       3.232 TB/s            0.696            98.3 %            96.4 %
NVIDIA H100 80GB HBM3: 0.68x to 1.04x of NVIDIA H200; of 65 roofs 23 are worse, 11 better, 31 within 1 %
gpubench: not shown: 229 rows (--rows)
$ gpubench compare 16.csv   # Outliers:
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
$ gpubench compare 100.csv   # Outliers:
--- 80 x 24
  verdict  deviation  worst roof  host       GPU
  slow        -5.0 %  dram.copy   node00004  GPU-00000001-0000-400...0000000011
  slow        -5.0 %  int32       node00018  GPU-00000001-0000-400...0000000048
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
--- 120 x 40
  rank  verdict  deviation  worst roof        value  more roofs  host       GPU
     1  slow        -5.0 %  dram.copy    4.090 TB/s           -  node00004  GPU-00000001-0000-4000-8000-000000000011
     2  slow        -5.0 %  int32       31.76 TOP/s           1  node00018  GPU-00000001-0000-4000-8000-000000000048
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
$ gpubench compare 1000.csv   # Outliers:
--- 80 x 24
  verdict  deviation  worst roof         host       GPU
  slow        -5.0 %  tensor.int8.zeros  node00097  GPU-00000001-000...0000030e
  slow        -5.0 %  dram.triad         node00108  GPU-00000001-000...00000363
  slow        -5.0 %  l1.read            node00102  GPU-00000001-000...00000335
  slow        -5.0 %  dram.copy          node00017  GPU-00000001-000...00000089
  slow        -5.0 %  int32              node00072  GPU-00000001-000...00000246
Outliers: 5 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
--- 120 x 40
  rank  verdict  deviation  worst roof               value  host       GPU
     1  slow        -5.0 %  tensor.int8.zeros  1.792 POP/s  node00097  GPU-00000001-0000-4000-8000-00000000030e
     2  slow        -5.0 %  dram.triad          4.189 TB/s  node00108  GPU-00000001-0000-4000-8000-000000000363
     3  slow        -5.0 %  l1.read             31.48 TB/s  node00102  GPU-00000001-0000-4000-8000-000000000335
     4  slow        -5.0 %  dram.copy           4.090 TB/s  node00017  GPU-00000001-0000-4000-8000-000000000089
     5  slow        -5.0 %  int32              31.75 TOP/s  node00072  GPU-00000001-0000-4000-8000-000000000246
Outliers: 5 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 59 rows (--rows), columns (--wide)
