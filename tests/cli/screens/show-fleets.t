$ gpubench show h200.csv   # benchmarks,
--- 80 x 24
  benchmark   points  suspect  skipped  failed  what
  async           36        2        -       -  asynchronous copies into sha...
  atomic          26        5        -       -  atomic operations by address...
  bank           511        -        8       -  bank conflicts in shared mem...
  cache          169        6        -       -  bandwidth by working set: L1...
  case            12        -        -       -  a worked example: row means ...
  clocks           2        -        -       -  SM clock under load, by inst...
  collective      36        -       36       -  NCCL among all GPUs: all-red...
  gemm            18        3        -       -  matrix products by cuBLAS: S...
  intensity      108       23        -       -  the roofline of real kernels...
  l1             204        8        -       -  global loads with and withou...
  latency        182       10        -       -  latency of one access: cache...
  launch          37       22        2       -  time to start work: calls, g...
  loaded          51        1        -       -  latency of DRAM under load: ...
  random          63        2        -       -  reads, updates and atomics a...
  sampling        78        3        -       -  texture units: addressing mo...
  streams         19        1        -       -  concurrency: kernels, priori...
  tensor         138        4       90       -  Tensor Cores: every number f...
  texture        140        6        -       -  shifted, irregular and 2D re...
  transfer        68        6        2       -  bandwidth and latency betwee...
  transpose       54        1        -       -  matrix transposition, naive ...
39 benchmarks, 3937 points, 103 suspect or failed
gpubench: not shown: 19 rows (--rows), columns (--wide)
--- 120 x 40
  benchmark   points  suspect  skipped  failed  what
  async           36        2        -       -  asynchronous copies into shared memory, from memory and L2: bulk, te...
  atomic          26        5        -       -  atomic operations by address pattern, in global and shared memory
  bank           511        -        8       -  bank conflicts in shared memory: strides, degrees, and remedies
  cache          169        6        -       -  bandwidth by working set: L1, L2 and its partitions, device memory; ...
  case            12        -        -       -  a worked example: row means times a matrix in five versions, a matri...
  clocks           2        -        -       -  SM clock under load, by instruction, number of SMs, data and duty cycle
  collective      36        -       36       -  NCCL among all GPUs: all-reduce, all-gather, reduce-scatter, all-to-all
  constant        86        -        -       -  constant memory by addresses and working set, constant operands, and...
  divergence     164        -        -       -  1 to 32 paths in a warp, loops of different lengths, short branches
  dram            16        -        -       -  device memory: read, write, copy, scale, add, triad, any mix, and th...
  dsmem           27        -        -       -  distributed shared memory: accesses to other blocks of a cluster, by...
  exchange         8        -        8       -  all GPUs copy to each other at once: one to all, all to one, ring, a...
  ffma             6        -        -       -  fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed ...
  gemm            18        3        -       -  matrix products by cuBLAS: SGEMM four ways, and every format of the ...
  instr          250        -        -       -  throughput and latency of each class of arithmetic instructions
  intensity      108       23        -       -  the roofline of real kernels: FLOP rate and bandwidth over FLOP per ...
  l1             204        8        -       -  global loads with and without L1: offsets, strides, and reused data
  latency        182       10        -       -  latency of one access: caches, DRAM, translation, shared, constant, ...
  launch          37       22        2       -  time to start work: calls, gaps, round trips, events, graphs and memory
  loaded          51        1        -       -  latency of DRAM under load: reads, writes and both, from idle to sat...
  map            214        -       28       -  latency from every SM to the slices of L2, groups and halves of SMs;...
  occupancy      197        -        3       -  DRAM reads and FMAs by warps and independent operations; limits of w...
  offset         312        -        -       -  copy and two-array sum of misaligned arrays
  overlap        100        -        -       -  overlap of arithmetic and memory accesses, measured by leaving parts...
  p2p             50        -       50       -  transfers between two GPUs: copies, reads and writes by the SMs, lat...
  prefetch       180        -        -       -  prefetching of tiles through registers, shared memory and cp.async
  random          63        2        -       -  reads, updates and atomics at random addresses, by working set and size
  sampling        78        3        -       -  texture units: addressing modes, filters, formats and dimensions, an...
  shared           9        -        -       -  shared memory: read, write and copy, 4, 8 and 16-byte accesses
  spill          112        -        -       -  register spills and indexed arrays: their cost by bytes of local memory
  stencil         20        -        -       -  a real kernel that spills: the 3D wave equation, 8th order in space
  streams         19        1        -       -  concurrency: kernels, priorities, copies with kernels, reserved SMs
  tensor         138        4       90       -  Tensor Cores: every number format, dense and sparse, on normal numbe...
  texture        140        6        -       -  shifted, irregular and 2D reads through textures, compared with plai...
  transfer        68        6        2       -  bandwidth and latency between host and device: copies by size, direc...
  transpose       54        1        -       -  matrix transposition, naive and through shared memory, compared with...
39 benchmarks, 3937 points, 103 suspect or failed
gpubench: not shown: 3 rows (--rows), columns (--wide)
$ gpubench show 16.csv   # benchmarks,
--- 80 x 24
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1,...
  dram           64        -        -       -  device memory: read, write, c...
  ffma           96        -        -       -  fused multiply-add rate in FP...
  gemm            0        -        -       -  matrix products by cuBLAS: SG...
  shared         32        -        -       -  shared memory: read, write an...
  tensor        192       16        -       -  Tensor Cores: every number fo...
6 benchmarks, 384 points, 16 suspect or failed
gpubench: not shown: columns (--wide)
--- 120 x 40
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1, L2 and its partitions, device memory; w...
  dram           64        -        -       -  device memory: read, write, copy, scale, add, triad, any mix, and the...
  ffma           96        -        -       -  fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed b...
  gemm            0        -        -       -  matrix products by cuBLAS: SGEMM four ways, and every format of the m...
  shared         32        -        -       -  shared memory: read, write and copy, 4, 8 and 16-byte accesses
  tensor        192       16        -       -  Tensor Cores: every number format, dense and sparse, on normal number...
6 benchmarks, 384 points, 16 suspect or failed
gpubench: not shown: columns (--wide)
$ gpubench show 100.csv   # benchmarks,
--- 80 x 24
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1,...
  dram          400        -        -       -  device memory: read, write, c...
  ffma          600        -        -       -  fused multiply-add rate in FP...
  gemm            0        -        -       -  matrix products by cuBLAS: SG...
  shared        200        -        -       -  shared memory: read, write an...
  tensor       1200      100        -       -  Tensor Cores: every number fo...
6 benchmarks, 2400 points, 100 suspect or failed
gpubench: not shown: columns (--wide)
--- 120 x 40
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1, L2 and its partitions, device memory; w...
  dram          400        -        -       -  device memory: read, write, copy, scale, add, triad, any mix, and the...
  ffma          600        -        -       -  fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed b...
  gemm            0        -        -       -  matrix products by cuBLAS: SGEMM four ways, and every format of the m...
  shared        200        -        -       -  shared memory: read, write and copy, 4, 8 and 16-byte accesses
  tensor       1200      100        -       -  Tensor Cores: every number format, dense and sparse, on normal number...
6 benchmarks, 2400 points, 100 suspect or failed
gpubench: not shown: columns (--wide)
$ gpubench show 1000.csv   # benchmarks,
--- 80 x 24
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1,...
  dram         4000        -        -       -  device memory: read, write, c...
  ffma         6000        -        -       -  fused multiply-add rate in FP...
  gemm            0        -        -       -  matrix products by cuBLAS: SG...
  shared       2000        -        -       -  shared memory: read, write an...
  tensor      12000     1000        -       -  Tensor Cores: every number fo...
6 benchmarks, 24000 points, 1000 suspect or failed
gpubench: not shown: columns (--wide)
--- 120 x 40
  benchmark  points  suspect  skipped  failed  what
  cache           0        -        -       -  bandwidth by working set: L1, L2 and its partitions, device memory; w...
  dram         4000        -        -       -  device memory: read, write, copy, scale, add, triad, any mix, and the...
  ffma         6000        -        -       -  fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed b...
  gemm            0        -        -       -  matrix products by cuBLAS: SGEMM four ways, and every format of the m...
  shared       2000        -        -       -  shared memory: read, write and copy, 4, 8 and 16-byte accesses
  tensor      12000     1000        -       -  Tensor Cores: every number format, dense and sparse, on normal number...
6 benchmarks, 24000 points, 1000 suspect or failed
gpubench: not shown: columns (--wide)
$ gpubench show h200.csv dram   # point
--- 80 x 24
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on vm, NVIDIA H200

bandwidth over op
  op            bandwidth      +-  % of limit    ratio  energy_per_byte  status
  read         4.730 TB/s  0.05 %      98.3 %      x 1       139.2 pJ/B  ok
  write        4.712 TB/s  0.05 %      97.9 %  x 0.996       137.3 pJ/B  ok
  copy         4.288 TB/s  0.10 %      89.1 %  x 0.906       130.3 pJ/B  ok
  scale        4.282 TB/s  0.30 %      88.9 %  x 0.905                -  ok
  add          4.422 TB/s  0.30 %      91.9 %  x 0.935                -  ok
  triad        4.421 TB/s  0.19 %      91.8 %  x 0.935       128.0 pJ/B  ok
  driver_copy  4.276 TB/s  0.30 %      88.8 %  x 0.904                -  ok
16 points: 16 ok
gpubench: not shown: 9 rows (--rows), columns (--wide)
--- 120 x 40
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on vm, NVIDIA H200

bandwidth over op
  op            bandwidth      +-  % of limit    ratio  energy_per_byte  energy_per_byte_above_idle  status
  read         4.730 TB/s  0.05 %      98.3 %      x 1       139.2 pJ/B                  113.5 pJ/B  ok
  write        4.712 TB/s  0.05 %      97.9 %  x 0.996       137.3 pJ/B                  111.4 pJ/B  ok
  copy         4.288 TB/s  0.10 %      89.1 %  x 0.906       130.3 pJ/B                  101.9 pJ/B  ok
  scale        4.282 TB/s  0.30 %      88.9 %  x 0.905                -                           -  ok
  add          4.422 TB/s  0.30 %      91.9 %  x 0.935                -                           -  ok
  triad        4.421 TB/s  0.19 %      91.8 %  x 0.935       128.0 pJ/B                  100.4 pJ/B  ok
  driver_copy  4.276 TB/s  0.30 %      88.8 %  x 0.904                -                           -  ok

bandwidth over reads, op=mix
  reads   bandwidth      +-  % of limit    ratio  status  found best
      0  4.709 TB/s  0.30 %      97.8 %      x 1  ok      unroll=1 hint=cs block=256 grid=oneshot
      1  3.910 TB/s  0.30 %      81.2 %   x 0.83  ok      unroll=1 hint=cg block=128 grid=oneshot
      2  4.068 TB/s  0.30 %      84.5 %  x 0.864  ok      unroll=1 hint=cs block=128 grid=oneshot
      3  4.049 TB/s  0.30 %      84.1 %   x 0.86  ok      unroll=1 hint=cg block=128 grid=oneshot
      4  4.291 TB/s  0.30 %      89.1 %  x 0.911  ok      unroll=1 hint=cs block=128 grid=oneshot
      5  4.328 TB/s  0.30 %      89.9 %  x 0.919  ok      unroll=1 hint=none block=1024 grid=oneshot
      6  4.491 TB/s  0.30 %      93.3 %  x 0.954  ok      unroll=1 hint=cg block=512 grid=oneshot
      7  4.508 TB/s  0.30 %      93.6 %  x 0.957  ok      unroll=1 hint=none block=256 grid=oneshot
      8  4.715 TB/s  0.30 %      97.9 %      x 1  ok      unroll=8 hint=cs block=256 grid=oneshot
16 points: 16 ok
gpubench: not shown: columns (--wide)
$ gpubench show 16.csv dram   # point
--- 80 x 24
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status
  read   4.632 TB/s  0.01 %    x 1  ok
  write  4.712 TB/s  0.01 %    x 1  ok
  copy   4.303 TB/s  0.02 %    x 1  ok
  triad  4.411 TB/s  0.01 %    x 1  ok
4 points: 4 ok; GPU 1 of 16, --gpu shows one
gpubench: not shown: 1 note, 60 rows (--rows), columns (--wide)
--- 120 x 40
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.712 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.303 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.411 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 1 of 16, --gpu shows one

GPU 1 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.712 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.310 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.411 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 2 of 16, --gpu shows one

GPU 2 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.710 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.304 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.410 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 3 of 16, --gpu shows one
gpubench: not shown: 3 notes, 52 rows (--rows)
$ gpubench show 100.csv dram   # point
--- 80 x 24
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status
  read   4.633 TB/s  0.01 %    x 1  ok
  write  4.712 TB/s  0.01 %    x 1  ok
  copy   4.304 TB/s  0.02 %    x 1  ok
  triad  4.411 TB/s  0.01 %    x 1  ok
4 points: 4 ok; GPU 1 of 100, --gpu shows one
gpubench: not shown: 1 note, 396 rows (--rows), columns (--wide)
--- 120 x 40
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.633 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.712 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.304 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.411 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 1 of 100, --gpu shows one

GPU 1 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.711 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.304 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.411 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 2 of 100, --gpu shows one

GPU 2 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.711 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.303 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.410 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 3 of 100, --gpu shows one
gpubench: not shown: 3 notes, 388 rows (--rows)
$ gpubench show 1000.csv dram   # point
--- 80 x 24
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status
  read   4.632 TB/s  0.01 %    x 1  ok
  write  4.712 TB/s  0.01 %    x 1  ok
  copy   4.306 TB/s  0.02 %    x 1  ok
  triad  4.412 TB/s  0.01 %    x 1  ok
4 points: 4 ok; GPU 1 of 1000, --gpu shows one
gpubench: not shown: 1 note, 3996 rows (--rows), columns (--wide)
--- 120 x 40
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.712 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.306 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.412 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 1 of 1000, --gpu shows one

GPU 1 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.711 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.308 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.413 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 2 of 1000, --gpu shows one

GPU 2 on node00000, NVIDIA H200

bandwidth
  op      bandwidth      +-  ratio  status  found best
  read   4.632 TB/s  0.01 %    x 1  ok      vec=2 unroll=8 hint=cs block=256 grid=oneshot stripes=1
  write  4.711 TB/s  0.01 %    x 1  ok      vec=4 unroll=1 hint=none block=256 grid=oneshot
  copy   4.306 TB/s  0.02 %    x 1  ok      vec=4 unroll=1 hint=cs block=128 grid=oneshot skew=256
  triad  4.411 TB/s  0.01 %    x 1  ok      vec=2 unroll=1 hint=cg block=128 grid=oneshot skew=4096
4 points: 4 ok; GPU 3 of 1000, --gpu shows one
gpubench: not shown: 3 notes, 3988 rows (--rows)
$ gpubench show h100.csv dram   # point
--- 80 x 24
dram: device memory: read, write, copy, scale, add, triad, any mix, and the
    driver's copy

GPU 0 on vm, NVIDIA H100 80GB HBM3

bandwidth over op
  op            bandwidth      +-  % of limit    ratio  energy_per_byte  status
  read         3.232 TB/s  0.05 %      96.4 %      x 1       192.5 pJ/B  ok
  write        3.306 TB/s  0.05 %      98.6 %   x 1.02       187.5 pJ/B  ok
  copy         3.065 TB/s  0.09 %      91.4 %  x 0.948       167.4 pJ/B  ok
  scale        3.064 TB/s  0.30 %      91.4 %  x 0.948                -  ok
  add          3.110 TB/s  0.30 %      92.8 %  x 0.962                -  ok
  triad        3.115 TB/s  0.05 %      92.9 %  x 0.964       175.2 pJ/B  ok
  driver_copy  3.028 TB/s  0.30 %      90.3 %  x 0.937                -  ok
16 points: 16 ok
gpubench: not shown: 1 note, 9 rows (--rows), columns (--wide)
--- 120 x 40
dram: device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy

GPU 0 on vm, NVIDIA H100 80GB HBM3

bandwidth over op
  op            bandwidth      +-  % of limit    ratio  energy_per_byte  energy_per_byte_above_idle  status
  read         3.232 TB/s  0.05 %      96.4 %      x 1       192.5 pJ/B                  151.8 pJ/B  ok
  write        3.306 TB/s  0.05 %      98.6 %   x 1.02       187.5 pJ/B                  147.7 pJ/B  ok
  copy         3.065 TB/s  0.09 %      91.4 %  x 0.948       167.4 pJ/B                  124.5 pJ/B  ok
  scale        3.064 TB/s  0.30 %      91.4 %  x 0.948                -                           -  ok
  add          3.110 TB/s  0.30 %      92.8 %  x 0.962                -                           -  ok
  triad        3.115 TB/s  0.05 %      92.9 %  x 0.964       175.2 pJ/B                  133.0 pJ/B  ok
  driver_copy  3.028 TB/s  0.30 %      90.3 %  x 0.937                -                           -  ok

bandwidth over reads, op=mix
  reads   bandwidth      +-  % of limit    ratio  status  found best
      0  3.306 TB/s  0.30 %      98.6 %      x 1  ok      unroll=1 hint=none block=128 grid=oneshot
      1  2.860 TB/s  0.30 %      85.3 %  x 0.865  ok      unroll=1 hint=cs block=256 grid=oneshot
      2  2.940 TB/s  0.30 %      87.7 %   x 0.89  ok      unroll=1 hint=cg block=1024 grid=oneshot
      3  2.957 TB/s  0.30 %      88.2 %  x 0.895  ok      unroll=2 hint=none block=1024 grid=oneshot
      4  3.064 TB/s  0.30 %      91.4 %  x 0.927  ok      unroll=1 hint=none block=1024 grid=oneshot
      5  3.037 TB/s  0.30 %      90.6 %  x 0.919  ok      unroll=1 hint=none block=512 grid=oneshot
      6  3.137 TB/s  0.30 %      93.6 %  x 0.949  ok      unroll=1 hint=none block=1024 grid=oneshot
      7  3.096 TB/s  0.30 %      92.4 %  x 0.937  ok      unroll=1 hint=none block=1024 grid=oneshot
      8  3.207 TB/s  0.78 %      95.7 %   x 0.97  ok      unroll=1 hint=cs block=256 grid=oneshot
16 points: 16 ok
gpubench: not shown: 1 note (--rows), columns (--wide)
