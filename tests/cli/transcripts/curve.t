Rows that belong together: metrics of a point, and conclusions from all points.

Each GPU concludes from its own rows, after all that was measured:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick | fields device roof
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  0 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  1 
  0 toy.best
  1 toy.best

Points of another quantity:

  $ gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick -a what=rate,time -a size=64 | fields point metric unit
  size=64,what=rate,end=well bandwidth B/s
  size=64,what=rate,end=well words 1
  size=64,what=rate,end=well moved B/s
  size=64,what=rate,end=well cost s
  size=64,what=time,end=well time s
  size=64 bandwidth B/s

Nothing to conclude:

  $ gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick -a end=empty | fields metric
  bandwidth
  words
  moved
  cost
  bandwidth
  words
  moved
  cost
  bandwidth
  words
  moved
  cost

A crash over the conclusions, it costs a failed row, and no other:

  $ gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick -a end=crash | fields status
  gpubench: GPU 0: toy_curve : failed: while it drew conclusions from its rows, the worker was ended by signal 11 (Segmentation fault)
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  ok
  failed
  [2]

Points without a value have no metrics:

  $ GPUBENCH_FAKE=computes=0 gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick | fields metric status
  gpubench: GPU 0: toy_curve size=64,what=rate,end=well: failed: verify: word 0 is 4294967295
  gpubench: ... and 2 more points: the same
  toy_curve   3 points in #   3 failed
   failed
   failed
   failed
  [2]
