$ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --no-file
--- 80 x 24
GPU 0 toy   3 points in #   best 102.4 MB/s toy.add
GPU 1 toy   3 points in #   best 102.4 MB/s toy.add
GPU 0 on host, Fake GPU: measured roofs
  roof          value      +-       limit  % of limit   SM clock  status
  toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok
GPU 1 on host, Fake GPU: measured roofs
  roof          value      +-       limit  % of limit   SM clock  status
  toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok

toy: a plug-in for the tests, over the fake device

GPU 0 on host, Fake GPU

bandwidth over parts, op=add
  parts   bandwidth      +-  % of limit  ratio  status  found best
      1  25.60 MB/s  0.12 %      50.0 %    x 1  ok      block=256
      4  102.4 MB/s  0.12 %      50.0 %    x 4  ok      block=256

gpubench: not shown: 4 rows (--rows)
--- 120 x 40
GPU 0 toy   3 points in #   best 102.4 MB/s toy.add
GPU 1 toy   3 points in #   best 102.4 MB/s toy.add
GPU 0 on host, Fake GPU: measured roofs
  roof          value      +-       limit  % of limit   SM clock  status  throttle  point
  toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256
GPU 1 on host, Fake GPU: measured roofs
  roof          value      +-       limit  % of limit   SM clock  status  throttle  point
  toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256

toy: a plug-in for the tests, over the fake device

GPU 0 on host, Fake GPU

bandwidth over parts, op=add
  parts   bandwidth      +-  % of limit  ratio  status  found best
      1  25.60 MB/s  0.12 %      50.0 %    x 1  ok      block=256
      4  102.4 MB/s  0.12 %      50.0 %    x 4  ok      block=256

bandwidth over op
  op       bandwidth      +-  % of limit  ratio  status  found best
  double  102.4 MB/s  0.36 %      50.0 %    x 1  ok      block=256

GPU 1 on host, Fake GPU

bandwidth over parts, op=add
  parts   bandwidth      +-  % of limit  ratio  status  found best
      1  25.60 MB/s  0.12 %      50.0 %    x 1  ok      block=256
      4  102.4 MB/s  0.12 %      50.0 %    x 4  ok      block=256

bandwidth over op
  op       bandwidth      +-  % of limit  ratio  status  found best
  double  102.4 MB/s  0.36 %      50.0 %    x 1  ok      block=256

$ GPUBENCH_FAKE=fail=launch:1+ gpubench-fake -b toy --quick --no-file   # exit status is 2
--- 80 x 24
gpubench: GPU 0: toy op=add,parts=4: failed: cuLaunchKernel:
    CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
gpubench: ... and 2 more points: the same
toy   3 points in #   3 failed

toy: a plug-in for the tests, over the fake device

GPU 0 on host, Fake GPU

value over parts, op=add
  parts  value  ratio  status  note
      1      -      -  failed     1
      4      -      -  failed     1

note 1, of 2 rows: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch
                   failure)

gpubench: 3 rows failed, which is why the exit status is 2; the first: toy
    op=add,parts=4: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified
    launch failure)
gpubench: not shown: 1 row (--rows)
--- 120 x 40
gpubench: GPU 0: toy op=add,parts=4: failed: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
gpubench: ... and 2 more points: the same
toy   3 points in #   3 failed

toy: a plug-in for the tests, over the fake device

GPU 0 on host, Fake GPU

value over parts, op=add
  parts  value  ratio  status  note
      1      -      -  failed     1
      4      -      -  failed     1

value over op
  op      value  ratio  status  note
  double      -      -  failed     1

note 1, of 3 rows: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)

gpubench: 3 rows failed, which is why the exit status is 2; the first: toy op=add,parts=4: cuLaunchKernel:
    CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
$ gpubench-fake -b toy --plan   # about
--- 80 x 24
all GPUs          points   roofs   seconds
toy                    3       2         3

all points        points   roofs   seconds
GPU 0                  3       2         3

about 3 s
$ gpubench-fake --dry-run -b toy   # correctly fail
--- 80 x 24
toy: dry run of #toy.so
toy: ok: 3 points in 18 shapes, 2 kernels launched; 3 verified; all 3 correctly
    fail on a device that does nothing; 14 mistakes tried; work of 3 unknown
gpubench: not shown: 17 rows (--rows)
--- 120 x 40
toy: dry run of #toy.so
toy: ok: 3 points in 18 shapes, 2 kernels launched; 3 verified; all 3 correctly fail on a device that does nothing; 14
    mistakes tried; work of 3 unknown
gpubench: not shown: 17 rows (--rows)
$ gpubench-fake --sdc 0.1 -b skeleton
--- 80 x 24
gpubench: rows go into gpubench-host-#.csv
gpubench: 0 wrong results in 0 passes, 0 words checked; corrected ECC errors
    not available, uncorrected ECC errors not available, rows of memory
    replaced not available, row replacements pending not available, row
    replacements failed not available, PCIe packets sent again not available,
    NVLink packets sent again not available, Xid events not available
gpubench: GPU 0: nothing was checked; --verbose shows why units were skipped
gpubench: all rows are in gpubench-host-#.csv; gpubench show
    reads it
--- 120 x 40
gpubench: rows go into gpubench-host-#.csv
gpubench: 0 wrong results in 0 passes, 0 words checked; corrected ECC errors not available, uncorrected ECC errors not
    available, rows of memory replaced not available, row replacements pending not available, row replacements failed
    not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not
    available
gpubench: GPU 0: nothing was checked; --verbose shows why units were skipped
gpubench: all rows are in gpubench-host-#.csv; gpubench show reads it
$ GPUBENCH_FAKE=devices=8 gpubench-fake --list-devices   # board
--- 80 x 24
0   Fake GPU                     GPU-a0000000-1111-2222-3333-444444444444
    0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
1   Fake GPU                     GPU-b0000000-1111-2222-3333-444444444444
    0000:28:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
2   Fake GPU                     GPU-c0000000-1111-2222-3333-444444444444
    0000:38:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
3   Fake GPU                     GPU-d0000000-1111-2222-3333-444444444444
    0000:48:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
4   Fake GPU                     GPU-e0000000-1111-2222-3333-444444444444
    0000:58:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
5   Fake GPU                     GPU-f0000000-1111-2222-3333-444444444444
    0000:68:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
6   Fake GPU                     GPU-a1000000-1111-2222-3333-444444444444
    0000:78:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
7   Fake GPU                     GPU-b1000000-1111-2222-3333-444444444444
    0000:88:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
--- 120 x 40
0   Fake GPU                     GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
1   Fake GPU                     GPU-b0000000-1111-2222-3333-444444444444  0000:28:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
2   Fake GPU                     GPU-c0000000-1111-2222-3333-444444444444  0000:38:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
3   Fake GPU                     GPU-d0000000-1111-2222-3333-444444444444  0000:48:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
4   Fake GPU                     GPU-e0000000-1111-2222-3333-444444444444  0000:58:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
5   Fake GPU                     GPU-f0000000-1111-2222-3333-444444444444  0000:68:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
6   Fake GPU                     GPU-a1000000-1111-2222-3333-444444444444  0000:78:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
7   Fake GPU                     GPU-b1000000-1111-2222-3333-444444444444  0000:88:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
$ gpubench-fake --list
--- 80 x 24
  benchmark     measures

  memory
    skeleton    adds a constant to an array: a benchmark to start your own from

  other
    toy         a plug-in for the tests, over the fake device
    toy_cycles  a plug-in for the tests that observes cycles
$ gpubench-fake --describe toy
--- 80 x 24
toy (GPU): a plug-in for the tests, over the fake device

    Adds to, or doubles, the words of a small array. Every word read and
    written counts.

    metric   bandwidth, B/s
    variant  default: nvcc (no further flags) [no machine code]

Axes
    op (every value is a row)
        what is done to each word
        quick    add double
        default  add double
        every    add double wrong absent
    parts (every value is a row; where op=add,wrong,absent)
        parts of the array that are worked on
        quick    1 4
        default  1 4
        every    1 2 3 4
    block (searched for the best, threads)
        threads per block
        quick    64 1024
gpubench: not shown: 2 lines (--rows)
--- 120 x 40
toy (GPU): a plug-in for the tests, over the fake device

    Adds to, or doubles, the words of a small array. Every word read and written counts.

    metric   bandwidth, B/s
    variant  default: nvcc (no further flags) [no machine code]

Axes
    op (every value is a row)
        what is done to each word
        quick    add double
        default  add double
        every    add double wrong absent
    parts (every value is a row; where op=add,wrong,absent)
        parts of the array that are worked on
        quick    1 4
        default  1 4
        every    1 2 3 4
    block (searched for the best, threads)
        threads per block
        quick    64 1024
        default  32 64 128 256 512 1024
        every    32 64 128 256 512 1024
$ GPUBENCH_FAKE=devices=16 gpubench-fake --list-devices
--- 80 x 24
0   Fake GPU                     GPU-a0000000-1111-2222-3333-444444444444
    0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
1   Fake GPU                     GPU-b0000000-1111-2222-3333-444444444444
    0000:28:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
2   Fake GPU                     GPU-c0000000-1111-2222-3333-444444444444
    0000:38:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
3   Fake GPU                     GPU-d0000000-1111-2222-3333-444444444444
    0000:48:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
4   Fake GPU                     GPU-e0000000-1111-2222-3333-444444444444
    0000:58:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
5   Fake GPU                     GPU-f0000000-1111-2222-3333-444444444444
    0000:68:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
6   Fake GPU                     GPU-a1000000-1111-2222-3333-444444444444
    0000:78:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
7   Fake GPU                     GPU-b1000000-1111-2222-3333-444444444444
    0000:88:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
8   Fake GPU                     GPU-c1000000-1111-2222-3333-444444444444
    0001:18:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
9   Fake GPU                     GPU-d1000000-1111-2222-3333-444444444444
    0001:28:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
10  Fake GPU                     GPU-e1000000-1111-2222-3333-444444444444
    0001:38:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
gpubench: not shown: 10 lines (--rows)
--- 120 x 40
0   Fake GPU                     GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
1   Fake GPU                     GPU-b0000000-1111-2222-3333-444444444444  0000:28:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
2   Fake GPU                     GPU-c0000000-1111-2222-3333-444444444444  0000:38:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
3   Fake GPU                     GPU-d0000000-1111-2222-3333-444444444444  0000:48:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
4   Fake GPU                     GPU-e0000000-1111-2222-3333-444444444444  0000:58:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
5   Fake GPU                     GPU-f0000000-1111-2222-3333-444444444444  0000:68:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
6   Fake GPU                     GPU-a1000000-1111-2222-3333-444444444444  0000:78:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
7   Fake GPU                     GPU-b1000000-1111-2222-3333-444444444444  0000:88:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
8   Fake GPU                     GPU-c1000000-1111-2222-3333-444444444444  0001:18:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
9   Fake GPU                     GPU-d1000000-1111-2222-3333-444444444444  0001:28:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
10  Fake GPU                     GPU-e1000000-1111-2222-3333-444444444444  0001:38:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
11  Fake GPU                     GPU-f1000000-1111-2222-3333-444444444444  0001:48:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
12  Fake GPU                     GPU-a2000000-1111-2222-3333-444444444444  0001:58:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
13  Fake GPU                     GPU-b2000000-1111-2222-3333-444444444444  0001:68:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
14  Fake GPU                     GPU-c2000000-1111-2222-3333-444444444444  0001:78:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
15  Fake GPU                     GPU-d2000000-1111-2222-3333-444444444444  0001:88:00.0  cc 9.0  4 SMs  0.1 GB  board
    900-FAKE0-0000-000
$ gpubench-fake --dry-run --all   # benchmarks:
--- 80 x 24
3 benchmarks: ok
gpubench: not shown: 51 rows (--rows)
