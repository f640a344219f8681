$ gpubench-fake info
--- 80 x 24
GPU 0: Fake GPU
  UUID                       GPU-a0000000-1111-2222-3333-444444444444
  PCI                        0000:18:00.0
  compute capability         9.0
  driver                     580.00
  CUDA, driver / program     13.0/13.0
  VBIOS                      99.00.00.00.01
  board part number          900-FAKE0-0000-000
  ECC                        on
  MIG                        off
  power limit                700.0 W
  NUMA node                  not known
  SMs                        4 (x 128 = 512 FP32 lanes)
  device memory              64 MiB
  PCIe now (idle: slower)    generation 5 x 16 lanes, 63.02 GB/s each way
  PCIe at most               generation 5 x 16 lanes, 63.02 GB/s each way
  NVLinks                    18 of 18 up, version 4.0, to switches, 450.0 GB/s
    each way
  corrected ECC errors       0 since the driver was loaded
  uncorrected ECC errors     0 since the driver was loaded
  rows of memory replaced    0 since the card was made
  row replacements pending   0 since the last reset
gpubench: not shown: 38 lines (--rows)
--- 120 x 40
GPU 0: Fake GPU
  UUID                       GPU-a0000000-1111-2222-3333-444444444444
  PCI                        0000:18:00.0
  compute capability         9.0
  driver                     580.00
  CUDA, driver / program     13.0/13.0
  VBIOS                      99.00.00.00.01
  board part number          900-FAKE0-0000-000
  ECC                        on
  MIG                        off
  power limit                700.0 W
  NUMA node                  not known
  SMs                        4 (x 128 = 512 FP32 lanes)
  device memory              64 MiB
  PCIe now (idle: slower)    generation 5 x 16 lanes, 63.02 GB/s each way
  PCIe at most               generation 5 x 16 lanes, 63.02 GB/s each way
  NVLinks                    18 of 18 up, version 4.0, to switches, 450.0 GB/s each way
  corrected ECC errors       0 since the driver was loaded
  uncorrected ECC errors     0 since the driver was loaded
  rows of memory replaced    0 since the card was made
  row replacements pending   0 since the last reset
  row replacements failed    0 since the card was made
  PCIe packets sent again    0 since the last reset
  NVLink packets sent again  0 since the last reset
  warp size                  32 threads
  ECC                        yes
  SM clock, rated            1.500 GHz
  compute mode               default
  something not known        not known
  Theoretical peaks at the rated clock (an FMA is two operations)
  DRAM                       1.024 TB/s    = 2 x 1.000 GHz x 4096 bit / 8
  FP32                       1.536 TFLOP/s = 256 / clock x 4 SMs x 1.500 GHz
  FP64                       768.0 GFLOP/s = 128 / clock x 4 SMs x 1.500 GHz
  L1                         768.0 GB/s    = 128 / clock x 4 SMs x 1.500 GHz
  FP16 (packed)              3.072 TFLOP/s = 512 / clock x 4 SMs x 1.500 GHz
  BF16 (packed)              3.072 TFLOP/s = 512 / clock x 4 SMs x 1.500 GHz
  INT32 multiply-add         768.0 GOP/s   = 128 / clock x 4 SMs x 1.500 GHz
  DP4A                       3.072 TOP/s   = 512 / clock x 4 SMs x 1.500 GHz
gpubench: not shown: 21 lines (--rows)
$ gpubench info --board 'NVIDIA H200'
--- 80 x 24
NVIDIA H200: compute capability 9.0
  Theoretical peaks at the rated clock (an FMA is two operations)
  DRAM                       not known
  FP32                       66.91 TFLOP/s = 256 / clock x 132 SMs x 1.980 GHz
  FP64                       33.45 TFLOP/s = 128 / clock x 132 SMs x 1.980 GHz
  L1                         33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  FP16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
  BF16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
  INT32 multiply-add         33.45 TOP/s   = 128 / clock x 132 SMs x 1.980 GHz
  DP4A                       133.8 TOP/s   = 512 / clock x 132 SMs x 1.980 GHz
  special functions          4.182 TOP/s   = 16 / clock x 132 SMs x 1.980 GHz
  tensor FP64                66.91 TFLOP/s = 256 / clock x 132 SMs x 1.980 GHz
  tensor TF32, dense         494.7 TFLOP/s = 2048 / clock x 132 SMs x 1.830 GHz
  tensor FP16, dense         989.4 TFLOP/s = 4096 / clock x 132 SMs x 1.830 GHz
  tensor BF16, dense         989.4 TFLOP/s = 4096 / clock x 132 SMs x 1.830 GHz
  tensor FP8, dense          1.979 PFLOP/s = 8192 / clock x 132 SMs x 1.830 GHz
  tensor MXFP8, dense        not known
  tensor FP4, dense          not known
  tensor INT8, dense         1.979 POP/s   = 8192 / clock x 132 SMs x 1.830 GHz
  shared memory              33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  L2, SM side                33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  L2, slices, read           10.29 TB/s    = 64 / clock x 94 slices x 1.710 GHz
gpubench: not shown: 1 line (--rows)
--- 120 x 40
NVIDIA H200: compute capability 9.0
  Theoretical peaks at the rated clock (an FMA is two operations)
  DRAM                       not known
  FP32                       66.91 TFLOP/s = 256 / clock x 132 SMs x 1.980 GHz
  FP64                       33.45 TFLOP/s = 128 / clock x 132 SMs x 1.980 GHz
  L1                         33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  FP16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
  BF16 (packed)              133.8 TFLOP/s = 512 / clock x 132 SMs x 1.980 GHz
  INT32 multiply-add         33.45 TOP/s   = 128 / clock x 132 SMs x 1.980 GHz
  DP4A                       133.8 TOP/s   = 512 / clock x 132 SMs x 1.980 GHz
  special functions          4.182 TOP/s   = 16 / clock x 132 SMs x 1.980 GHz
  tensor FP64                66.91 TFLOP/s = 256 / clock x 132 SMs x 1.980 GHz
  tensor TF32, dense         494.7 TFLOP/s = 2048 / clock x 132 SMs x 1.830 GHz
  tensor FP16, dense         989.4 TFLOP/s = 4096 / clock x 132 SMs x 1.830 GHz
  tensor BF16, dense         989.4 TFLOP/s = 4096 / clock x 132 SMs x 1.830 GHz
  tensor FP8, dense          1.979 PFLOP/s = 8192 / clock x 132 SMs x 1.830 GHz
  tensor MXFP8, dense        not known
  tensor FP4, dense          not known
  tensor INT8, dense         1.979 POP/s   = 8192 / clock x 132 SMs x 1.830 GHz
  shared memory              33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  L2, SM side                33.45 TB/s    = 128 / clock x 132 SMs x 1.980 GHz
  L2, slices, read           10.29 TB/s    = 64 / clock x 94 slices x 1.710 GHz
  L2, slices, write          5.144 TB/s    = 32 / clock x 94 slices x 1.710 GHz
