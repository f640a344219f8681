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

Rows that belong together: a point's metrics, and conclusions. A launch of 20 µs and 64, 128 and 256 words of 8 bytes.

  $ echo 'command gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve --quick "$@"' >quick
  $ . ./quick --json whole.json -o whole.csv 2>/dev/null; fields variant point metric unit value roof status <whole.csv
  default size=64,what=rate,end=well bandwidth B/s 25600000  ok
  default size=64,what=rate,end=well words 1 64  ok
  default size=64,what=rate,end=well moved B/s 51200000  ok
  default size=64,what=rate,end=well cost s 3.125e-07  ok
  default size=128,what=rate,end=well bandwidth B/s 51200000  ok
  default size=128,what=rate,end=well words 1 128  ok
  default size=128,what=rate,end=well moved B/s 102400000  ok
  default size=128,what=rate,end=well cost s 1.5625e-07  ok
  default size=256,what=rate,end=well bandwidth B/s 102400000  ok
  default size=256,what=rate,end=well words 1 256  ok
  default size=256,what=rate,end=well moved B/s 204800000  ok
  default size=256,what=rate,end=well cost s 7.8125e-08  ok
   size=256 bandwidth B/s 102400000 toy.best ok

A conclusion says how it was found, and has its limit. An exact number has no samples. In JSON, samples go with the point's own value.

  $ fields reason limit fraction <whole.csv | tail -1; fields samples lo <whole.csv | sed -n 2p
  the best of 12 rows on 4 SMs 1e+09 0.1024
   
  $ grep -c '"metric"' whole.json; grep -c '"raw"' whole.json
  13
  3

--strict and a metric alone that is suspect, also of the run that is resumed:

  $ . ./quick -a size=64 -a end=beyond --strict -o beyond.csv
  toy_curve   1 point in #   best 25.60 MB/s   1 suspect: better than the limit (1)
  [2]
  $ fields metric status <beyond.csv
  bandwidth ok
  words ok
  moved suspect
  cost ok
  $ . ./quick -a size=64 -a end=beyond --strict --resume beyond.csv
  gpubench: beyond.csv: 1 points are kept, 0 measured anew
  [2]
  $ . ./quick -a size=64 -a end=beyond --resume beyond.csv
  gpubench: beyond.csv: 1 points are kept, 0 measured anew
  $ . ./quick -a size=64 -a end=beyond -v 2>&1 >/dev/null | grep 'suspect: '
  gpubench: GPU 0: toy_curve size=64,what=rate,end=beyond: suspect: 5119999900.02 % better than the physical limit, so the limit itself is doubtful
  toy_curve   1 point in #   best 25.60 MB/s   1 suspect: better than the limit (1)

An invalid number, and a failure that the plug-in does not state, are reported in a failed row, and by a dry run:

  $ for end in uncounted twins unfound unfounded; do . ./quick -a size=64 -a end=$end 2>/dev/null | fields status reason | grep failed; gpubench --plugin build/tests/plugins/toy_curve.so -b toy_curve --dry-run -a size=64 -a end=$end | grep WRONG; done
  failed metrics: 'words' is nan
          WRONG: metrics: 'words' is nan
  failed metrics: two are named 'moved'
          WRONG: metrics: two are named 'moved'
  failed finding bandwidth is nan, and no remark says why
          WRONG: conclude: number 1: finding bandwidth is nan, and no remark says why
  failed finding bandwidth names a row that conclude() was not given
          WRONG: conclude: number 1: finding bandwidth names a row that conclude() was not given
  [2]
  $ gpubench --plugin build/tests/plugins/toy_curve.so -b toy_curve --dry-run -a size=64 -a end=wild | grep -o 'WRONG: finding of conclude'
  WRONG: finding of conclude
  [2]

Wherever a file is cut, it is completed to its original contents:

  $ size=$(stat -c %s whole.csv); for part in 1 2 3 4 5 6 7 8 9; do head -c $((size * part / 9 - (part == 9) * 3)) whole.csv >cut.csv; . ./quick --resume cut.csv 2>/dev/null; cmp <(fields variant point metric unit value roof status <cut.csv) <(fields variant point metric unit value roof status <whole.csv); done

What is whole stays byte for byte:

  $ cp whole.csv again.csv; . ./quick --resume again.csv; cmp whole.csv again.csv
  gpubench: again.csv: 3 points are kept, 0 measured anew

A load that lasts is for points that set a roof. Idle power is what is drawn before; a card that does not tell its power has none.

  $ GPUBENCH_FAKE=power=200,sleep=0.01 gpubench-fake -b toy --quick -a op=add,double -a parts=1 --sustained 2 2>/dev/null | fields point roof metric unit axis power_w fraction
  op=double,block=256  bandwidth B/s op 200 0.5
  op=add,parts=1,block=256 toy.add bandwidth B/s parts 200 0.5
  op=add,parts=1,block=256  idle_power W parts  
  op=add,parts=1,block=256  sustained_bandwidth B/s seconds 200 0.5
  op=add,parts=1,block=256  sustained_bandwidth B/s seconds 200 0.5
  $ gpubench-fake -b toy --quick -a op=add -a parts=1 --sustained 0.1 2>/dev/null | fields metric
  bandwidth
  sustained_bandwidth
