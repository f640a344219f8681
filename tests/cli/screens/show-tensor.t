$ gpubench show results/h200-sxm/all.csv tensor   # point
--- 80 x 24
tensor: Tensor Cores: every number format, dense and sparse, on normal numbers
    and on zeros

GPU 0 on vm, NVIDIA H200

flop_rate over type
variant  acc   data    sparsity  type      flop_rate  % of limit  status   note
mma      fp32  normal  dense     fp16  633.8 TFLOP/s      66.1 %  suspect     1
mma            normal  dense     fp64  66.61 TFLOP/s      99.6 %  ok
mma            zeros             fp64  66.64 TFLOP/s      99.6 %  ok
wgmma    fp32  normal  dense     fp16  835.5 TFLOP/s      99.5 %  ok
wgmma    fp32  normal  dense     e4m3  1.699 PFLOP/s      99.8 %  ok
wgmma    fp32  normal  dense     e5m2  1.733 PFLOP/s      99.9 %  ok
wgmma    fp32  zeros             fp16  898.8 TFLOP/s      99.8 %  ok
wgmma    fp16  normal  dense     e5m2  1.842 PFLOP/s      99.5 %  suspect     2
wgmma    fp32  normal  sparse    fp16  1.454 PFLOP/s      96.5 %  suspect     3
wgmma    fp32  normal  sparse    e4m3  2.911 PFLOP/s      96.5 %  suspect     4

note 1: the SM clock moved by 3.2 % between samples at the power cap
note 2: the SM clock moved by 7.0 % between samples at the power cap
note 3: the SM clock moved by 4.2 % between samples at the power cap
138 points: 44 ok, 4 suspect, 90 skipped
gpubench: not shown: 29 notes, 159 rows (--rows), columns (--wide)
--- 120 x 40
tensor: Tensor Cores: every number format, dense and sparse, on normal numbers and on zeros

GPU 0 on vm, NVIDIA H200

flop_rate over type
  variant  acc   data    sparsity  type      flop_rate      +-  % of limit    ratio       ops_per_clock  status   note
  mma      fp32  normal  dense     fp16  633.8 TFLOP/s   1.9 %      66.1 %      x 1  2.709 kFLOP/clk/SM  suspect     1
  mma      fp32  normal  dense     e4m3  452.9 TFLOP/s  0.54 %      46.6 %  x 0.715  1.907 kFLOP/clk/SM  ok
  mma      fp32  normal  dense     e5m2  452.9 TFLOP/s  0.57 %      46.5 %  x 0.715  1.906 kFLOP/clk/SM  ok
  mma      fp32  zeros             fp16  643.9 TFLOP/s  0.72 %      66.4 %      x 1  2.721 kFLOP/clk/SM  ok
  mma      fp32  zeros             e4m3  454.8 TFLOP/s  0.54 %      46.6 %  x 0.706  1.910 kFLOP/clk/SM  ok
  mma      fp32  zeros             e5m2  454.9 TFLOP/s  0.54 %      46.6 %  x 0.707  1.911 kFLOP/clk/SM  ok
  mma      fp16  normal  dense     fp16  640.1 TFLOP/s  0.56 %      66.3 %      x 1  2.715 kFLOP/clk/SM  ok
  mma      fp16  zeros             fp16  643.8 TFLOP/s  0.68 %      66.4 %      x 1  2.720 kFLOP/clk/SM  ok
  mma            normal  dense     bf16  643.0 TFLOP/s  0.58 %      66.2 %      x 1  2.712 kFLOP/clk/SM  ok
  mma            normal  dense     tf32  322.3 TFLOP/s  0.57 %      66.3 %  x 0.501  1.358 kFLOP/clk/SM  ok
  mma            normal  dense     fp64  66.61 TFLOP/s  0.33 %      99.6 %  x 0.104   254.9 FLOP/clk/SM  ok
  mma            zeros             bf16  648.1 TFLOP/s  0.89 %      66.4 %      x 1  2.718 kFLOP/clk/SM  ok
  mma            zeros             tf32  324.0 TFLOP/s  0.89 %      66.4 %    x 0.5  1.359 kFLOP/clk/SM  ok
  mma            zeros             fp64  66.64 TFLOP/s   1.1 %      99.6 %  x 0.103   255.0 FLOP/clk/SM  ok
  wgmma    fp32  normal  dense     fp16  835.5 TFLOP/s   1.4 %      99.5 %      x 1  4.074 kFLOP/clk/SM  ok
  wgmma    fp32  normal  dense     e4m3  1.699 PFLOP/s   1.1 %      99.8 %   x 2.03  8.179 kFLOP/clk/SM  ok
  wgmma    fp32  normal  dense     e5m2  1.733 PFLOP/s  0.47 %      99.9 %   x 2.07  8.180 kFLOP/clk/SM  ok
  wgmma    fp32  zeros             fp16  898.8 TFLOP/s   1.3 %      99.8 %      x 1  4.089 kFLOP/clk/SM  ok
  wgmma    fp32  zeros             e4m3  1.814 PFLOP/s   1.3 %      99.9 %   x 2.02  8.181 kFLOP/clk/SM  ok
  wgmma    fp32  zeros             e5m2  1.810 PFLOP/s   1.6 %      99.6 %   x 2.01  8.161 kFLOP/clk/SM  ok
  wgmma    fp16  normal  dense     e5m2  1.842 PFLOP/s   3.8 %      99.5 %   x 2.11  8.149 kFLOP/clk/SM  suspect     2
  wgmma          normal  dense     bf16  874.3 TFLOP/s  0.46 %      99.8 %      x 1  4.090 kFLOP/clk/SM  ok
  wgmma          normal  dense     tf32  466.2 TFLOP/s   1.3 %      99.8 %  x 0.533  2.044 kFLOP/clk/SM  ok
  wgmma          zeros             bf16  970.9 TFLOP/s  0.51 %      99.8 %      x 1  4.086 kFLOP/clk/SM  ok
  wgmma          zeros             tf32  490.0 TFLOP/s   1.4 %      99.9 %  x 0.505  2.045 kFLOP/clk/SM  ok
  wgmma    fp32  normal  sparse    fp16  1.454 PFLOP/s   4.6 %      96.5 %      x 1  7.907 kFLOP/clk/SM  suspect     3
  wgmma    fp32  normal  sparse    e4m3  2.911 PFLOP/s   2.1 %      96.5 %      x 2  15.82 kFLOP/clk/SM  suspect     4

note 1: the SM clock moved by 3.2 % between samples at the power cap
note 2: the SM clock moved by 7.0 % between samples at the power cap
note 3: the SM clock moved by 4.2 % between samples at the power cap
138 points: 44 ok, 4 suspect, 90 skipped
gpubench: not shown: 29 notes, 142 rows (--rows), columns (--wide)
