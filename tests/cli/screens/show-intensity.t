$ gpubench show results/h200-sxm/all.csv intensity   # point
--- 80 x 24
intensity: the roofline of real kernels: FLOP rate and bandwidth over FLOP per
    byte, FP32, FP64, FP16

GPU 0 on vm, NVIDIA H200

flop_rate over flops
  type  traffic          first  at  to                    at           last
  fp32  read     292.4 GFLOP/s   1  ▁▃▅▆▇▇▇███████████  8192  65.43 TFLOP/s
  fp32  copy     265.3 GFLOP/s   1  ▁▃▅▆▇▇▇▇██████████  8192  65.14 TFLOP/s
  fp64  read     291.7 GFLOP/s   1  ▁▃▅▆██████████████  8192  32.62 TFLOP/s
  fp64  copy     265.4 GFLOP/s   1  ▁▃▅▆▇█████████████  8192  32.67 TFLOP/s
  fp16  read     291.6 GFLOP/s   1  ▁▂▄▅▆▇▇▇▇▇████████  8192  125.7 TFLOP/s
  fp16  copy     265.0 GFLOP/s   1  ▁▂▄▅▆▆▇▇▇▇████████  8192  126.9 TFLOP/s
108 points: 85 ok, 23 suspect
gpubench: not shown: 24 rows (--rows), columns (--wide)
--- 120 x 40
intensity: the roofline of real kernels: FLOP rate and bandwidth over FLOP per byte, FP32, FP64, FP16

GPU 0 on vm, NVIDIA H200

flop_rate over flops
  type  traffic          first  at  to                    at           last  ratio  points  status
  fp32  read     292.4 GFLOP/s   1  ▁▃▅▆▇▇▇███████████  8192  65.43 TFLOP/s  x 224      18  suspect: 1
  fp32  copy     265.3 GFLOP/s   1  ▁▃▅▆▇▇▇▇██████████  8192  65.14 TFLOP/s  x 246      18  suspect: 2
  fp64  read     291.7 GFLOP/s   1  ▁▃▅▆██████████████  8192  32.62 TFLOP/s  x 112      18  suspect: 9
  fp64  copy     265.4 GFLOP/s   1  ▁▃▅▆▇█████████████  8192  32.67 TFLOP/s  x 123      18  suspect: 6
  fp16  read     291.6 GFLOP/s   1  ▁▂▄▅▆▇▇▇▇▇████████  8192  125.7 TFLOP/s  x 431      18  suspect: 2
  fp16  copy     265.0 GFLOP/s   1  ▁▂▄▅▆▆▇▇▇▇████████  8192  126.9 TFLOP/s  x 479      18  suspect: 3

concluded: corner over flops
  type  traffic  flops  corner      +-  status   note
  fp32  read       224  0.9165  0.61 %  ok
  fp32  copy       224  0.8575  0.61 %  ok
  fp64  read       112  0.9422   8.7 %  suspect     1
  fp64  copy       112  0.9408  0.66 %  ok
  fp16  read       384  0.9061  0.82 %  ok
  fp16  copy       384  0.8073   4.5 %  suspect     2

  concluded          value  of                      status
  ridge       13.83 FLOP/B  type=fp32,traffic=read  ok
  memory_end        0.9719  type=fp32,traffic=read  ok
  fma_end            0.983  type=fp32,traffic=read  ok
  ridge       13.84 FLOP/B  type=fp32,traffic=copy  ok
  memory_end        0.8818  type=fp32,traffic=copy  ok
  fma_end           0.9828  type=fp32,traffic=copy  ok
  ridge       6.870 FLOP/B  type=fp64,traffic=read  ok
  memory_end        0.9694  type=fp64,traffic=read  ok
  fma_end           0.9863  type=fp64,traffic=read  ok

note 1: both at once: 73.4 % of the bus and 94.2 % of the FMA lanes at 1555 MHz
note 2: both at once: 80.7 % of the bus and 79.5 % of the FMA lanes at 1737 MHz
108 points: 85 ok, 23 suspect
gpubench: not shown: 4 notes, 9 rows (--rows)
