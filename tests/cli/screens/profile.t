$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel            limited by                 % of roof  possible gain
  1  cache_..read_u4   dram.read or l2.read          66.9 %              -
  2  cache_read_cg_u8  l2.read_common or l2.read     50.4 %              -
  3  cache_..read_u8   l2.read_common or l2.read     36.0 %              -
  4  cache_..write_u8  dram.write or l2.read         45.8 %              -

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s     66.9 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s     50.4 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s     36.0 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv --roofs h100.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel            limited by                 % of roof  possible gain
  1  cache_..read_u4   dram.read or l2.read          66.9 %              -
  2  cache_read_cg_u8  l2.read_common or l2.read     50.4 %              -
  3  cache_..read_u8   l2.read_common or l2.read     36.0 %              -
  4  cache_..write_u8  dram.write or l2.read         45.8 %              -

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s     66.9 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s     50.4 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s     36.0 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 16.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 16 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 16 GPUs, driver 580.159.04

  #  kernel            limited by                 % of roof  possible gain
  1  cache_..read_u4   dram.read or l2.read          68.3 %              -
  2  cache_read_cg_u8  l2.read_common or l2.read     51.0 %              -
  3  cache_..read_u8   l2.read_common or l2.read     36.4 %              -
  4  cache_..write_u8  dram.write or l2.read         45.8 %              -

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 16 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 16 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s     68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.81 TB/s     51.0 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.81 TB/s     36.4 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 100.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 100 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 100 GPUs, driver 580.159.04

  #  kernel            limited by                 % of roof  possible gain
  1  cache_..read_u4   dram.read or l2.read          68.3 %              -
  2  cache_read_cg_u8  l2.read_common or l2.read     50.8 %              -
  3  cache_..read_u8   l2.read_common or l2.read     36.3 %              -
  4  cache_..write_u8  dram.write or l2.read         45.8 %              -

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 100 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 100 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s     68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.90 TB/s     50.8 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.90 TB/s     36.3 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 1000.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 1000 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 1000 GPUs, driver 580.159.04

  #  kernel            limited by                 % of roof  possible gain
  1  cache_..read_u4   dram.read or l2.read          68.3 %              -
  2  cache_read_cg_u8  l2.read_common or l2.read     50.9 %              -
  3  cache_..read_u8   l2.read_common or l2.read     36.3 %              -
  4  cache_..write_u8  dram.write or l2.read         45.8 %              -

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 1000 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 1000 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s     68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.86 TB/s     50.9 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.86 TB/s     36.3 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/overlap-h200.csv --roofs h200.csv   # would save
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel            share  limited by  % of roof  possible gain  verdict
  1  overlap_all_s1   33.4 %  dram.copy      98.8 %       25.00 µs  at its roof
  2  overlap_memory   33.3 %  dram.copy      98.9 %       21.47 µs  at its roof
  3  overlap_all_s16  33.2 %  dram.copy      99.3 %       14.79 µs  at its roof

3 kernels, 12 launches, 6.069 ms; running at their roofs would save 61.26 µs
    (1.0 %)
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel           grid x block      time   share  limited by        roof  % of roof  possible gain  verdict
  1  overlap_all_s1   262144 x 128  2.028 ms  33.4 %  dram.copy   4.288 TB/s     98.8 %       25.00 µs  at its roof
  2  overlap_memory   262144 x 128  2.024 ms  33.3 %  dram.copy   4.288 TB/s     98.9 %       21.47 µs  at its roof
  3  overlap_all_s16  262144 x 128  2.017 ms  33.2 %  dram.copy   4.288 TB/s     99.3 %       14.79 µs  at its roof

3 kernels, 12 launches, 6.069 ms; running at their roofs would save 61.26 µs (1.0 %)
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/torch-h100.csv --roofs h100.csv   # would save
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000,
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
Roofs: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000,
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04

  #  kernel                            limited by   % of roof  possible gain
  1  sm90_xmma_gemm_f32f32_tf..cublas  tensor.tf32     93.5 %       199.6 µs
  2  nvjet_sm90_tst_320x128_6..pB_NNT  tensor.bf16     93.6 %       100.3 µs
  3  nvjet_sm90_hsh_320x128_6..pB_NNT  tensor.fp16     93.9 %       94.90 µs
  4  multi_tensor_apply_kerne..oat *>  dram.triad      82.2 %       119.1 µs
  5  sm90_xmma_fprop_implicit.._cudnn  tensor.fp16     94.0 %       20.87 µs
  6  cunn_SoftMaxForwardReg<f..ng, 8>  dram.copy       51.0 %       162.8 µs
  7  vectorized_layer_norm_ke..at, 0>  dram.triad      90.1 %       27.56 µs
  8  cudnn_generated_fort_nat..nel0_0  tensor.bf16     47.2 %       99.75 µs

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms
    (11.8 %); --explain says what would help
gpubench: not shown: 14 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H100 80GB HBM3, board
    695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
Roofs: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04

  #  kernel                                time   share  limited by   % of roof  possible gain  verdict
  1  sm90_xmma_gemm_f32f32_tf..cublas  3.060 ms  34.6 %  tensor.tf32     93.5 %       199.6 µs  at its roof
  2  nvjet_sm90_tst_320x128_6..pB_NNT  1.569 ms  17.7 %  tensor.bf16     93.6 %       100.3 µs  at its roof
  3  nvjet_sm90_hsh_320x128_6..pB_NNT  1.567 ms  17.7 %  tensor.fp16     93.9 %       94.90 µs  at its roof
  4  multi_tensor_apply_kerne..oat *>  668.4 µs   7.6 %  dram.triad      82.2 %       119.1 µs  near its roof
  5  sm90_xmma_fprop_implicit.._cudnn  345.2 µs   3.9 %  tensor.fp16     94.0 %       20.87 µs  at its roof
  6  cunn_SoftMaxForwardReg<f..ng, 8>  332.4 µs   3.8 %  dram.copy       51.0 %       162.8 µs  far from every roof
  7  vectorized_layer_norm_ke..at, 0>  277.6 µs   3.1 %  dram.triad      90.1 %       27.56 µs  at its roof
  8  cudnn_generated_fort_nat..nel0_0  188.9 µs   2.1 %  tensor.bf16     47.2 %       99.75 µs  far from every roof

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms (11.8 %); --explain says what would help
gpubench: not shown: 14 rows (--rows), columns (--wide)
