$ gpubench show results/fleet/h200-sxm.csv dram   # point
--- 80 x 24
gpubench: 216 points were measured more than once: the last row of each is
    shown
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on vm, NVIDIA H200

value
  op     value      +-  ratio  status
  read       -  0.07 %    x 1  ok
  write      -  0.05 %    x 1  ok
  copy       -  0.08 %    x 1  ok
  triad      -  0.05 %    x 1  ok
4 points: 4 ok; GPU 1 of 36, --gpu shows one
gpubench: not shown: 140 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: 216 points were measured more than once: the last row of each is shown
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on vm, NVIDIA H200

value
  op     value      +-  ratio  status  found best
  read       -  0.07 %    x 1  ok      vec=2 unroll=4 hint=cs block=128 grid=oneshot stripes=64
  write      -  0.05 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy       -  0.08 %    x 1  ok      vec=4 unroll=1 hint=none block=128 grid=oneshot skew=256
  triad      -  0.05 %    x 1  ok      vec=4 unroll=1 hint=none block=128 grid=oneshot skew=65536
4 points: 4 ok; GPU 1 of 36, --gpu shows one

GPU 0 on vm, NVIDIA H200

value
  op     value      +-  ratio  status  found best
  read       -  0.05 %    x 1  ok      vec=2 unroll=4 hint=cs block=512 grid=oneshot stripes=64
  write      -  0.05 %    x 1  ok      vec=4 unroll=1 hint=cs block=256 grid=oneshot
  copy       -  0.12 %    x 1  ok      vec=4 unroll=1 hint=cg block=128 grid=oneshot skew=0
  triad      -  0.18 %    x 1  ok      vec=4 unroll=1 hint=cs block=1024 grid=oneshot skew=4096
4 points: 4 ok; GPU 2 of 36, --gpu shows one

GPU 0 on vm, NVIDIA H200

value
  op     value      +-  ratio  status  found best
  read       -  0.09 %    x 1  ok      vec=2 unroll=4 hint=cs block=128 grid=oneshot stripes=64
  write      -  0.16 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy       -  0.07 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=0
  triad      -   1.3 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=0
4 points: 4 ok; GPU 3 of 36, --gpu shows one
gpubench: not shown: 132 rows (--rows)
