$ gpubench history results/fleet/h200-sxm.csv --every-roof   # changed,
--- 80 x 24
GPU                                       host  roof               step  change
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.read          none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.write         none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.copy          none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.triad         none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read            none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read_common     none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.write           none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.read            none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.read        none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.write       none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency       none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_near  none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_far   none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency         none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_near    none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_far     none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.latency         none       -
GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.latency     none       -
0 of 1683 roofs of 40 GPUs changed, 2026-11-21 to 2026-11-30; 1683 have fewer
    than 11 runs: a step may be missed
gpubench: not shown: 1665 rows (--rows), columns (--wide)
--- 120 x 40
  GPU                                       host  roof               step         before          after  change
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.read          none     4.632 TB/s     4.632 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.write         none     4.711 TB/s     4.710 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.copy          none     4.305 TB/s     4.304 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.triad         none     4.412 TB/s     4.414 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read            none     9.166 TB/s     9.168 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read_common     none     25.93 TB/s     25.78 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.write           none     4.968 TB/s     4.976 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.read            none     33.37 TB/s     33.41 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.read        none     33.42 TB/s     33.39 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.write       none     33.40 TB/s     33.39 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency       none       330.1 ns       330.2 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_near  none       288.9 ns       288.9 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_far   none       379.5 ns       379.8 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency         none     276 cycles  275.81 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_near    none  280.57 cycles  280.64 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_far     none  458.97 cycles  459.19 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.latency         none  32.058 cycles  32.058 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.latency     none  23.003 cycles  23.003 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp64               none  33.42 TFLOP/s  33.42 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp32               none  66.56 TFLOP/s  66.56 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp16               none  132.7 TFLOP/s  132.7 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    bf16               none  132.6 TFLOP/s  132.7 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    int32              none    33.42 TOP/s    33.42 TOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dp4a               none    133.7 TOP/s    133.7 TOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp64        none  66.74 TFLOP/s  66.75 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.tf32        none  460.6 TFLOP/s  457.4 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.tf32.burst  none  478.3 TFLOP/s  479.4 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp16        none  832.6 TFLOP/s  832.1 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp16.burst  none  889.1 TFLOP/s  887.5 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.bf16        none  866.2 TFLOP/s  858.3 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.bf16.burst  none  933.3 TFLOP/s  931.0 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp8         none  1.666 PFLOP/s  1.667 PFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp8.burst   none  1.806 PFLOP/s  1.801 PFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.int8        none    1.889 POP/s    1.877 POP/s       -
0 of 1683 roofs of 40 GPUs changed, 2026-11-21 to 2026-11-30; 1683 have fewer than 11 runs: a step may be missed
gpubench: not shown: 1649 rows (--rows), columns (--wide)
