Points of an earlier run.

  $ gpubench-fake -b toy --quick -o earlier.csv
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256

--points has the shapes that were found:

  $ gpubench-fake -b toy --points earlier.csv | fields point
  op=double,block=256
  op=add,parts=1,block=256
  op=add,parts=4,block=256

--work is said in every row:

  $ gpubench-fake -b toy --points earlier.csv --work 5% | fields point status reason
  toy   3 points in #   best 102.4 MB/s toy.add   3 suspect: the benchmark's own doubt (3)
  op=double,block=256 suspect launches did 0.05 of their usual work
  op=add,parts=1,block=256 suspect launches did 0.05 of their usual work
  op=add,parts=4,block=256 suspect launches did 0.05 of their usual work

--launches measures nothing:

  $ gpubench-fake -b toy --points earlier.csv --launches 3 | fields point metric value status reason
  op=double,block=256   skipped launched 3 times and not measured
  op=double,block=256 launch_bytes 2048 skipped launched 3 times and not measured
  op=double,block=256 launch_ops 0 skipped launched 3 times and not measured
  op=add,parts=1,block=256   skipped launched 3 times and not measured
  op=add,parts=1,block=256 launch_bytes 512 skipped launched 3 times and not measured
  op=add,parts=1,block=256 launch_ops 0 skipped launched 3 times and not measured
  op=add,parts=4,block=256   skipped launched 3 times and not measured
  op=add,parts=4,block=256 launch_bytes 2048 skipped launched 3 times and not measured
  op=add,parts=4,block=256 launch_ops 0 skipped launched 3 times and not measured

--launches has the exact metrics, and no conclusions:

  $ gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick -o curve.csv 2>/dev/null
  $ gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick --points curve.csv --launches 1 | fields metric
  
  launch_bytes
  launch_ops
  words
  
  launch_bytes
  launch_ops
  words
  
  launch_bytes
  launch_ops
  words

--points of another benchmark:

  $ gpubench-fake -b skeleton --points earlier.csv
  gpubench: earlier.csv: has no measured point of the benchmarks to run
  [1]

--points and -a:

  $ gpubench-fake -b toy --points earlier.csv -a op=add
  gpubench: --points chooses the points: -a and --every-point cannot be combined with it
  [1]
  $ sed 's/block=256/block=257/' earlier.csv >changed.csv

--points this program does not have:

  $ gpubench-fake -b toy --points changed.csv
  gpubench: changed.csv: line 2: 'op=double,block=257' is not a complete point of toy here
  [1]
  $ sed 's/,block=256//' earlier.csv >changed.csv

--points that are not whole:

  $ gpubench-fake -b toy --points changed.csv
  gpubench: changed.csv: line 2: 'op=double' is not a complete point of toy here
  [1]
