`gpubench profile` without a program.

No program:

  $ gpubench-fake profile
  gpubench: no program: gpubench profile -- PROGRAM ARGUMENTS..., or --from FILE
  [1]

Both:

  $ gpubench-fake profile --from x.csv -- true
  gpubench: 'true': --from reads an earlier profile, and runs no program; of a program it is a number of seconds
  [1]

Or of its ranges:

  $ gpubench-fake profile --from x.csv --profiler-start
  gpubench: --cache-control, --nvtx, --profiler-start and --keep need a program: they cannot be combined with --from
  [1]

A filter of what is read:

  $ gpubench-fake profile --from x.csv --launch-skip 2
  gpubench: --kernel, --launch-skip, --launch-count and --ncu are for ncu, which does not run for a CSV
  [1]

Caches:

  $ gpubench-fake profile --cache-control some -- true
  gpubench: --cache-control 'some': expected all or none
  [1]

A picture of another kind:

  $ gpubench-fake profile --plot x.gif -- true
  gpubench: x.gif: expected a name that ends in .svg, .png or .pdf
  [1]

Which is said, with the metrics that would tell, by both names:

  $ gpubench-fake profile --from tests/data/ncu/cache-h200.csv --roofs results/h200-sxm/all.csv
  gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  
    #  kernel                 grid x block  launches      time   share  limited by                       roof  % of roof  possible gain  verdict
    1  cache_shared_read_u4     132 x 1024         6  8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s     66.9 %              -  unknown
    2  cache_read_cg_u8         132 x 1024         4  2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s     50.4 %              -  unknown
    3  cache_shared_read_u8     132 x 1024         2  1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s     36.0 %              -  unknown
    4  cache_shared_write_u8     132 x 256         2  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s     45.8 %              -  unknown
    5  cache_read_cg_u8         264 x 1024         2  812.7 µs   5.1 %  l2.read_common or l2.read  26.12 TB/s     83.5 %              -  unknown
    6  cache_sided_read         132 x 1024         2  496.9 µs   3.1 %  l2.read_common or l2.read  26.12 TB/s     34.1 %              -  unknown
  
  The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum
  
  6 kernels, 18 launches, 15.90 ms

A survey explains no kernel:

  $ gpubench-fake profile --survey --explain -- true
  gpubench: --explain needs counters, and --survey takes none
  [1]
