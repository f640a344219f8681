$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          66.9 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     50.4 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.0 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
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
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          66.9 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     50.4 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.0 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
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
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          68.3 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     51.0 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.4 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 16 GPUs,
    driver 580.159.04
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
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          68.3 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     50.8 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.3 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 100 GPUs,
    driver 580.159.04
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
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          68.3 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     50.9 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.3 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 2 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 1000 GPUs,
    driver 580.159.04
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
  #  kernel                share  limited by   % of roof  verdict
  1  sm90_..f32f32_..las  34.6 %  tensor.tf32     93.5 %  at its roof
  2  nvjet_..tst..        17.7 %  tensor.bf16     93.6 %  at its roof
  3  nvjet_..hsh..        17.7 %  tensor.fp16     93.9 %  at its roof
  4  multi_tensor_a.. *>   7.6 %  dram.triad      82.2 %  near its roof
  5  sm90_..fprop_i..dnn   3.9 %  tensor.fp16     94.0 %  at its roof
  6  cunn_SoftMaxFo.. 8>   3.8 %  dram.copy       51.0 %  far from every roof
  7  vectorized_lay.. 0>   3.1 %  dram.triad      90.1 %  at its roof
  8  cudnn_generate..0_0   2.1 %  tensor.bf16     47.2 %  far from every roof

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms
    (11.8 %); --explain says what would help
gpubench: not shown: 14 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H100 80GB HBM3, board
    695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
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
$ gpubench profile --from tests/data/ncu/torch-h100.csv --roofs h100.csv --explain   # would save
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000,
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
  #  kernel                share  limited by   % of roof  verdict
  1  sm90_..f32f32_..las  34.6 %  tensor.tf32     93.5 %  at its roof
  2  nvjet_..tst..        17.7 %  tensor.bf16     93.6 %  at its roof
  3  nvjet_..hsh..        17.7 %  tensor.fp16     93.9 %  at its roof
  4  multi_tensor_a.. *>   7.6 %  dram.triad      82.2 %  near its roof
  5  sm90_..fprop_i..dnn   3.9 %  tensor.fp16     94.0 %  at its roof

4  multi_tensor_apply_kernel<FusedOptimizerTensorL..const..const..: 668.4 µs;
    82.2 % of dram.triad, then 26.6 % of l2.write; 48 % of the warps; near its
    roof.
   - Warps wait, and no unit is busy: give each thread more independent work,
    or start loads earlier. At best: 555.0 µs instead of 668.4 µs.
       counted: long_scoreboard is 83 % of the stalls

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms
    (11.8 %)
gpubench: not shown: 60 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H100 80GB HBM3, board
    695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
  #  kernel                                time   share  limited by   % of roof  possible gain  verdict
  1  sm90_xmma_gemm_f32f32_tf..cublas  3.060 ms  34.6 %  tensor.tf32     93.5 %       199.6 µs  at its roof
  2  nvjet_sm90_tst_320x128_6..pB_NNT  1.569 ms  17.7 %  tensor.bf16     93.6 %       100.3 µs  at its roof
  3  nvjet_sm90_hsh_320x128_6..pB_NNT  1.567 ms  17.7 %  tensor.fp16     93.9 %       94.90 µs  at its roof
  4  multi_tensor_apply_kerne..oat *>  668.4 µs   7.6 %  dram.triad      82.2 %       119.1 µs  near its roof
  5  sm90_xmma_fprop_implicit.._cudnn  345.2 µs   3.9 %  tensor.fp16     94.0 %       20.87 µs  at its roof
  6  cunn_SoftMaxForwardReg<f..ng, 8>  332.4 µs   3.8 %  dram.copy       51.0 %       162.8 µs  far from every roof
  7  vectorized_layer_norm_ke..at, 0>  277.6 µs   3.1 %  dram.triad      90.1 %       27.56 µs  at its roof
  8  cudnn_generated_fort_nat..nel0_0  188.9 µs   2.1 %  tensor.bf16     47.2 %       99.75 µs  far from every roof

4  multi_tensor_apply_kernel<FusedOptimizerTensorL..const..const..: 668.4 µs; 82.2 % of dram.triad, then 26.6 % of
    l2.write; 48 % of the warps; near its roof.
   - Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 555.0
    µs instead of 668.4 µs.
       counted: long_scoreboard is 83 % of the stalls

6  cunn_SoftMaxForwardReg<float, float, float, Sof..ogue, long, 8>: 332.4 µs; 51.0 % of dram.copy, then 19.0 % of
    l2.write; 49 % of the warps; far from every roof.
   - Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 171.4
    µs instead of 332.4 µs.
       counted: not_selected is 21 % of the stalls

8  cudnn_generated_fort_native_sdpa_sm90_flash_fpr..x1x1_kernel0_0: 188.9 µs; 47.2 % of tensor.bf16, then 23.3 % of
    l2.read; 14 % of the warps; far from every roof.
   - Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 98.26
    µs instead of 188.9 µs.
       counted: barrier is 19 % of the stalls

10  sm90_xmma_gemm_f32f32_tf32f32_..tilesize128x128..oupsize1x1x1..: 134.3 µs; 70.0 % of tensor.tf32, then 62.2 % of
    l2.read; 18 % of the warps; near its roof.
   - Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 101.1
    µs instead of 134.3 µs.
       counted: long_scoreboard is 33 % of the stalls

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms (11.8 %)
gpubench: not shown: 54 rows, 2 lines (--rows), columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv --explain   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  #  kernel             share  limited by                 % of roof  verdict
  1  cache_..read_u4   51.8 %  dram.read or l2.read          66.9 %  unknown
  2  cache_read_cg_u8  16.9 %  l2.read_common or l2.read     50.4 %  unknown
  3  cache_..read_u8   11.9 %  l2.read_common or l2.read     36.0 %  unknown
  4  cache_..write_u8  11.2 %  dram.write or l2.read         45.8 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 8 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  #  kernel                     time   share  limited by                       roof  % of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s     66.9 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s     50.4 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s     36.0 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s     45.8 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: 8 rows (--rows), columns (--wide)
$ gpubench profile --from tests/data/nsys/cuda_gpu_trace-2025.csv --roofs h200.csv   # GPU 0 the least
--- 80 x 24
Where the time goes

2 GPUs and 1 process together:

  #  kernel          launches      time   share  GPUs                on one
  1  copy<float, 4>         2  3.000 ms  75.0 %     2  1.000 ms to 2.000 ms
  2  chains                 1  1.000 ms  25.0 %     1  1.000 ms to 1.000 ms

  GPU  model        launches      span  at work  limited by launches
  0    NVIDIA H200         2  7.000 ms   57.1 %                0.0 %
  1    NVIDIA H200         1  1.500 ms  100.0 %                0.0 %
2 GPUs are at work 57.1 % to 100.0 % of their time, GPU 0 the least
gpubench: not shown: 5 rows (--rows), columns (--wide)
--- 120 x 40
Where the time goes

2 GPUs and 1 process together:

  #  kernel          grid x block  launches      time   share      mean  shortest   longest  GPUs                on one
  1  copy<float, 4>      64 x 256         2  3.000 ms  75.0 %  1.500 ms  1.000 ms  2.000 ms     2  1.000 ms to 2.000 ms
  2  chains            8x4 x 32x8         1  1.000 ms  25.0 %  1.000 ms  1.000 ms  1.000 ms     1  1.000 ms to 1.000 ms

  GPU  model        launches      span  at work  limited by launches
  0    NVIDIA H200         2  7.000 ms   57.1 %                0.0 %
  1    NVIDIA H200         1  1.500 ms  100.0 %                0.0 %
2 GPUs are at work 57.1 % to 100.0 % of their time, GPU 0 the least
gpubench: not shown: 5 rows (--rows)
$ gpubench profile --from tests/data/nsys/gputrace-2022.csv   # at work
--- 80 x 24
Where the time goes

  #  kernel          grid x block  launches      time    share      mean
  1  copy<float, 4>      64 x 256         1  2.000 ms  100.0 %  2.000 ms

  copies              number     bytes      time        rate  roof  % of roof
  pageable to device       1  64.00 MB  1.000 ms  64.00 GB/s  -             -
  fills                    1  1.000 MB  500.0 µs  2.000 GB/s  -             -

GPU 0, NVIDIA A100-SXM4-40GB: 1 launch in 4.500 ms, at work 77.8 % of it; idle
    1.000 ms in 1 gap
gpubench: not shown: columns (--wide)
--- 120 x 40
Where the time goes

  #  kernel          grid x block  launches      time    share      mean  shortest   longest
  1  copy<float, 4>      64 x 256         1  2.000 ms  100.0 %  2.000 ms  2.000 ms  2.000 ms

  copies              number     bytes      time        rate  roof  % of roof
  pageable to device       1  64.00 MB  1.000 ms  64.00 GB/s  -             -
  fills                    1  1.000 MB  500.0 µs  2.000 GB/s  -             -

GPU 0, NVIDIA A100-SXM4-40GB: 1 launch in 4.500 ms, at work 77.8 % of it; idle 1.000 ms in 1 gap
$ gpubench profile --from tests/data/nsys/cuda_gpu_kern_sum-2025.csv   # launches
--- 80 x 24
Where the time goes

#  kernel          grid x block  launches      time   share      mean   longest
1  copy<float, 4>       unknown         3  3.000 ms  75.0 %  1.000 ms  1.200 ms
2  chains               unknown         1  1.000 ms  25.0 %  1.000 ms  1.000 ms

GPU unknown: 4 launches; span and gaps: unknown
gpubench: not shown: columns (--wide)
--- 120 x 40
Where the time goes

  #  kernel          grid x block  launches      time   share      mean  shortest   longest
  1  copy<float, 4>       unknown         3  3.000 ms  75.0 %  1.000 ms  900.0 µs  1.200 ms
  2  chains               unknown         1  1.000 ms  25.0 %  1.000 ms  1.000 ms  1.000 ms

GPU unknown: 4 launches; span and gaps: unknown
