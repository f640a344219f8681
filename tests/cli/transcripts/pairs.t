Runs over several GPUs on the fake device.

  $ mkdir plugins; ln -s "$PWD/build/tests/plugins/toy_pair.so" plugins

One GPU: every row says what it needs:

  $ GPUBENCH_PLUGIN_PATH=plugins gpubench-fake -b toy_pair --quick | fields point status reason
  toy_pair   3 points   3 skipped: needs a second GPU, and this run has one
  op=copy skipped needs a second GPU, and this run has one
  op=both skipped needs a second GPU, and this run has one
  op=kernel skipped needs a second GPU, and this run has one

One GPU of three:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick -d 1 | fields reason
  toy_pair   3 points   3 skipped: needs a second GPU, and this run has one
  needs a second GPU, and this run has one
  needs a second GPU, and this run has one
  needs a second GPU, and this run has one

Three GPUs: every point, every pair:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --every-point | fields point status | sort | uniq -c
        6 op=both ok
        6 op=copy ok
        6 op=kernel ok

All at once: pairs are skipped:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick --concurrent | fields point status | sort | uniq -c
  gpubench: toy_pair: 1 of 3 points are measured for all 6 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
  GPU 0 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
  GPU 1 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
  GPU 2 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
        3 op=both skipped
        6 op=copy skipped
        3 op=kernel skipped

Eight GPUs: 56 pairs of one point, 8 of two:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=8 gpubench-fake -b toy_pair --quick | fields point status | sort | uniq -c
  gpubench: toy_pair: 1 of 3 points are measured for all 56 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
        8 op=both ok
       56 op=copy ok
        8 op=kernel ok

A deadline that is too early is told:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=8 gpubench-fake -b toy_pair --quick --plan --deadline 1
  gpubench: toy_pair: 1 of 3 points are measured for all 56 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
  all GPUs          points   roofs   seconds
  toy_pair              72      56        63
  
  all points        points   roofs   seconds
  GPU 0                  9       7         8
  GPU 1                  9       7         8
  GPU 2                  9       7         8
  GPU 3                  9       7         8
  GPU 4                  9       7         8
  GPU 5                  9       7         8
  GPU 6                  9       7         8
  GPU 7                  9       7         8
  
  about 63 s, one GPU after another; --deadline ends it after 1 s, with a failed row for each point that is left

A plan of nothing:

  $ GPUBENCH_PLUGIN_PATH=plugins gpubench-fake --plan
  gpubench: nothing to run: name benchmarks with -b, or use --all; see gpubench --help
  [1]

Links are down: they are named:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=2,linksdown=3 gpubench-fake -b toy_pair --quick | fields status reason
  GPU 0 toy_pair   3 points in #   best 30.29 GB/s toy_pair.copy   3 suspect: the benchmark's own doubt (3)
  GPU 1 toy_pair   3 points in #   best 30.29 GB/s toy_pair.copy   3 suspect: the benchmark's own doubt (3)
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2
