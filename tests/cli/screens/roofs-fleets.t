$ gpubench roofs h200.csv   # furthest from its limit
--- 80 x 24
NVIDIA H200, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, host vm
roof                       value      +-            limit  % of limit  status
dram.read             4.730 TB/s  0.05 %       4.814 TB/s      98.3 %  ok
dram.write            4.712 TB/s  0.05 %       4.814 TB/s      97.9 %  ok
dram.copy             4.288 TB/s  0.10 %       4.814 TB/s      89.1 %  ok
dram.triad            4.421 TB/s  0.19 %       4.814 TB/s      91.8 %  ok
l2.read               9.448 TB/s  0.24 %       10.29 TB/s      91.8 %  ok
l2.read_common        26.12 TB/s  0.57 %       32.86 TB/s      79.5 %  ok
l2.write              4.981 TB/s  0.41 %       5.144 TB/s      96.8 %  ok
l1.read               33.41 TB/s  0.15 %       33.45 TB/s      99.9 %  ok
shared.read           33.38 TB/s  0.16 %       33.45 TB/s      99.8 %  ok
shared.write          33.37 TB/s  0.22 %       33.45 TB/s      99.8 %  ok
fp64               33.42 TFLOP/s  0.07 %    33.45 TFLOP/s      99.9 %  ok
fp32               66.54 TFLOP/s  0.17 %    66.90 TFLOP/s      99.5 %  ok
tensor.tf32        466.2 TFLOP/s   1.3 %    467.2 TFLOP/s      99.8 %  ok
tensor.bf16        874.3 TFLOP/s  0.46 %    875.6 TFLOP/s      99.8 %  ok
tensor.fp8         1.699 PFLOP/s   1.1 %    1.702 PFLOP/s      99.8 %  ok
gemm.tf32          374.5 TFLOP/s   6.8 %    398.4 TFLOP/s      94.0 %  suspect
gemm.tf32.burst    429.6 TFLOP/s  0.44 %    460.5 TFLOP/s      93.3 %  suspect
random.update    12.48 Gaccess/s  0.18 %  75.22 Gaccess/s      16.6 %  ok
transfer.h2d          55.43 GB/s  0.19 %       63.02 GB/s      88.0 %  ok
65 roofs, 2 suspect; furthest from its limit: random.update, at 16.6 % of it
gpubench: not shown: 46 rows (--rows), columns (--wide)
--- 120 x 40
NVIDIA H200, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, host vm
  roof                         value      +-            limit  % of limit   SM clock  status   throttle
  dram.read               4.730 TB/s  0.05 %       4.814 TB/s      98.3 %  1.979 GHz  ok       -
  dram.write              4.712 TB/s  0.05 %       4.814 TB/s      97.9 %  1.978 GHz  ok       -
  dram.copy               4.288 TB/s  0.10 %       4.814 TB/s      89.1 %  1.979 GHz  ok       -
  dram.triad              4.421 TB/s  0.19 %       4.814 TB/s      91.8 %  1.977 GHz  ok       -
  l2.read                 9.448 TB/s  0.24 %       10.29 TB/s      91.8 %  1.979 GHz  ok       -
  l2.read_common          26.12 TB/s  0.57 %       32.86 TB/s      79.5 %  1.945 GHz  ok       -
  l2.write                4.981 TB/s  0.41 %       5.144 TB/s      96.8 %  1.980 GHz  ok       -
  l1.read                 33.41 TB/s  0.15 %       33.45 TB/s      99.9 %  1.980 GHz  ok       -
  shared.read             33.38 TB/s  0.16 %       33.45 TB/s      99.8 %  1.980 GHz  ok       -
  shared.write            33.37 TB/s  0.22 %       33.45 TB/s      99.8 %  1.980 GHz  ok       -
  dram.latency              345.6 ns   1.4 %                -           -  1.980 GHz  ok       -
  dram.latency_near         300.7 ns  0.21 %                -           -  1.980 GHz  ok       -
  dram.latency_far          391.2 ns  0.21 %                -           -  1.980 GHz  ok       -
  l2.latency           281.04 cycles  0.44 %                -           -  1.980 GHz  ok       -
  l2.latency_near       278.2 cycles  0.23 %                -           -  1.980 GHz  ok       -
  l2.latency_far       456.63 cycles  0.16 %                -           -  1.980 GHz  ok       -
  l1.latency           32.061 cycles  0.40 %                -           -  1.980 GHz  ok       -
  shared.latency       23.003 cycles  0.30 %                -           -  1.980 GHz  ok       -
  fp64                 33.42 TFLOP/s  0.07 %    33.45 TFLOP/s      99.9 %  1.980 GHz  ok       -
  fp32                 66.54 TFLOP/s  0.17 %    66.90 TFLOP/s      99.5 %  1.980 GHz  ok       -
  fp16                 132.4 TFLOP/s  0.25 %    133.8 TFLOP/s      99.0 %  1.980 GHz  ok       -
  bf16                 132.7 TFLOP/s  0.22 %    133.8 TFLOP/s      99.1 %  1.980 GHz  ok       -
  int32                  33.42 TOP/s  0.05 %      33.45 TOP/s      99.9 %  1.980 GHz  ok       -
  dp4a                   133.7 TOP/s   1.1 %      133.8 TOP/s      99.9 %  1.980 GHz  ok       -
  tensor.fp64          66.61 TFLOP/s  0.33 %    66.89 TFLOP/s      99.6 %  1.980 GHz  ok       -
  tensor.tf32          466.2 TFLOP/s   1.3 %    467.2 TFLOP/s      99.8 %  1.728 GHz  ok       sw_power_cap
  tensor.tf32.burst    488.7 TFLOP/s  0.41 %    490.0 TFLOP/s      99.7 %  1.813 GHz  ok       -
  tensor.fp16          835.5 TFLOP/s   1.4 %    840.2 TFLOP/s      99.5 %  1.554 GHz  ok       sw_power_cap
  tensor.fp16.burst    896.5 TFLOP/s  0.45 %    902.1 TFLOP/s      99.4 %  1.668 GHz  ok       -
  tensor.bf16          874.3 TFLOP/s  0.46 %    875.6 TFLOP/s      99.8 %  1.619 GHz  ok       sw_power_cap
  tensor.fp8           1.699 PFLOP/s   1.1 %    1.702 PFLOP/s      99.8 %  1.574 GHz  ok       sw_power_cap
  gemm.tf32            374.5 TFLOP/s   6.8 %    398.4 TFLOP/s      94.0 %  1.474 GHz  suspect  sw_power_cap
  gemm.tf32.burst      429.6 TFLOP/s  0.44 %    460.5 TFLOP/s      93.3 %  1.703 GHz  suspect  -
  random.update      12.48 Gaccess/s  0.18 %  75.22 Gaccess/s      16.6 %  1.980 GHz  ok       -
  transfer.h2d            55.43 GB/s  0.19 %       63.02 GB/s      88.0 %  1.980 GHz  ok       -
65 roofs, 2 suspect; furthest from its limit: random.update, at 16.6 % of it
gpubench: not shown: 30 rows (--rows), columns (--wide)
$ gpubench roofs h200.csv h100.csv   # GPUs,
--- 80 x 24
  host  GPU                     suspect  failed rows  furthest roof  % of limit
  vm    GPU-ff31d2f1-...6ee7c1        4            -  random.update      18.9 %
  vm    GPU-5d2cc560-...3ed65c        2            -  random.update      16.6 %
2 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: columns (--wide)
--- 120 x 40
  host  GPU                                       roofs  suspect  failed rows  furthest roof  % of limit
  vm    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1     67        4            -  random.update      18.9 %
  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c     65        2            -  random.update      16.6 %
2 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: columns (--wide)
$ gpubench roofs 16.csv   # GPUs,
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
$ gpubench roofs 100.csv   # GPUs,
--- 80 x 24
  host       GPU                suspect  failed rows  furthest roof  % of limit
  node00000  GPU-000000...0000        1            -  l2.read            27.2 %
  node00000  GPU-000000...0001        1            -  l2.read            27.2 %
  node00000  GPU-000000...0002        1            -  l2.read            27.2 %
  node00000  GPU-000000...0003        1            -  l2.read            27.2 %
  node00001  GPU-000000...0004        1            -  l2.read            27.2 %
  node00001  GPU-000000...0005        1            -  l2.read            27.2 %
  node00001  GPU-000000...0006        1            -  l2.read            27.2 %
  node00001  GPU-000000...0007        1            -  l2.read            27.2 %
  node00002  GPU-000000...0008        1            -  l2.read            27.2 %
  node00002  GPU-000000...0009        1            -  l2.read            27.2 %
  node00002  GPU-000000...000a        1            -  l2.read            27.2 %
  node00002  GPU-000000...000b        1            -  l2.read            27.2 %
  node00003  GPU-000000...000c        1            -  l2.read            27.2 %
  node00003  GPU-000000...000d        1            -  l2.read            27.2 %
  node00003  GPU-000000...000e        1            -  l2.read            27.2 %
  node00003  GPU-000000...000f        1            -  l2.read            27.2 %
  node00004  GPU-000000...0010        1            -  l2.read            27.2 %
  node00004  GPU-000000...0011        1            -  l2.read            27.2 %
  node00004  GPU-000000...0012        1            -  l2.read            27.2 %
  node00004  GPU-000000...0013        1            -  l2.read            27.2 %
100 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 80 rows (--rows), columns (--wide)
--- 120 x 40
  host       GPU                                       roofs  suspect  failed rows  furthest roof  % of limit
  node00000  GPU-00000001-0000-4000-8000-000000000000     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000001     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000002     35        1            -  l2.read            27.2 %
  node00000  GPU-00000001-0000-4000-8000-000000000003     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000004     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000005     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000006     35        1            -  l2.read            27.2 %
  node00001  GPU-00000001-0000-4000-8000-000000000007     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000008     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000009     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-00000000000a     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-00000000000b     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000000c     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000000d     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000000e     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000000f     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000010     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000011     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000012     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000013     35        1            -  l2.read            27.2 %
  node00005  GPU-00000001-0000-4000-8000-000000000014     35        1            -  l2.read            27.2 %
  node00005  GPU-00000001-0000-4000-8000-000000000015     35        1            -  l2.read            27.2 %
  node00005  GPU-00000001-0000-4000-8000-000000000016     35        1            -  l2.read            27.2 %
  node00005  GPU-00000001-0000-4000-8000-000000000017     35        1            -  l2.read            27.2 %
  node00006  GPU-00000001-0000-4000-8000-000000000018     35        1            -  l2.read            27.2 %
  node00006  GPU-00000001-0000-4000-8000-000000000019     35        1            -  l2.read            27.2 %
  node00006  GPU-00000001-0000-4000-8000-00000000001a     35        1            -  l2.read            27.2 %
  node00006  GPU-00000001-0000-4000-8000-00000000001b     35        1            -  l2.read            27.2 %
  node00007  GPU-00000001-0000-4000-8000-00000000001c     35        1            -  l2.read            27.2 %
  node00007  GPU-00000001-0000-4000-8000-00000000001d     35        1            -  l2.read            27.2 %
  node00007  GPU-00000001-0000-4000-8000-00000000001e     35        1            -  l2.read            27.2 %
  node00007  GPU-00000001-0000-4000-8000-00000000001f     35        1            -  l2.read            27.2 %
  node00008  GPU-00000001-0000-4000-8000-000000000020     35        1            -  l2.read            27.2 %
  node00008  GPU-00000001-0000-4000-8000-000000000021     35        1            -  l2.read            27.2 %
  node00008  GPU-00000001-0000-4000-8000-000000000022     35        1            -  l2.read            27.2 %
  node00008  GPU-00000001-0000-4000-8000-000000000023     35        1            -  l2.read            27.2 %
100 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 64 rows (--rows), columns (--wide)
$ gpubench roofs 1000.csv   # GPUs,
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
  node00002  GPU-000000...0010        1            -  l2.read            27.2 %
  node00002  GPU-000000...0011        1            -  l2.read            27.2 %
  node00002  GPU-000000...0012        1            -  l2.read            27.2 %
  node00002  GPU-000000...0013        1            -  l2.read            27.2 %
1000 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 980 rows (--rows), columns (--wide)
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
  node00002  GPU-00000001-0000-4000-8000-000000000010     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000011     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000012     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000013     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000014     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000015     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000016     35        1            -  l2.read            27.2 %
  node00002  GPU-00000001-0000-4000-8000-000000000017     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-000000000018     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-000000000019     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001a     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001b     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001c     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001d     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001e     35        1            -  l2.read            27.2 %
  node00003  GPU-00000001-0000-4000-8000-00000000001f     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000020     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000021     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000022     35        1            -  l2.read            27.2 %
  node00004  GPU-00000001-0000-4000-8000-000000000023     35        1            -  l2.read            27.2 %
1000 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 964 rows (--rows), columns (--wide)
