$ gpubench history days.csv   # for the worse
--- 80 x 24
  GPU    host  roof       step                   change  with it
  GPU-1  n1    dram.read  2026-01-31        3.0 % worse  driver 580 -> 590
  GPU-2  n1    dram.read  2026-01-01 drift  3.9 % worse
2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01
    to 2026-03-01
gpubench: not shown: columns (--wide)
--- 120 x 40
GPU    host  roof       step                  before       after       change  certain  drift a year  with it
GPU-1  n1    dram.read  2026-01-31        4.600 TB/s  4.463 TB/s  3.0 % worse  99.95 %  0.6 % better  driver 580 -> 590
GPU-2  n1    dram.read  2026-01-01 drift  4.601 TB/s  4.419 TB/s  3.9 % worse  99.95 %  24.4 % worse
2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01 to 2026-03-01
gpubench: not shown: columns (--wide)
$ gpubench history rollout.csv   # for the worse
--- 80 x 24
  GPU       host  roof         step             change  with it
  GPU-f004  n4    tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590
  GPU-f008  n8    tensor.fp16  2026-01-20  1.4 % worse  driver 580 -> 590
  GPU-f012  n12   tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590
  GPU-f016  n16   tensor.fp16  2026-01-18  1.2 % worse
  GPU-f018  n18   tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590
  GPU-f022  n22   tensor.fp16  2026-01-22  1.2 % worse  driver 580 -> 590
  GPU-f024  n24   tensor.fp16  2026-01-21  1.4 % worse  driver 580 -> 590
  GPU-f026  n26   tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590
  GPU-f028  n28   tensor.fp16  2026-01-20  1.4 % worse  driver 580 -> 590
  GPU-f032  n32   tensor.fp16  2026-01-21  1.4 % worse  driver 580 -> 590
  GPU-f034  n34   tensor.fp16  2026-01-19  1.3 % worse
  GPU-f040  n40   tensor.fp16  2026-01-24  1.3 % worse
  GPU-f046  n46   tensor.fp16  2026-01-20  1.4 % worse  driver 580 -> 590
  GPU-f052  n52   tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590
  GPU-f056  n56   tensor.fp16  2026-01-21  1.3 % worse  driver 580 -> 590

29 of 30 GPUs of H200 with driver 580 -> 590: tensor.fp16 -1.2 % (-1.3 ... -1.1
    %) from 2026-01-21 on
24 of 60 roofs of 60 GPUs changed (24 for the worse, 0 for the better),
    2026-01-01 to 2026-02-09
gpubench: not shown: 9 rows (--rows), columns (--wide)
--- 120 x 40
  GPU       host  roof         step               before          after       change   drift a year  with it
  GPU-f000  n0    tensor.fp16  2026-01-22  800.2 TFLOP/s  791.4 TFLOP/s  1.1 % worse    8.4 % worse  driver 580 -> 590
  GPU-f002  n2    tensor.fp16  2026-01-23  798.4 TFLOP/s  788.8 TFLOP/s  1.2 % worse  13.9 % better
  GPU-f004  n4    tensor.fp16  2026-01-21  801.0 TFLOP/s  790.4 TFLOP/s  1.3 % worse  15.1 % better  driver 580 -> 590
  GPU-f008  n8    tensor.fp16  2026-01-20  800.6 TFLOP/s  789.7 TFLOP/s  1.4 % worse    4.7 % worse  driver 580 -> 590
  GPU-f012  n12   tensor.fp16  2026-01-21  800.7 TFLOP/s  790.3 TFLOP/s  1.3 % worse          0.0 %  driver 580 -> 590
  GPU-f016  n16   tensor.fp16  2026-01-18  801.8 TFLOP/s  792.0 TFLOP/s  1.2 % worse   6.0 % better
  GPU-f018  n18   tensor.fp16  2026-01-21  800.9 TFLOP/s  790.8 TFLOP/s  1.3 % worse    5.3 % worse  driver 580 -> 590
  GPU-f022  n22   tensor.fp16  2026-01-22  799.7 TFLOP/s  789.7 TFLOP/s  1.2 % worse  12.6 % better  driver 580 -> 590
  GPU-f024  n24   tensor.fp16  2026-01-21  800.6 TFLOP/s  789.8 TFLOP/s  1.4 % worse  12.2 % better  driver 580 -> 590
  GPU-f026  n26   tensor.fp16  2026-01-21  800.5 TFLOP/s  790.1 TFLOP/s  1.3 % worse   14.2 % worse  driver 580 -> 590
  GPU-f028  n28   tensor.fp16  2026-01-20  803.8 TFLOP/s  792.2 TFLOP/s  1.4 % worse    5.7 % worse  driver 580 -> 590
  GPU-f030  n30   tensor.fp16  2026-01-20  801.2 TFLOP/s  791.7 TFLOP/s  1.2 % worse   13.3 % worse  driver 580 -> 590
  GPU-f032  n32   tensor.fp16  2026-01-21  800.4 TFLOP/s  789.3 TFLOP/s  1.4 % worse    4.1 % worse  driver 580 -> 590
  GPU-f034  n34   tensor.fp16  2026-01-19  800.6 TFLOP/s  790.5 TFLOP/s  1.3 % worse    4.0 % worse
  GPU-f038  n38   tensor.fp16  2026-01-22  799.9 TFLOP/s  791.5 TFLOP/s  1.0 % worse   13.8 % worse  driver 580 -> 590
  GPU-f040  n40   tensor.fp16  2026-01-24  799.5 TFLOP/s  789.4 TFLOP/s  1.3 % worse   9.2 % better
  GPU-f042  n42   tensor.fp16  2026-01-21  800.4 TFLOP/s  790.9 TFLOP/s  1.2 % worse   6.0 % better  driver 580 -> 590
  GPU-f044  n44   tensor.fp16  2026-01-21  802.0 TFLOP/s  792.5 TFLOP/s  1.2 % worse   1.1 % better  driver 580 -> 590
  GPU-f046  n46   tensor.fp16  2026-01-20  801.5 TFLOP/s  790.3 TFLOP/s  1.4 % worse   14.1 % worse  driver 580 -> 590
  GPU-f050  n50   tensor.fp16  2026-01-21  799.5 TFLOP/s  790.5 TFLOP/s  1.1 % worse   9.0 % better  driver 580 -> 590
  GPU-f052  n52   tensor.fp16  2026-01-21  798.8 TFLOP/s  788.6 TFLOP/s  1.3 % worse    2.1 % worse  driver 580 -> 590
  GPU-f054  n54   tensor.fp16  2026-01-21  798.3 TFLOP/s  789.3 TFLOP/s  1.1 % worse    1.6 % worse  driver 580 -> 590
  GPU-f056  n56   tensor.fp16  2026-01-21  798.4 TFLOP/s  788.2 TFLOP/s  1.3 % worse   3.4 % better  driver 580 -> 590
  GPU-f058  n58   tensor.fp16  2026-01-22  801.6 TFLOP/s  792.8 TFLOP/s  1.1 % worse   8.6 % better  driver 580 -> 590

29 of 30 GPUs of H200 with driver 580 -> 590: tensor.fp16 -1.2 % (-1.3 ... -1.1 %) from 2026-01-21 on
24 of 60 roofs of 60 GPUs changed (24 for the worse, 0 for the better), 2026-01-01 to 2026-02-09
gpubench: not shown: columns (--wide)
$ gpubench history latency.csv   # for the worse
--- 80 x 24
  GPU    host  roof          step                   change  with it
  GPU-1  n1    dram.latency  2026-01-31        3.0 % worse  driver 580 -> 590
  GPU-2  n1    dram.latency  2026-01-01 drift  3.9 % worse
2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01
    to 2026-03-01
gpubench: not shown: columns (--wide)
--- 120 x 40
GPU    host  roof          step                before     after       change  certain  drift a year  with it
GPU-1  n1    dram.latency  2026-01-31        347.8 ns  358.5 ns  3.0 % worse  99.95 %  0.6 % better  driver 580 -> 590
GPU-2  n1    dram.latency  2026-01-01 drift  347.7 ns  362.0 ns  3.9 % worse  99.95 %  24.4 % worse
2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01 to 2026-03-01
gpubench: not shown: columns (--wide)
