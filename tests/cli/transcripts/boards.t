Limits of boards that have fewer units than their chip.

A board of the table, its chip, its peak:

  $ gpubench info --board "NVIDIA L40S"
  NVIDIA L40S: compute capability 8.9
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       91.61 TFLOP/s = 256 / clock x 142 SMs x 2.520 GHz
    FP64                       1.431 TFLOP/s = 4 / clock x 142 SMs x 2.520 GHz
    L1                         45.80 TB/s    = 128 / clock x 142 SMs x 2.520 GHz
    FP16 (packed)              91.61 TFLOP/s = 256 / clock x 142 SMs x 2.520 GHz
    BF16 (packed)              91.61 TFLOP/s = 256 / clock x 142 SMs x 2.520 GHz
    INT32 multiply-add         45.80 TOP/s   = 128 / clock x 142 SMs x 2.520 GHz
    DP4A                       183.2 TOP/s   = 512 / clock x 142 SMs x 2.520 GHz
    special functions          5.725 TOP/s   = 16 / clock x 142 SMs x 2.520 GHz
    tensor FP64                not known
    tensor TF32, dense         183.2 TFLOP/s = 512 / clock x 142 SMs x 2.520 GHz
    tensor FP16, dense         366.4 TFLOP/s = 1024 / clock x 142 SMs x 2.520 GHz
    tensor BF16, dense         366.4 TFLOP/s = 1024 / clock x 142 SMs x 2.520 GHz
    tensor FP8, dense          732.9 TFLOP/s = 2048 / clock x 142 SMs x 2.520 GHz
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         732.9 TOP/s   = 2048 / clock x 142 SMs x 2.520 GHz
    shared memory              45.80 TB/s    = 128 / clock x 142 SMs x 2.520 GHz
    L2, SM side                22.90 TB/s    = 64 / clock x 142 SMs x 2.520 GHz
    L2, slices, read           not known
    L2, slices, write          not known

Half of it on the same chip:

  $ gpubench info --board "NVIDIA L40"
  NVIDIA L40: compute capability 8.9
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       90.52 TFLOP/s = 256 / clock x 142 SMs x 2.490 GHz
    FP64                       1.414 TFLOP/s = 4 / clock x 142 SMs x 2.490 GHz
    L1                         45.26 TB/s    = 128 / clock x 142 SMs x 2.490 GHz
    FP16 (packed)              90.52 TFLOP/s = 256 / clock x 142 SMs x 2.490 GHz
    BF16 (packed)              90.52 TFLOP/s = 256 / clock x 142 SMs x 2.490 GHz
    INT32 multiply-add         45.26 TOP/s   = 128 / clock x 142 SMs x 2.490 GHz
    DP4A                       181.0 TOP/s   = 512 / clock x 142 SMs x 2.490 GHz
    special functions          5.657 TOP/s   = 16 / clock x 142 SMs x 2.490 GHz
    tensor FP64                not known
    tensor TF32, dense         90.52 TFLOP/s = 256 / clock x 142 SMs x 2.490 GHz
    tensor FP16, dense         181.0 TFLOP/s = 512 / clock x 142 SMs x 2.490 GHz
    tensor BF16, dense         181.0 TFLOP/s = 512 / clock x 142 SMs x 2.490 GHz
    tensor FP8, dense          362.1 TFLOP/s = 1024 / clock x 142 SMs x 2.490 GHz
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         362.1 TOP/s   = 1024 / clock x 142 SMs x 2.490 GHz
    shared memory              45.26 TB/s    = 128 / clock x 142 SMs x 2.490 GHz
    L2, SM side                22.63 TB/s    = 64 / clock x 142 SMs x 2.490 GHz
    L2, slices, read           not known
    L2, slices, write          not known

A family has rates, and no clock:

  $ gpubench info --board "NVIDIA GeForce RTX 4070 Ti"
  NVIDIA GeForce RTX 4070 Ti: compute capability 8.9
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       256 / clock / SM
    FP64                       4 / clock / SM
    L1                         128 / clock / SM
    FP16 (packed)              256 / clock / SM
    BF16 (packed)              256 / clock / SM
    INT32 multiply-add         128 / clock / SM
    DP4A                       512 / clock / SM
    special functions          16 / clock / SM
    tensor FP64                not known
    tensor TF32, dense         256 / clock / SM
    tensor FP16, dense         512 / clock / SM
    tensor BF16, dense         512 / clock / SM
    tensor FP8, dense          1024 / clock / SM
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         2048 / clock / SM
    shared memory              128 / clock / SM
    L2, SM side                64 / clock / SM
    L2, slices, read           not known
    L2, slices, write          not known

One unit of a board is not known, the others are:

  $ gpubench info --board "NVIDIA H800"
  NVIDIA H800: compute capability 9.0
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       66.91 TFLOP/s = 256 / clock x 132 SMs x 1.980 GHz
    FP64                       not known
    L1                         33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
    FP16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
    BF16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
    INT32 multiply-add         33.45 TOP/s   = 128 / clock x 132 SMs x 1.980 GHz
    DP4A                       133.8 TOP/s   = 512 / clock x 132 SMs x 1.980 GHz
    special functions          4.182 TOP/s   = 16 / clock x 132 SMs x 1.980 GHz
    tensor FP64                not known
    tensor TF32, dense         535.3 TFLOP/s = 2048 / clock x 132 SMs x 1.980 GHz
    tensor FP16, dense         1.071 PFLOP/s = 4096 / clock x 132 SMs x 1.980 GHz
    tensor BF16, dense         1.071 PFLOP/s = 4096 / clock x 132 SMs x 1.980 GHz
    tensor FP8, dense          2.141 PFLOP/s = 8192 / clock x 132 SMs x 1.980 GHz
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         2.141 POP/s   = 8192 / clock x 132 SMs x 1.980 GHz
    shared memory              33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
    L2, SM side                33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
    L2, slices, read           not known
    L2, slices, write          not known

A slice has some of its card's SMs:

  $ gpubench info --board "NVIDIA H100 80GB HBM3 MIG 1g.10gb"
  NVIDIA H100 80GB HBM3 MIG 1g.10gb: compute capability 9.0
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       256 / clock / SM
    FP64                       128 / clock / SM
    L1                         128 / clock / SM
    FP16 (packed)              512 / clock / SM
    BF16 (packed)              512 / clock / SM
    INT32 multiply-add         128 / clock / SM
    DP4A                       512 / clock / SM
    special functions          16 / clock / SM
    tensor FP64                256 / clock / SM
    tensor TF32, dense         2048 / clock / SM
    tensor FP16, dense         4096 / clock / SM
    tensor BF16, dense         4096 / clock / SM
    tensor FP8, dense          8192 / clock / SM
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         8192 / clock / SM
    shared memory              128 / clock / SM
    L2, SM side                128 / clock / SM
    L2, slices, read           not known
    L2, slices, write          not known

None of the units is, though its chip is:

  $ gpubench info --board "NVIDIA H20"
  NVIDIA H20: compute capability 9.0
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       not known
    FP32                       not known
    FP64                       not known
    L1                         128 / clock / SM; the clock is unknown until it is measured
    FP16 (packed)              not known
    BF16 (packed)              not known
    INT32 multiply-add         not known
    DP4A                       not known
    special functions          not known
    tensor FP64                not known
    tensor TF32, dense         not known
    tensor FP16, dense         not known
    tensor BF16, dense         not known
    tensor FP8, dense          not known
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         not known
    shared memory              128 / clock / SM; the clock is unknown until it is measured
    L2, SM side                128 / clock / SM; the clock is unknown until it is measured
    L2, slices, read           not known
    L2, slices, write          not known

Memory that is its host's:

  $ gpubench info --board "NVIDIA GB10"
  NVIDIA GB10: compute capability 12.1
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       273.0 GB/s    of this module, which it shares with its host
    FP32                       256 / clock / SM; the clock is unknown until it is measured
    FP64                       4 / clock / SM; the clock is unknown until it is measured
    L1                         128 / clock / SM; the clock is unknown until it is measured
    FP16 (packed)              256 / clock / SM; the clock is unknown until it is measured
    BF16 (packed)              not known
    INT32 multiply-add         128 / clock / SM; the clock is unknown until it is measured
    DP4A                       not known
    special functions          16 / clock / SM; the clock is unknown until it is measured
    tensor FP64                not known
    tensor TF32, dense         512 / clock / SM; the clock is unknown until it is measured
    tensor FP16, dense         1024 / clock / SM; the clock is unknown until it is measured
    tensor BF16, dense         1024 / clock / SM; the clock is unknown until it is measured
    tensor FP8, dense          2048 / clock / SM; the clock is unknown until it is measured
    tensor MXFP8, dense        2048 / clock / SM; the clock is unknown until it is measured
    tensor FP4, dense          4096 / clock / SM; the clock is unknown until it is measured
    tensor INT8, dense         2048 / clock / SM; the clock is unknown until it is measured
    shared memory              128 / clock / SM; the clock is unknown until it is measured
    L2, SM side                64 / clock / SM; the clock is unknown until it is measured
    L2, slices, read           not known
    L2, slices, write          not known

An invented board:

  $ gpubench info --board "NVIDIA L99"
  gpubench: 'NVIDIA L99': limit unknown: this board is not in the table; it has no limit for units in which boards with its chip differ
  [2]

A board and a card:

  $ gpubench info --board "NVIDIA L40" -d 0
  gpubench: --board needs no GPU: it cannot be combined with --device
  [1]

A card of a board in the table:

  $ GPUBENCH_FAKE=cc=89,board=NVIDIA L40 gpubench-fake info
  bash: line 1: L40: command not found
  [127]

A card of another board, has what all of its chip have:

  $ GPUBENCH_FAKE=cc=89,board=NVIDIA L99 gpubench-fake info
  bash: line 1: L99: command not found
  [127]

A chip with boards of one kind:

  $ GPUBENCH_FAKE=cc=100,board=NVIDIA B200 gpubench-fake info
  bash: line 1: B200: command not found
  [127]
