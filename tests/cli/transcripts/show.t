Points of a benchmark as tables, curves, ratios and notes.

The benchmarks of a file, what became of their points:

  $ gpubench show tests/data/card/full.csv
    benchmark  points  ok  suspect  skipped  failed  what
    cache           4   3        1        -       -  bandwidth by working set: L1, L2 and its partitions, device memory; what each level holds
    clocks          2   2        -        -       -  SM clock under load, by instruction, number of SMs, data and duty cycle
    dram           16  16        -        -       -  device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy
    ffma            6   6        -        -       -  fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed bytes
    gemm           21  17        1        3       -  matrix products by cuBLAS: SGEMM four ways, and every format of the matrix units
    latency         0   -        -        -       -  latency of one access: caches, DRAM, translation, shared, constant, texture, atomics, host
    launch          1   -        1        -       -  time to start work: calls, gaps, round trips, events, graphs and memory
    random          3   3        -        -       -  reads, updates and atomics at random addresses, by working set and size
    shared          2   2        -        -       -  shared memory: read, write and copy, 4, 8 and 16-byte accesses
    stride         76  76        -        -       -  copy, read and write with a stride between threads; reach of the address translation
    tensor         60  48        -       12       -  Tensor Cores: every number format, dense and sparse, on normal numbers and on zeros
    transfer        3   2        1        -       -  bandwidth and latency between host and device: copies by size, direction and kind of memory

Points with values that are chosen, a ratio to the first of its curve, what is concluded of them, with its reason once, what it measures, in its own words:

  $ gpubench show tests/data/card/full.csv stride -a stride=1,32
  stride: copy, read and write with a stride between threads; reach of the address translation
  Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over 1 GiB, so their number falls with the stride.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over stride, bytes=4
    op     form   stride   bandwidth      +-  % of limit     ratio  sectors_per_request  lines_per_request  efficiency  moved_bandwidth  memory_bytes  memory_efficiency      span  excess_sectors  status  note
    copy   wide        1  4.255 TB/s  0.13 %      88.4 %       x 1                    4                  1           1       4.255 TB/s      2.147 GB                  1  1.074 GB               0  ok
    copy   wide       32  157.3 GB/s  0.27 %      52.3 %   x 0.037                   32                 32       0.125       1.258 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    copy   naive       1  2.714 TB/s  0.06 %      56.4 %       x 1                    4                  1           1       2.714 TB/s      2.147 GB                  1  1.074 GB               0  ok
    copy   naive      32  171.6 GB/s  0.23 %      57.0 %  x 0.0632                   32                 32       0.125       1.373 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    read               1  4.617 TB/s  0.18 %      95.9 %       x 1                    4                  1           1       4.617 TB/s      1.074 GB                  1  1.074 GB               0  ok
    read              32  244.3 GB/s  0.14 %      81.2 %  x 0.0529                   32                 32       0.125       1.954 TB/s      536.9 MB             0.0625  1.074 GB           0.875  ok
    write              1  4.637 TB/s  0.14 %      96.3 %       x 1                    4                  1           1       4.637 TB/s      1.074 GB                  1  1.074 GB               0  ok
    write             32  94.41 GB/s  0.28 %      31.4 %  x 0.0204                   32                 32       0.125       755.3 GB/s      536.9 MB             0.0625  1.074 GB           0.875  ok         1
  
  concluded: useful_fraction over stride, bytes=4
    op     stride  useful_fraction  status  note
    copy       32          0.03697  ok         2
    read       32          0.05291  ok         2
    write      32          0.02036  ok         2
  
  note 1: neighbours share nothing that is fetched: each element is a place in memory of its own
  note 2, of 3 rows: of the bandwidth at stride 1; 0.1250 by sectors, 0.0625 by memory_bytes

A ratio to a point that is named, a range of values:

  $ gpubench show tests/data/card/full.csv stride -a stride=1:64:pow2 -a op=read --relative-to stride=32
  stride: copy, read and write with a stride between threads; reach of the address translation
  Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over 1 GiB, so their number falls with the stride.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over stride, op=read, bytes=4
    stride   bandwidth      +-  % of limit    ratio  sectors_per_request  lines_per_request  efficiency  moved_bandwidth  memory_bytes  memory_efficiency      span  excess_sectors  status  note
         1  4.617 TB/s  0.18 %      95.9 %   x 18.9                    4                  1           1       4.617 TB/s      1.074 GB                  1  1.074 GB               0  ok
         2  2.314 TB/s  0.30 %      96.1 %   x 9.47                    8                  2         0.5       4.628 TB/s      1.074 GB                0.5  1.074 GB             0.5  ok
         4  1.156 TB/s  0.18 %      96.1 %   x 4.73                   16                  4        0.25       4.625 TB/s      1.074 GB               0.25  1.074 GB            0.75  ok
         8  578.8 GB/s  0.12 %      96.2 %   x 2.37                   32                  8       0.125       4.631 TB/s      1.074 GB              0.125  1.074 GB           0.875  ok
        16  289.6 GB/s  0.17 %      96.3 %   x 1.19                   32                 16       0.125       2.317 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
        32  244.3 GB/s  0.14 %      81.2 %      x 1                   32                 32       0.125       1.954 TB/s      536.9 MB             0.0625  1.074 GB           0.875  ok
        64  178.9 GB/s  0.18 %      59.5 %  x 0.732                   32                 32       0.125       1.431 TB/s      268.4 MB             0.0625  1.074 GB           0.875  ok
  
  concluded: useful_fraction over stride, op=read, bytes=4
    stride  useful_fraction  status  note
         2           0.5012  ok         1
         4           0.2504  ok         2
         8           0.1254  ok         3
        16          0.06273  ok         4
        32          0.05291  ok         4
        64          0.03875  ok         4
  
  note 1: of the bandwidth at stride 1; 0.5000 by sectors, 0.5000 by memory_bytes
  note 2: of the bandwidth at stride 1; 0.2500 by sectors, 0.2500 by memory_bytes
  note 3: of the bandwidth at stride 1; 0.1250 by sectors, 0.1250 by memory_bytes
  note 4, of 3 rows: of the bandwidth at stride 1; 0.1250 by sectors, 0.0625 by memory_bytes

What a search found is no axis of a curve:

  $ gpubench show tests/data/card/full.csv ffma
  ffma: fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed bytes
  Every thread runs independent chains of multiply-adds in registers.
  
  GPU 0 on vm, NVIDIA H200
  
  flop_rate over type
    type      flop_rate      +-  % of limit    ratio  energy_per_flop  energy_per_flop_above_idle  status  note  found best
    fp32  66.56 TFLOP/s  0.10 %      99.5 %      x 1    6.442 pJ/FLOP               4.510 pJ/FLOP  ok            chains=2 body=768 warps=64 block=256 dynamic=1
    fp64  33.41 TFLOP/s  0.16 %      99.9 %  x 0.502    14.72 pJ/FLOP               10.87 pJ/FLOP  ok            chains=4 body=512 warps=64 block=256 dynamic=1
    fp16  132.4 TFLOP/s  0.15 %      99.0 %   x 1.99    4.234 pJ/FLOP               3.263 pJ/FLOP  ok            chains=8 body=768 warps=32 block=1024 dynamic=1
    bf16  132.4 TFLOP/s  0.15 %      99.0 %   x 1.99    3.986 pJ/FLOP               3.015 pJ/FLOP  ok            chains=8 body=768 warps=32 block=1024 dynamic=1
  
  op_rate over type
    type       op_rate      +-  % of limit  ratio  energy_per_op  energy_per_op_above_idle  status  note  found best
    int32  33.42 TOP/s  0.01 %      99.9 %    x 1    8.708 pJ/OP               4.860 pJ/OP  ok            chains=2 body=768 warps=32 block=128 dynamic=1
    dp4a   133.7 TOP/s   1.1 %      99.9 %    x 4    2.169 pJ/OP               1.207 pJ/OP  ok            chains=2 body=768 warps=32 block=128 dynamic=1

Many points are curves:

  $ gpubench show tests/data/card/full.csv stride
  stride: copy, read and write with a stride between threads; reach of the address translation
  Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over 1 GiB, so their number falls with the stride.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over stride, bytes=4
    op     form        first  at  to                       at        last     ratio  points  status
    copy   wide   4.255 TB/s   1  █▆▅▃▃▂▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  92.80 GB/s  x 0.0218      19  ok
    copy   naive  2.714 TB/s   1  █▇▅▄▃▂▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  94.77 GB/s  x 0.0349      19  ok
    read          4.617 TB/s   1  █▇▅▄▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  164.7 GB/s  x 0.0357      19  ok
    write         4.637 TB/s   1  █▆▄▃▃▁▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  63.08 GB/s  x 0.0136      19  ok
  
  concluded: useful_fraction over stride, bytes=4
    op     stride  useful_fraction  status  note
    copy        2           0.3469  ok         1
    copy        4           0.1723  ok         2
    copy        8          0.08533  ok         3
    copy       16          0.05736  ok         4
    copy       32          0.03697  ok         4
    copy       64          0.02407  ok         4
    copy      128          0.02294  ok         4
    copy      256          0.02232  ok         4
    copy      512          0.02187  ok         4
    copy     1024          0.02189  ok         4
    copy     2048          0.02176  ok         4
    copy     4096           0.0217  ok         4
    copy     8192          0.02154  ok         4
    copy    16384          0.02158  ok         4
    copy    32768          0.02153  ok         4
    copy    65536          0.02176  ok         4
    copy   131072          0.02176  ok         4
    copy   262144          0.02181  ok         4
    read        2           0.5012  ok         5
    read        4           0.2504  ok         6
    read        8           0.1254  ok         7
    read       16          0.06273  ok         4
    read       32          0.05291  ok         4
    read       64          0.03875  ok         4
    read      128          0.03728  ok         4
    read      256          0.03647  ok         4
    read      512          0.03549  ok         4
    read     1024          0.03582  ok         4
    read     2048          0.03557  ok         4
    read     4096          0.03554  ok         4
    read     8192          0.03521  ok         4
    read    16384           0.0352  ok         4
    read    32768          0.03503  ok         4
    read    65536          0.03542  ok         4
    read   131072          0.03569  ok         4
    read   262144          0.03567  ok         4
    write       2           0.2282  ok         8
    write       4           0.1134  ok         9
    write       8          0.05649  ok         4
    write      16          0.04079  ok         4
    write      32          0.02036  ok         4
    write      64          0.01506  ok         4
    write     128          0.01439  ok         4
    write     256          0.01401  ok         4
    write     512           0.0137  ok         4
    write    1024          0.01374  ok         4
    write    2048          0.01366  ok         4
    write    4096          0.01364  ok         4
    write    8192          0.01349  ok         4
    write   16384          0.01354  ok         4
    write   32768          0.01342  ok         4
    write   65536          0.01369  ok         4
    write  131072           0.0137  ok         4
    write  262144           0.0136  ok         4
  
  note 1: of the bandwidth at stride 1; 0.5000 by sectors, 0.3333 by memory_bytes
  note 2: of the bandwidth at stride 1; 0.2500 by sectors, 0.1667 by memory_bytes
  note 3: of the bandwidth at stride 1; 0.1250 by sectors, 0.0833 by memory_bytes
  note 4, of 46 rows: of the bandwidth at stride 1; 0.1250 by sectors, 0.0625 by memory_bytes
  note 5: of the bandwidth at stride 1; 0.5000 by sectors, 0.5000 by memory_bytes
  note 6: of the bandwidth at stride 1; 0.2500 by sectors, 0.2500 by memory_bytes
  note 7: of the bandwidth at stride 1; 0.1250 by sectors, 0.1250 by memory_bytes
  note 8: of the bandwidth at stride 1; 0.5000 by sectors, 0.2500 by memory_bytes
  note 9: of the bandwidth at stride 1; 0.2500 by sectors, 0.1250 by memory_bytes

--rows has them all:

  $ gpubench show tests/data/card/full.csv stride --rows
  stride: copy, read and write with a stride between threads; reach of the address translation
  Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over 1 GiB, so their number falls with the stride.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over stride, bytes=4
    op     form   stride   bandwidth      +-  % of limit     ratio  sectors_per_request  lines_per_request  efficiency  moved_bandwidth  memory_bytes  memory_efficiency      span  excess_sectors  status  note
    copy   wide        1  4.255 TB/s  0.13 %      88.4 %       x 1                    4                  1           1       4.255 TB/s      2.147 GB                  1  1.074 GB               0  ok
    copy   wide        2  1.476 TB/s  0.17 %      92.0 %   x 0.347                    8                  2         0.5       2.952 TB/s      3.221 GB             0.3333  1.074 GB             0.5  ok
    copy   wide        4  733.2 GB/s  0.18 %      91.4 %   x 0.172                   16                  4        0.25       2.933 TB/s      3.221 GB             0.1667  1.074 GB            0.75  ok
    copy   wide        8  363.1 GB/s  0.13 %      90.5 %  x 0.0853                   32                  8       0.125       2.905 TB/s      3.221 GB            0.08333  1.074 GB           0.875  ok
    copy   wide       16  244.1 GB/s  0.28 %      81.1 %  x 0.0574                   32                 16       0.125       1.953 TB/s      2.147 GB             0.0625  1.074 GB           0.875  ok
    copy   wide       32  157.3 GB/s  0.27 %      52.3 %   x 0.037                   32                 32       0.125       1.258 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    copy   wide       64  102.4 GB/s  0.29 %      34.0 %  x 0.0241                   32                 32       0.125       819.5 GB/s      536.9 MB             0.0625  1.074 GB           0.875  ok         1
    copy   wide      128  97.61 GB/s  0.25 %      32.4 %  x 0.0229                   32                 32       0.125       780.8 GB/s      536.9 MB             0.0625  2.147 GB           0.875  ok         1
    copy   wide      256  94.98 GB/s  0.24 %      31.6 %  x 0.0223                   32                 32       0.125       759.8 GB/s      536.9 MB             0.0625  4.295 GB           0.875  ok         1
    copy   wide      512  93.05 GB/s  0.22 %      30.9 %  x 0.0219                   32                 32       0.125       744.4 GB/s      536.9 MB             0.0625  8.590 GB           0.875  ok         1
    copy   wide     1024  93.13 GB/s  0.26 %      31.0 %  x 0.0219                   32                 32       0.125       745.1 GB/s      536.9 MB             0.0625  17.18 GB           0.875  ok         1
    copy   wide     2048  92.58 GB/s  0.23 %      30.8 %  x 0.0218                   32                 32       0.125       740.7 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide     4096  92.33 GB/s  0.29 %      30.7 %  x 0.0217                   32                 32       0.125       738.6 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide     8192  91.67 GB/s  0.27 %      30.5 %  x 0.0215                   32                 32       0.125       733.4 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide    16384  91.83 GB/s  0.27 %      30.5 %  x 0.0216                   32                 32       0.125       734.7 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide    32768  91.62 GB/s  0.29 %      30.4 %  x 0.0215                   32                 32       0.125       732.9 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide    65536  92.61 GB/s  0.14 %      30.8 %  x 0.0218                   32                 32       0.125       740.9 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide   131072  92.61 GB/s  0.24 %      30.8 %  x 0.0218                   32                 32       0.125       740.9 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   wide   262144  92.80 GB/s  0.30 %      30.8 %  x 0.0218                   32                 32       0.125       742.4 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive       1  2.714 TB/s  0.06 %      56.4 %       x 1                    4                  1           1       2.714 TB/s      2.147 GB                  1  1.074 GB               0  ok
    copy   naive       2  1.482 TB/s  0.17 %      92.4 %   x 0.546                    8                  2         0.5       2.964 TB/s      3.221 GB             0.3333  1.074 GB             0.5  ok
    copy   naive       4  738.9 GB/s  0.19 %      92.1 %   x 0.272                   16                  4        0.25       2.956 TB/s      3.221 GB             0.1667  1.074 GB            0.75  ok
    copy   naive       8  369.1 GB/s  0.11 %      92.0 %   x 0.136                   32                  8       0.125       2.953 TB/s      3.221 GB            0.08333  1.074 GB           0.875  ok
    copy   naive      16  261.8 GB/s  0.27 %      87.0 %  x 0.0964                   32                 16       0.125       2.094 TB/s      2.147 GB             0.0625  1.074 GB           0.875  ok
    copy   naive      32  171.6 GB/s  0.23 %      57.0 %  x 0.0632                   32                 32       0.125       1.373 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    copy   naive      64  115.5 GB/s  0.25 %      38.4 %  x 0.0425                   32                 32       0.125       923.8 GB/s      536.9 MB             0.0625  1.074 GB           0.875  ok         1
    copy   naive     128  103.6 GB/s  0.15 %      34.4 %  x 0.0381                   32                 32       0.125       828.4 GB/s      536.9 MB             0.0625  2.147 GB           0.875  ok         1
    copy   naive     256  97.38 GB/s  0.23 %      32.4 %  x 0.0359                   32                 32       0.125       779.0 GB/s      536.9 MB             0.0625  4.295 GB           0.875  ok         1
    copy   naive     512  94.05 GB/s  0.23 %      31.3 %  x 0.0346                   32                 32       0.125       752.4 GB/s      536.9 MB             0.0625  8.590 GB           0.875  ok         1
    copy   naive    1024  93.46 GB/s  0.29 %      31.1 %  x 0.0344                   32                 32       0.125       747.7 GB/s      536.9 MB             0.0625  17.18 GB           0.875  ok         1
    copy   naive    2048  92.94 GB/s  0.26 %      30.9 %  x 0.0342                   32                 32       0.125       743.5 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive    4096  92.28 GB/s  0.25 %      30.7 %   x 0.034                   32                 32       0.125       738.3 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive    8192  91.62 GB/s  0.18 %      30.5 %  x 0.0338                   32                 32       0.125       733.0 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive   16384  91.79 GB/s  0.28 %      30.5 %  x 0.0338                   32                 32       0.125       734.3 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive   32768  90.91 GB/s  0.29 %      30.2 %  x 0.0335                   32                 32       0.125       727.3 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive   65536  92.64 GB/s  0.19 %      30.8 %  x 0.0341                   32                 32       0.125       741.1 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive  131072  94.13 GB/s  0.26 %      31.3 %  x 0.0347                   32                 32       0.125       753.0 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    copy   naive  262144  94.77 GB/s  0.15 %      31.5 %  x 0.0349                   32                 32       0.125       758.1 GB/s      536.9 MB             0.0625  34.36 GB           0.875  ok         1
    read               1  4.617 TB/s  0.18 %      95.9 %       x 1                    4                  1           1       4.617 TB/s      1.074 GB                  1  1.074 GB               0  ok
    read               2  2.314 TB/s  0.30 %      96.1 %   x 0.501                    8                  2         0.5       4.628 TB/s      1.074 GB                0.5  1.074 GB             0.5  ok
    read               4  1.156 TB/s  0.18 %      96.1 %    x 0.25                   16                  4        0.25       4.625 TB/s      1.074 GB               0.25  1.074 GB            0.75  ok
    read               8  578.8 GB/s  0.12 %      96.2 %   x 0.125                   32                  8       0.125       4.631 TB/s      1.074 GB              0.125  1.074 GB           0.875  ok
    read              16  289.6 GB/s  0.17 %      96.3 %  x 0.0627                   32                 16       0.125       2.317 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    read              32  244.3 GB/s  0.14 %      81.2 %  x 0.0529                   32                 32       0.125       1.954 TB/s      536.9 MB             0.0625  1.074 GB           0.875  ok
    read              64  178.9 GB/s  0.18 %      59.5 %  x 0.0388                   32                 32       0.125       1.431 TB/s      268.4 MB             0.0625  1.074 GB           0.875  ok
    read             128  172.1 GB/s  0.15 %      57.2 %  x 0.0373                   32                 32       0.125       1.377 TB/s      268.4 MB             0.0625  2.147 GB           0.875  ok
    read             256  168.4 GB/s  0.16 %      56.0 %  x 0.0365                   32                 32       0.125       1.347 TB/s      268.4 MB             0.0625  4.295 GB           0.875  ok
    read             512  163.9 GB/s  0.26 %      54.5 %  x 0.0355                   32                 32       0.125       1.311 TB/s      268.4 MB             0.0625  8.590 GB           0.875  ok
    read            1024  165.4 GB/s  0.16 %      55.0 %  x 0.0358                   32                 32       0.125       1.323 TB/s      268.4 MB             0.0625  17.18 GB           0.875  ok
    read            2048  164.3 GB/s  0.17 %      54.6 %  x 0.0356                   32                 32       0.125       1.314 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read            4096  164.1 GB/s  0.23 %      54.5 %  x 0.0355                   32                 32       0.125       1.313 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read            8192  162.6 GB/s  0.16 %      54.0 %  x 0.0352                   32                 32       0.125       1.301 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read           16384  162.5 GB/s  0.14 %      54.0 %  x 0.0352                   32                 32       0.125       1.300 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read           32768  161.8 GB/s  0.15 %      53.8 %   x 0.035                   32                 32       0.125       1.294 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read           65536  163.5 GB/s  0.13 %      54.3 %  x 0.0354                   32                 32       0.125       1.308 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read          131072  164.8 GB/s  0.18 %      54.8 %  x 0.0357                   32                 32       0.125       1.318 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    read          262144  164.7 GB/s  0.10 %      54.7 %  x 0.0357                   32                 32       0.125       1.317 TB/s      268.4 MB             0.0625  34.36 GB           0.875  ok
    write              1  4.637 TB/s  0.14 %      96.3 %       x 1                    4                  1           1       4.637 TB/s      1.074 GB                  1  1.074 GB               0  ok
    write              2  1.058 TB/s  0.20 %      87.9 %   x 0.228                    8                  2         0.5       2.116 TB/s      2.147 GB               0.25  1.074 GB             0.5  ok
    write              4  525.6 GB/s  0.22 %      87.3 %   x 0.113                   16                  4        0.25       2.102 TB/s      2.147 GB              0.125  1.074 GB            0.75  ok
    write              8  261.9 GB/s  0.27 %      87.0 %  x 0.0565                   32                  8       0.125       2.095 TB/s      2.147 GB             0.0625  1.074 GB           0.875  ok
    write             16  189.1 GB/s  0.29 %      62.9 %  x 0.0408                   32                 16       0.125       1.513 TB/s      1.074 GB             0.0625  1.074 GB           0.875  ok
    write             32  94.41 GB/s  0.28 %      31.4 %  x 0.0204                   32                 32       0.125       755.3 GB/s      536.9 MB             0.0625  1.074 GB           0.875  ok         1
    write             64  69.83 GB/s  0.28 %      23.2 %  x 0.0151                   32                 32       0.125       558.7 GB/s      268.4 MB             0.0625  1.074 GB           0.875  ok         1
    write            128  66.70 GB/s  0.20 %      22.2 %  x 0.0144                   32                 32       0.125       533.6 GB/s      268.4 MB             0.0625  2.147 GB           0.875  ok         1
    write            256  64.94 GB/s  0.25 %      21.6 %   x 0.014                   32                 32       0.125       519.5 GB/s      268.4 MB             0.0625  4.295 GB           0.875  ok         1
    write            512  63.53 GB/s  0.21 %      21.1 %  x 0.0137                   32                 32       0.125       508.2 GB/s      268.4 MB             0.0625  8.590 GB           0.875  ok         1
    write           1024  63.71 GB/s  0.17 %      21.2 %  x 0.0137                   32                 32       0.125       509.7 GB/s      268.4 MB             0.0625  17.18 GB           0.875  ok         1
    write           2048  63.32 GB/s  0.15 %      21.0 %  x 0.0137                   32                 32       0.125       506.6 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write           4096  63.26 GB/s  0.13 %      21.0 %  x 0.0136                   32                 32       0.125       506.1 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write           8192  62.53 GB/s  0.24 %      20.8 %  x 0.0135                   32                 32       0.125       500.3 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write          16384  62.76 GB/s  0.28 %      20.9 %  x 0.0135                   32                 32       0.125       502.1 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write          32768  62.23 GB/s  0.25 %      20.7 %  x 0.0134                   32                 32       0.125       497.8 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write          65536  63.46 GB/s  0.27 %      21.1 %  x 0.0137                   32                 32       0.125       507.7 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write         131072  63.53 GB/s  0.13 %      21.1 %  x 0.0137                   32                 32       0.125       508.2 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
    write         262144  63.08 GB/s  0.19 %      21.0 %  x 0.0136                   32                 32       0.125       504.6 GB/s      268.4 MB             0.0625  34.36 GB           0.875  ok         1
  
  concluded: useful_fraction over stride, bytes=4
    op     stride  useful_fraction  status  note
    copy        2           0.3469  ok         2
    copy        4           0.1723  ok         3
    copy        8          0.08533  ok         4
    copy       16          0.05736  ok         5
    copy       32          0.03697  ok         5
    copy       64          0.02407  ok         5
    copy      128          0.02294  ok         5
    copy      256          0.02232  ok         5
    copy      512          0.02187  ok         5
    copy     1024          0.02189  ok         5
    copy     2048          0.02176  ok         5
    copy     4096           0.0217  ok         5
    copy     8192          0.02154  ok         5
    copy    16384          0.02158  ok         5
    copy    32768          0.02153  ok         5
    copy    65536          0.02176  ok         5
    copy   131072          0.02176  ok         5
    copy   262144          0.02181  ok         5
    read        2           0.5012  ok         6
    read        4           0.2504  ok         7
    read        8           0.1254  ok         8
    read       16          0.06273  ok         5
    read       32          0.05291  ok         5
    read       64          0.03875  ok         5
    read      128          0.03728  ok         5
    read      256          0.03647  ok         5
    read      512          0.03549  ok         5
    read     1024          0.03582  ok         5
    read     2048          0.03557  ok         5
    read     4096          0.03554  ok         5
    read     8192          0.03521  ok         5
    read    16384           0.0352  ok         5
    read    32768          0.03503  ok         5
    read    65536          0.03542  ok         5
    read   131072          0.03569  ok         5
    read   262144          0.03567  ok         5
    write       2           0.2282  ok         9
    write       4           0.1134  ok        10
    write       8          0.05649  ok         5
    write      16          0.04079  ok         5
    write      32          0.02036  ok         5
    write      64          0.01506  ok         5
    write     128          0.01439  ok         5
    write     256          0.01401  ok         5
    write     512           0.0137  ok         5
    write    1024          0.01374  ok         5
    write    2048          0.01366  ok         5
    write    4096          0.01364  ok         5
    write    8192          0.01349  ok         5
    write   16384          0.01354  ok         5
    write   32768          0.01342  ok         5
    write   65536          0.01369  ok         5
    write  131072           0.0137  ok         5
    write  262144           0.0136  ok         5
  
  note 1, of 40 rows: neighbours share nothing that is fetched: each element is a place in memory of its own
  note 2: of the bandwidth at stride 1; 0.5000 by sectors, 0.3333 by memory_bytes
  note 3: of the bandwidth at stride 1; 0.2500 by sectors, 0.1667 by memory_bytes
  note 4: of the bandwidth at stride 1; 0.1250 by sectors, 0.0833 by memory_bytes
  note 5, of 46 rows: of the bandwidth at stride 1; 0.1250 by sectors, 0.0625 by memory_bytes
  note 6: of the bandwidth at stride 1; 0.5000 by sectors, 0.5000 by memory_bytes
  note 7: of the bandwidth at stride 1; 0.2500 by sectors, 0.2500 by memory_bytes
  note 8: of the bandwidth at stride 1; 0.1250 by sectors, 0.1250 by memory_bytes
  note 9: of the bandwidth at stride 1; 0.5000 by sectors, 0.2500 by memory_bytes
  note 10: of the bandwidth at stride 1; 0.2500 by sectors, 0.1250 by memory_bytes

A file that is not there:

  $ gpubench show csv stride --csv
  gpubench: csv: cannot be read: No such file or directory
  [2]

A benchmark that the program does not have:

  $ gpubench-fake show tests/data/card/full.csv stride -a stride=1,32 -a op=read
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over stride, op=read, bytes=4
    stride   bandwidth      +-  % of limit     ratio  sectors_per_request  lines_per_request  efficiency  moved_bandwidth  memory_bytes  memory_efficiency      span  excess_sectors  status  note
         1  4.617 TB/s  0.18 %      95.9 %       x 1                    4                  1           1       4.617 TB/s      1.074 GB                  1  1.074 GB               0  ok
        32  244.3 GB/s  0.14 %      81.2 %  x 0.0529                   32                 32       0.125       1.954 TB/s      536.9 MB             0.0625  1.074 GB           0.875  ok
  
  concluded: useful_fraction over stride, op=read, bytes=4
    stride  useful_fraction  status  note
        32          0.05291  ok         1
  
  note 1: of the bandwidth at stride 1; 0.1250 by sectors, 0.0625 by memory_bytes

--csv has the rows as they are, and no others:

  $ gpubench show tests/data/card/full.csv stride -a stride=2 -a op=read --csv >rows.csv
  $ fields point <rows.csv | sort | uniq -c
       10 op=read,stride=2,bytes=4
  $ tail -n +2 rows.csv | sed 's/,*\r\?$//' | sort | comm -12 - <(sed 's/,*\r\?$//' tests/data/card/full.csv | sort) | wc -l
  10

Markdown, from standard input; and a store:

  $ gpubench show - dram --markdown <tests/data/card/full.csv | grep '^|'
  | op | bandwidth | +- | % of limit | ratio | energy_per_byte | energy_per_byte_above_idle | status | note | found best |
  | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | --- |
  | read | 4.729 TB/s | 0.06 % | 98.2 % | x 1 | - | - | ok |  | vec=2 unroll=4 hint=none block=256 grid=oneshot stripes=64 |
  | write | 4.713 TB/s | 0.04 % | 97.9 % | x 0.997 | - | - | ok |  | vec=4 unroll=1 hint=cs block=256 grid=oneshot |
  | copy | 4.288 TB/s | 0.24 % | 89.1 % | x 0.907 | - | - | ok |  | vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256 |
  | scale | 4.291 TB/s | 0.13 % | 89.1 % | x 0.908 | - | - | ok |  | vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=0 |
  | add | 4.410 TB/s | 0.17 % | 91.6 % | x 0.933 | - | - | ok |  | vec=4 unroll=1 hint=none block=128 grid=oneshot skew=0 |
  | triad | 4.408 TB/s | 0.22 % | 91.6 % | x 0.932 | 136.6 pJ/B | 107.5 pJ/B | ok |  | vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=0 |
  | driver_copy | 4.277 TB/s | 0.08 % | 88.8 % | x 0.904 | - | - | ok |  |  |
  | reads | bandwidth | +- | % of limit | ratio | status | note | found best |
  | ---: | ---: | ---: | ---: | ---: | --- | ---: | --- |
  | 0 | 4.710 TB/s | 0.07 % | 97.8 % | x 1 | ok |  | unroll=1 hint=cg block=256 grid=oneshot |
  | 1 | 3.911 TB/s | 0.12 % | 81.2 % | x 0.83 | ok |  | unroll=1 hint=cg block=128 grid=oneshot |
  | 2 | 4.066 TB/s | 0.11 % | 84.5 % | x 0.863 | ok |  | unroll=1 hint=cs block=128 grid=oneshot |
  | 3 | 4.050 TB/s | 0.10 % | 84.1 % | x 0.86 | ok |  | unroll=1 hint=none block=128 grid=oneshot |
  | 4 | 4.285 TB/s | 0.21 % | 89.0 % | x 0.91 | ok |  | unroll=1 hint=cg block=128 grid=oneshot |
  | 5 | 4.321 TB/s | 0.08 % | 89.8 % | x 0.917 | ok |  | unroll=1 hint=none block=128 grid=oneshot |
  | 6 | 4.493 TB/s | 0.05 % | 93.3 % | x 0.954 | ok |  | unroll=1 hint=none block=128 grid=oneshot |
  | 7 | 4.512 TB/s | 0.03 % | 93.7 % | x 0.958 | ok |  | unroll=1 hint=cg block=1024 grid=oneshot |
  | 8 | 4.714 TB/s | 0.04 % | 97.9 % | x 1 | ok |  | unroll=8 hint=cg block=256 grid=oneshot |
  $ gpubench store kept.db tests/data/card/full.csv >/dev/null 2>&1; gpubench show kept.db dram -a op=read
  dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy
  One launch streams once through an arena of 8 GiB (at most 80 % of free memory, at least 4 x L2), divided evenly among the operation's streams.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over op
    op     bandwidth      +-  % of limit  ratio  status  note  found best
    read  4.729 TB/s  0.06 %      98.2 %    x 1  ok            vec=2 unroll=4 hint=none block=256 grid=oneshot stripes=64

Of two runs the last:

  $ cat tests/data/card/full.csv tests/data/card/quick.csv >two.csv
  $ gpubench show two.csv dram -a op=read
  gpubench: 1 points were measured more than once: the last row of each is shown
  dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy
  One launch streams once through an arena of 8 GiB (at most 80 % of free memory, at least 4 x L2), divided evenly among the operation's streams.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over op
    op     bandwidth      +-  % of limit  ratio  status  note  found best
    read  4.730 TB/s  0.24 %      98.3 %    x 1  ok            vec=2 unroll=4 hint=cs block=512 grid=oneshot stripes=64

A text of the file is data:

  $ head -1 tests/data/card/full.csv >planted.csv
  $ grep -m1 'dram,default,"op=read' tests/data/card/full.csv | sed 's/ok,[^,]*,/suspect,\x1b[2Jwiped,/' >>planted.csv
  $ gpubench show planted.csv dram
  dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy
  One launch streams once through an arena of 8 GiB (at most 80 % of free memory, at least 4 x L2), divided evenly among the operation's streams.
  
  GPU 0 on vm, NVIDIA H200
  
  bandwidth over op
    op     bandwidth      +-  % of limit  ratio  status   note  found best
    read  4.729 TB/s  0.06 %      98.2 %    x 1  suspect     1  vec=2 unroll=4 hint=none block=256 grid=oneshot stripes=64
  
  note 1: \x1b[2Jwiped

What it refuses:

  $ gpubench show tests/data/card/full.csv strode
  gpubench: tests/data/card/full.csv: has no row of 'strode'; did you mean 'stride'?
  [2]
  $ gpubench show tests/data/card/full.csv stride -a strand=1
  gpubench: stride has no axis 'strand'; there are op, stride, span, bytes, form
  [1]
  $ gpubench show tests/data/card/full.csv stride -a stride=33
  gpubench: tests/data/card/full.csv: no row of stride has these values
  [2]
  $ gpubench show tests/data/card/full.csv stride -a stride=1,32 --relative-to stride=5 >/dev/null
  gpubench: no row has stride=5: nothing is compared
  [2]
  $ gpubench show tests/data/card/full.csv -a stride=1
  gpubench: -a, --relative-to and --csv need a benchmark: gpubench show FILE BENCHMARK
  [1]
  $ gpubench show
  gpubench: no file: name a result file, or - for standard input; see gpubench show --help
  [1]
  $ gpubench show a b c
  gpubench: 'c': expected one file and one benchmark
  [1]
