Dry runs that are refused.

A model in a measurement:

  $ gpubench -b dram --model x
  gpubench: --model needs --dry-run: a measurement runs the real kernels
  [1]

Of nothing:

  $ gpubench --dry-run
  gpubench: nothing to run: name benchmarks with -b, or use --all; see gpubench --help
  [1]

Of none:

  $ gpubench --dry-run -b nonsense
  gpubench: no benchmark 'nonsense'; gpubench --list shows them all
  [1]

Without one it says so:

  $ GPUBENCH_FAKE=devices=0 gpubench-fake -b toy --plan
  gpubench: no CUDA device: the driver (CUDA 12.8) finds no GPU; --device host measures this host's processors; --plan=90 plans for a GPU of compute capability 9.0
  [2]

A GPU that is here cannot be combined with one that is not:

  $ gpubench --all --plan=90 -d 0
  gpubench: --plan=CC needs no GPU: --device cannot be combined with it
  [1]

Of no capability:

  $ gpubench --dry-run=new -b dram
  gpubench: --dry-run=new: not the compute capability of a GPU, such as 90 or 9.0
  [1]

An axis of none:

  $ gpubench --dry-run -b dram -a nonsense=3
  gpubench: no axis 'nonsense': dram has op, reads, vec, unroll, hint, block, grid, skew, stripes
  [1]
