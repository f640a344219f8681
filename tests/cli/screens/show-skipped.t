$ gpubench show h200.csv collective   # needs a second GPU
--- 80 x 24
collective: NCCL among all GPUs: all-reduce, all-gather, reduce-scatter,
    all-to-all

GPU 0 on vm, NVIDIA H200
36 points: 0 ok, 36 skipped: needs a second GPU, and this run has one
gpubench: not shown: 36 rows (--rows)
--- 120 x 40
collective: NCCL among all GPUs: all-reduce, all-gather, reduce-scatter, all-to-all

GPU 0 on vm, NVIDIA H200
36 points: 0 ok, 36 skipped: needs a second GPU, and this run has one
gpubench: not shown: 36 rows (--rows)
$ gpubench show h200.csv clocks   # points:
--- 80 x 24
clocks: SM clock under load, by instruction, number of SMs, data and duty cycle

GPU 0 on vm, NVIDIA H200

sm_clock over sms, data=zeros, duty=100
  load  sms   sm_clock      +-  ratio    slowest  of_nvml  status
  ffma    4  1.980 GHz  0.76 %    x 1  1.980 GHz        1  ok
  fp16    4  1.815 GHz  0.83 %    x 1  1.815 GHz   0.9166  ok

  concluded           value  of         status
  matrix_over_plain  0.9166  load=fp16  ok
2 points: 2 ok
gpubench: not shown: 1 note (--rows)
