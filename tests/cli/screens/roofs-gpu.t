$ gpubench roofs results/h200-sxm/all.csv
--- 80 x 24
NVIDIA H200, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, host vm
  roof                     value      +-          limit  of limit  status
  dram.read           4.730 TB/s  0.05 %     4.814 TB/s    98.3 %  ok
  dram.write          4.712 TB/s  0.05 %     4.814 TB/s    97.9 %  ok
  dram.copy           4.288 TB/s  0.10 %     4.814 TB/s    89.1 %  ok
  dram.triad          4.421 TB/s  0.19 %     4.814 TB/s    91.8 %  ok
  l2.read             9.448 TB/s  0.24 %     10.29 TB/s    91.8 %  ok
  l2.read_common      26.12 TB/s  0.57 %     32.86 TB/s    79.5 %  ok
  l2.write            4.981 TB/s  0.41 %     5.144 TB/s    96.8 %  ok
  l1.read             33.41 TB/s  0.15 %     33.45 TB/s    99.9 %  ok
  shared.read         33.38 TB/s  0.16 %     33.45 TB/s    99.8 %  ok
  shared.write        33.37 TB/s  0.22 %     33.45 TB/s    99.8 %  ok
  dram.latency          345.6 ns   1.4 %              -         -  ok
  fp64             33.42 TFLOP/s  0.07 %  33.45 TFLOP/s    99.9 %  ok
  fp32             66.54 TFLOP/s  0.17 %  66.90 TFLOP/s    99.5 %  ok
  tensor.tf32      466.2 TFLOP/s   1.3 %  467.2 TFLOP/s    99.8 %  ok
  tensor.bf16      874.3 TFLOP/s  0.46 %  875.6 TFLOP/s    99.8 %  ok
  tensor.fp8       1.699 PFLOP/s   1.1 %  1.702 PFLOP/s    99.8 %  ok
  gemm.tf32        374.5 TFLOP/s   6.8 %  398.4 TFLOP/s    94.0 %  suspect
  gemm.tf32.burst  429.6 TFLOP/s  0.44 %  460.5 TFLOP/s    93.3 %  suspect
  transfer.h2d        55.43 GB/s  0.19 %     63.02 GB/s    88.0 %  ok
65 roofs, 2 suspect; furthest from its limit: random.update, 16.6 %
gpubench: left out to fit the window: 46 rows (--rows), columns (--wide)
--- 120 x 40
NVIDIA H200, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, host vm
  roof                       value      +-          limit  of limit   SM clock  status   throttle
  dram.read             4.730 TB/s  0.05 %     4.814 TB/s    98.3 %  1.979 GHz  ok       -
  dram.write            4.712 TB/s  0.05 %     4.814 TB/s    97.9 %  1.978 GHz  ok       -
  dram.copy             4.288 TB/s  0.10 %     4.814 TB/s    89.1 %  1.979 GHz  ok       -
  dram.triad            4.421 TB/s  0.19 %     4.814 TB/s    91.8 %  1.977 GHz  ok       -
  l2.read               9.448 TB/s  0.24 %     10.29 TB/s    91.8 %  1.979 GHz  ok       -
  l2.read_common        26.12 TB/s  0.57 %     32.86 TB/s    79.5 %  1.945 GHz  ok       -
  l2.write              4.981 TB/s  0.41 %     5.144 TB/s    96.8 %  1.980 GHz  ok       -
  l1.read               33.41 TB/s  0.15 %     33.45 TB/s    99.9 %  1.980 GHz  ok       -
  shared.read           33.38 TB/s  0.16 %     33.45 TB/s    99.8 %  1.980 GHz  ok       -
  shared.write          33.37 TB/s  0.22 %     33.45 TB/s    99.8 %  1.980 GHz  ok       -
  dram.latency            345.6 ns   1.4 %              -         -  1.980 GHz  ok       -
  dram.latency_near       300.7 ns  0.21 %              -         -  1.980 GHz  ok       -
  dram.latency_far        391.2 ns  0.21 %              -         -  1.980 GHz  ok       -
  l2.latency         281.04 cycles  0.44 %              -         -  1.980 GHz  ok       -
  l2.latency_near     278.2 cycles  0.23 %              -         -  1.980 GHz  ok       -
  l2.latency_far     456.63 cycles  0.16 %              -         -  1.980 GHz  ok       -
  l1.latency         32.061 cycles  0.40 %              -         -  1.980 GHz  ok       -
  shared.latency     23.003 cycles  0.30 %              -         -  1.980 GHz  ok       -
  fp64               33.42 TFLOP/s  0.07 %  33.45 TFLOP/s    99.9 %  1.980 GHz  ok       -
  fp32               66.54 TFLOP/s  0.17 %  66.90 TFLOP/s    99.5 %  1.980 GHz  ok       -
  fp16               132.4 TFLOP/s  0.25 %  133.8 TFLOP/s    99.0 %  1.980 GHz  ok       -
  bf16               132.7 TFLOP/s  0.22 %  133.8 TFLOP/s    99.1 %  1.980 GHz  ok       -
  int32                33.42 TOP/s  0.05 %    33.45 TOP/s    99.9 %  1.980 GHz  ok       -
  dp4a                 133.7 TOP/s   1.1 %    133.8 TOP/s    99.9 %  1.980 GHz  ok       -
  tensor.fp64        66.61 TFLOP/s  0.33 %  66.89 TFLOP/s    99.6 %  1.980 GHz  ok       -
  tensor.tf32        466.2 TFLOP/s   1.3 %  467.2 TFLOP/s    99.8 %  1.728 GHz  ok       sw_power_cap
  tensor.tf32.burst  488.7 TFLOP/s  0.41 %  490.0 TFLOP/s    99.7 %  1.813 GHz  ok       -
  tensor.fp16        835.5 TFLOP/s   1.4 %  840.2 TFLOP/s    99.5 %  1.554 GHz  ok       sw_power_cap
  tensor.fp16.burst  896.5 TFLOP/s  0.45 %  902.1 TFLOP/s    99.4 %  1.668 GHz  ok       -
  tensor.bf16        874.3 TFLOP/s  0.46 %  875.6 TFLOP/s    99.8 %  1.619 GHz  ok       sw_power_cap
  tensor.bf16.burst  935.3 TFLOP/s  0.43 %  940.0 TFLOP/s    99.5 %  1.739 GHz  ok       -
  tensor.fp8         1.699 PFLOP/s   1.1 %  1.702 PFLOP/s    99.8 %  1.574 GHz  ok       sw_power_cap
  gemm.tf32          374.5 TFLOP/s   6.8 %  398.4 TFLOP/s    94.0 %  1.474 GHz  suspect  sw_power_cap
  gemm.tf32.burst    429.6 TFLOP/s  0.44 %  460.5 TFLOP/s    93.3 %  1.703 GHz  suspect  -
  transfer.h2d          55.43 GB/s  0.19 %     63.02 GB/s    88.0 %  1.980 GHz  ok       -
65 roofs, 2 suspect; furthest from its limit: random.update, 16.6 %
gpubench: left out to fit the window: 30 rows (--rows), columns (--wide)
