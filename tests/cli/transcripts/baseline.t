--max-drop against a baseline: what is missing is no pass.

  $ gpubench-fake -b toy --quick -o good.csv
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256
  $ GPUBENCH_FAKE=computes=0 gpubench-fake -b toy --quick -o dead.csv
  gpubench: GPU 0: toy op=double: failed: verify: word 0: got 4294967295, expected 0
  gpubench: GPU 0: toy op=add,parts=1: failed: verify: word 0: got 4294967295, expected 7
  gpubench: ... and 1 more point: the same
  toy   3 points in #   3 failed
  gpubench: 3 rows failed, which is why the exit status is 2; the first: toy op=double: verify: word 0: got 4294967295, expected 0
  [2]

--max-drop and a GPU that is dead, by the baseline:

  $ gpubench-fake compare dead.csv --baseline good.csv --max-drop 5%
  Against good.csv: 0 worse, 0 better, 0 unchanged, 0 undecided, 0 without a baseline (margin 1 %; in intervals, + is better)
  
  Not measured, failed or throttled
    host  GPU                                       PCI           what
    host  GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0  3 rows failed, first toy op=double: verify: word 0: got 4294967295, expected 0
  
  Fake GPU, board 900-FAKE0-0000-000: 1 GPU on 1 host
    roof  GPUs  median  robust sd  worst  best  slow  fast
  
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 5 % at least
  No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference
  gpubench: --max-drop 5%: 0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) 3 measurements failed, first toy op=double: verify: word 0: got 4294967295, expected 0, and 1 more
  gpubench: no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add is not measured
  [2]
  $ gpubench-fake -b skeleton --quick -o other.csv
  skeleton   2 points   2 skipped: the free device memory holds 16777216 bytes of working set at most

--max-drop and a roof that was not asked for:

  $ gpubench-fake compare other.csv --baseline good.csv --max-drop 5%
  gpubench: the runs differ in points of their plans (2, 3)
  Against good.csv: 0 worse, 0 better, 0 unchanged, 0 undecided, 0 without a baseline (margin 1 %; in intervals, + is better)
  
  Fake GPU, board 900-FAKE0-0000-000: 1 GPU on 1 host
    roof  GPUs  median  robust sd  worst  best  slow  fast
  
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 5 % at least
  No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference
  gpubench: --max-drop 5%: 0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add is not measured
  [2]

The file of a killed run ends between two rows, so it is complete; the missing rows are in the plan.

  $ head -3 good.csv >killed.csv

--max-drop and a run that was killed, of which all roofs are there:

  $ gpubench-fake compare killed.csv --baseline good.csv --max-drop 95%
  Against good.csv: 1 worse, 0 better, 0 unchanged, 0 undecided, 0 without a baseline (margin 1 %; in intervals, + is better)
    roof         before         now         change             interval  verdict  from      host  GPU                                       PCI
    toy.add  102.4 MB/s  25.60 MB/s  75.00 % worse  -75.06 ... -74.94 %  changed  this GPU  host  GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0
  
  Not measured, failed or throttled
    host  GPU                                       PCI           what
    host  GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0  cut short: rows of 2 of 3 points (run #)
  
  Fake GPU, board 900-FAKE0-0000-000: 1 GPU on 1 host
    roof     GPUs      median  robust sd   worst    best  slow  fast
    toy.add     1  25.60 MB/s          -  +0.0 %  +0.0 %     -     -
  
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 95 % at least
  No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference
  gpubench: --max-drop 95%: 1 of 1 roof judged; OK: 1 GPU of host matches its baseline
  gpubench: note: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) the run was cut short: rows of 2 of 3 points (run #)
  $ gpubench-fake -b toy --quick --resume killed.csv
  gpubench: killed.csv: 2 points are kept, 1 measured anew
  toy   1 point in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256

And one that was resumed:

  $ gpubench-fake compare killed.csv --baseline good.csv --max-drop 95%
  Against good.csv: 0 worse, 0 better, 1 unchanged, 0 undecided, 0 without a baseline (margin 1 %; in intervals, + is better)
    roof         before         now  change           interval  verdict    from      host  GPU                                       PCI
    toy.add  102.4 MB/s  102.4 MB/s  0.00 %  -0.24 ... +0.24 %  unchanged  this GPU  host  GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0
  
  Fake GPU, board 900-FAKE0-0000-000: 1 GPU on 1 host
    roof     GPUs      median  robust sd   worst    best  slow  fast
    toy.add     1  102.4 MB/s          -  +0.0 %  +0.0 %     -     -
  
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 95 % at least
  No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference
  gpubench: --max-drop 95%: 1 of 1 roof judged; OK: 1 GPU of host matches its baseline
