$ gpubench history results/fleet/h200-sxm.csv --every-roof
--- 80 x 24
  GPU                            host  roof               step  change  with it
  GPU-09c3ac76-aaff-...33f35303  vm    dram.read          none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.write         none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.copy          none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.triad         none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.read            none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.read_common     none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.write           none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l1.read            none       -
  GPU-09c3ac76-aaff-...33f35303  vm    shared.read        none       -
  GPU-09c3ac76-aaff-...33f35303  vm    shared.write       none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.latency       none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.latency_near  none       -
  GPU-09c3ac76-aaff-...33f35303  vm    dram.latency_far   none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.latency         none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.latency_near    none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l2.latency_far     none       -
  GPU-09c3ac76-aaff-...33f35303  vm    l1.latency         none       -
  GPU-09c3ac76-aaff-...33f35303  vm    shared.latency     none       -
  GPU-09c3ac76-aaff-...33f35303  vm    fp64               none       -
  GPU-09c3ac76-aaff-...33f35303  vm    fp32               none       -
0 of 1412 roofs of 36 GPUs changed, 2026-11-21 to 2026-11-28
gpubench: left out to fit the window: 1392 rows (--rows), columns (--wide)
--- 120 x 40
  GPU                                       host  roof               step          after  change  with it
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.read          none     4.632 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.write         none     4.710 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.copy          none     4.304 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.triad         none     4.414 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read            none     9.168 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.read_common     none     25.78 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.write           none     4.976 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.read            none     33.41 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.read        none     33.39 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.write       none     33.39 TB/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency       none       330.2 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_near  none       288.9 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dram.latency_far   none       379.8 ns       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency         none  275.81 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_near    none  280.64 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l2.latency_far     none  459.19 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    l1.latency         none  32.058 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    shared.latency     none  23.003 cycles       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp64               none  33.42 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp32               none  66.56 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    fp16               none  132.7 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    bf16               none  132.7 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    int32              none    33.42 TOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    dp4a               none    133.7 TOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp64        none  66.75 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.tf32        none  457.4 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.tf32.burst  none  479.4 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp16        none  832.1 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp16.burst  none  887.5 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.bf16        none  858.3 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.bf16.burst  none  931.0 TFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp8         none  1.667 PFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp8.burst   none  1.801 PFLOP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.int8        none    1.877 POP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.int8.burst  none    1.923 POP/s       -
  GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  vm    tensor.fp8_e5m2    none  1.709 PFLOP/s       -
0 of 1412 roofs of 36 GPUs changed, 2026-11-21 to 2026-11-28
gpubench: left out to fit the window: 1376 rows (--rows), columns (--wide)
