Several GPUs at a time, and causes of suspect rows.

Side by side, rows GPU by GPU, with a remark:

  $ GPUBENCH_FAKE=devices=3 gpubench-fake -b toy --quick --concurrent | fields device status reason
  0 ok measured together with 2 other GPUs of this host
  0 ok measured together with 2 other GPUs of this host
  0 ok measured together with 2 other GPUs of this host
  1 ok measured together with 2 other GPUs of this host
  1 ok measured together with 2 other GPUs of this host
  1 ok measured together with 2 other GPUs of this host
  2 ok measured together with 2 other GPUs of this host
  2 ok measured together with 2 other GPUs of this host
  2 ok measured together with 2 other GPUs of this host

One after another there is nothing to remark:

  $ GPUBENCH_FAKE=devices=3 gpubench-fake -b toy --quick | fields reason
  
  
  
  
  
  
  
  
  

--strict and none:

  $ gpubench-fake -b toy --quick --strict | fields point metric status
  op=double,block=256 bandwidth ok
  op=add,parts=1,block=256 bandwidth ok
  op=add,parts=4,block=256 bandwidth ok

--strict and skipped rows:

  $ GPUBENCH_FAKE=cc=60 gpubench-fake -b skeleton --quick --strict | fields point metric status
  skeleton   2 points   2 skipped: needs compute capability 7.0; this device has 6.0
  bytes=268435456  skipped
  bytes=268435456  skipped

A card that does not tell its processes:

  $ GPUBENCH_FAKE=processes=-1 gpubench-fake -b toy --quick | fields status reason
  ok 
  ok 
  ok 

--wait-idle until it is idle:

  $ GPUBENCH_FAKE=processes=-1,busy=80,leave=2 gpubench-fake -b toy --quick --wait-idle 30 | fields status reason
  ok 
  ok 
  ok 

A card that does not tell its work:

  $ GPUBENCH_FAKE=busy=-1,workers=-1 gpubench-fake -b toy --quick --wait-idle 30 | fields status reason
  ok 
  ok 
  ok 

A memory clock that comes up:

  $ GPUBENCH_FAKE=memclock=1e9,asleep=30 gpubench-fake -b toy --quick | fields mem_clock_hz status
  1e+09 ok
  1e+09 ok
  1e+09 ok

--strict and a suspect row, of a slowdown or of a memory clock that stays down:

  $ GPUBENCH_FAKE=throttle=0x40 gpubench-fake -b toy --quick --strict 2>/dev/null | fields status reason
  suspect hardware or thermal slowdown
  suspect hardware or thermal slowdown
  suspect hardware or thermal slowdown
  [2]
  $ GPUBENCH_FAKE=memclock=0.25e9 gpubench-fake -b toy --quick --strict | fields mem_clock_hz status reason
  toy   3 points in #   best 102.4 MB/s toy.add   3 suspect: memory clock too low (3)
  250000000 suspect memory clock 250 MHz below rated 1000 MHz
  250000000 suspect memory clock 250 MHz below rated 1000 MHz
  250000000 suspect memory clock 250 MHz below rated 1000 MHz
  [2]

Another process on the GPU is no failure, and can be waited for:

  $ GPUBENCH_FAKE=processes=1 gpubench-fake -b toy --quick | fields status reason
  toy   3 points in #   best 102.4 MB/s toy.add   3 suspect: other work on the GPU (3)
  suspect 1 other compute process on the GPU
  suspect 1 other compute process on the GPU
  suspect 1 other compute process on the GPU
  $ GPUBENCH_FAKE=processes=1,leave=0.5 gpubench-fake -b toy --quick --wait-idle 30 | fields status reason
  ok 
  ok 
  ok 

A GPU that others keep busy:

  $ GPUBENCH_FAKE=processes=-1,busy=80 gpubench-fake -b toy --quick | fields status reason
  toy   3 points in #   best 102.4 MB/s toy.add   3 suspect: other work on the GPU (3)
  suspect the GPU was busy with other work (80 %) before the first launch
  suspect the GPU was busy with other work (80 %) before the first launch
  suspect the GPU was busy with other work (80 %) before the first launch
