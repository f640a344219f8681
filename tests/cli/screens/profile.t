$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                  share  limited by                 of roof  verdict
  1  cache_shared_read_u4   51.8 %  dram.read or l2.read        66.9 %  unknown
  2  cache_read_cg_u8       16.9 %  l2.read_common or l2.read   50.4 %  unknown
  3  cache_shared_read_u8   11.9 %  l2.read_common or l2.read   36.0 %  unknown
  4  cache_shared_write_u8  11.2 %  dram.write or l2.read       45.8 %  unknown
  5  cache_read_cg_u8        5.1 %  l2.read_common or l2.read   83.5 %  unknown
  6  cache_sided_read        3.1 %  l2.read_common or l2.read   34.1 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s   66.9 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s   50.4 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s   36.0 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s   45.8 %              -  unknown
  5  cache_read_cg_u8       812.7 µs   5.1 %  l2.read_common or l2.read  26.12 TB/s   83.5 %              -  unknown
  6  cache_sided_read       496.9 µs   3.1 %  l2.read_common or l2.read  26.12 TB/s   34.1 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs h200.csv --roofs h100.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                  share  limited by                 of roof  verdict
  1  cache_shared_read_u4   51.8 %  dram.read or l2.read        66.9 %  unknown
  2  cache_read_cg_u8       16.9 %  l2.read_common or l2.read   50.4 %  unknown
  3  cache_shared_read_u8   11.9 %  l2.read_common or l2.read   36.0 %  unknown
  4  cache_shared_write_u8  11.2 %  dram.write or l2.read       45.8 %  unknown
  5  cache_read_cg_u8        5.1 %  l2.read_common or l2.read   83.5 %  unknown
  6  cache_sided_read        3.1 %  l2.read_common or l2.read   34.1 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.729 TB/s   66.9 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  26.12 TB/s   50.4 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  26.12 TB/s   36.0 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.712 TB/s   45.8 %              -  unknown
  5  cache_read_cg_u8       812.7 µs   5.1 %  l2.read_common or l2.read  26.12 TB/s   83.5 %              -  unknown
  6  cache_sided_read       496.9 µs   3.1 %  l2.read_common or l2.read  26.12 TB/s   34.1 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 16.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 16 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 16 GPUs, driver 580.159.04

  #  kernel                  share  limited by                 of roof  verdict
  1  cache_shared_read_u4   51.8 %  dram.read or l2.read        68.3 %  unknown
  2  cache_read_cg_u8       16.9 %  l2.read_common or l2.read   51.0 %  unknown
  3  cache_shared_read_u8   11.9 %  l2.read_common or l2.read   36.4 %  unknown
  4  cache_shared_write_u8  11.2 %  dram.write or l2.read       45.8 %  unknown
  5  cache_read_cg_u8        5.1 %  l2.read_common or l2.read   84.5 %  unknown
  6  cache_sided_read        3.1 %  l2.read_common or l2.read   34.5 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 16 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 16 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s   68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.81 TB/s   51.0 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.81 TB/s   36.4 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s   45.8 %              -  unknown
  5  cache_read_cg_u8       812.7 µs   5.1 %  l2.read_common or l2.read  25.81 TB/s   84.5 %              -  unknown
  6  cache_sided_read       496.9 µs   3.1 %  l2.read_common or l2.read  25.81 TB/s   34.5 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 100.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 100 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 100 GPUs, driver 580.159.04

  #  kernel                  share  limited by                 of roof  verdict
  1  cache_shared_read_u4   51.8 %  dram.read or l2.read        68.3 %  unknown
  2  cache_read_cg_u8       16.9 %  l2.read_common or l2.read   50.8 %  unknown
  3  cache_shared_read_u8   11.9 %  l2.read_common or l2.read   36.3 %  unknown
  4  cache_shared_write_u8  11.2 %  dram.write or l2.read       45.8 %  unknown
  5  cache_read_cg_u8        5.1 %  l2.read_common or l2.read   84.2 %  unknown
  6  cache_sided_read        3.1 %  l2.read_common or l2.read   34.4 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 100 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 100 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s   68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.90 TB/s   50.8 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.90 TB/s   36.3 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s   45.8 %              -  unknown
  5  cache_read_cg_u8       812.7 µs   5.1 %  l2.read_common or l2.read  25.90 TB/s   84.2 %              -  unknown
  6  cache_sided_read       496.9 µs   3.1 %  l2.read_common or l2.read  25.90 TB/s   34.4 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/cache-h200.csv --roofs 1000.csv   # kernels,
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, median of 1000 GPUs, driver 580.159.04
Roofs: NVIDIA H200, median of 1000 GPUs, driver 580.159.04

  #  kernel                  share  limited by                 of roof  verdict
  1  cache_shared_read_u4   51.8 %  dram.read or l2.read        68.3 %  unknown
  2  cache_read_cg_u8       16.9 %  l2.read_common or l2.read   50.9 %  unknown
  3  cache_shared_read_u8   11.9 %  l2.read_common or l2.read   36.3 %  unknown
  4  cache_shared_write_u8  11.2 %  dram.write or l2.read       45.8 %  unknown
  5  cache_read_cg_u8        5.1 %  l2.read_common or l2.read   84.3 %  unknown
  6  cache_sided_read        3.1 %  l2.read_common or l2.read   34.5 %  unknown

The roof of 6 kernels is not known, because work that may be the limit was not
    counted: l2.read. Count it with gpubench profile -- PROGRAM, or add to ncu:
    --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, median of 1000 GPUs,
    driver 580.159.04
Roofs: NVIDIA H200, median of 1000 GPUs, driver 580.159.04

  #  kernel                     time   share  limited by                       roof  of roof  possible gain  verdict
  1  cache_shared_read_u4   8.239 ms  51.8 %  dram.read or l2.read       4.632 TB/s   68.3 %              -  unknown
  2  cache_read_cg_u8       2.690 ms  16.9 %  l2.read_common or l2.read  25.86 TB/s   50.9 %              -  unknown
  3  cache_shared_read_u8   1.887 ms  11.9 %  l2.read_common or l2.read  25.86 TB/s   36.3 %              -  unknown
  4  cache_shared_write_u8  1.778 ms  11.2 %  dram.write or l2.read      4.711 TB/s   45.8 %              -  unknown
  5  cache_read_cg_u8       812.7 µs   5.1 %  l2.read_common or l2.read  25.86 TB/s   84.3 %              -  unknown
  6  cache_sided_read       496.9 µs   3.1 %  l2.read_common or l2.read  25.86 TB/s   34.5 %              -  unknown

The roof of 6 kernels is not known, because work that may be the limit was not counted: l2.read. Count it with gpubench
    profile -- PROGRAM, or add to ncu: --metrics lts__t_sectors_srcunit_tex_op_read.sum

6 kernels, 18 launches, 15.90 ms
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/overlap-h200.csv --roofs h200.csv   # would save
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000,
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel            share  limited by  of roof  possible gain  verdict
  1  overlap_all_s1   33.4 %  dram.copy    98.8 %       25.00 µs  at its roof
  2  overlap_memory   33.3 %  dram.copy    98.9 %       21.47 µs  at its roof
  3  overlap_all_s16  33.2 %  dram.copy    99.3 %       14.79 µs  at its roof

3 kernels, 12 launches, 6.069 ms; running at their roofs would save 61.26 µs
    (1.0 %)
gpubench: not shown: columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board
    692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
Roofs: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04

  #  kernel           grid x block      time   share  limited by        roof  of roof  possible gain  verdict
  1  overlap_all_s1   262144 x 128  2.028 ms  33.4 %  dram.copy   4.288 TB/s   98.8 %       25.00 µs  at its roof
  2  overlap_memory   262144 x 128  2.024 ms  33.3 %  dram.copy   4.288 TB/s   98.9 %       21.47 µs  at its roof
  3  overlap_all_s16  262144 x 128  2.017 ms  33.2 %  dram.copy   4.288 TB/s   99.3 %       14.79 µs  at its roof

3 kernels, 12 launches, 6.069 ms; running at their roofs would save 61.26 µs (1.0 %)
gpubench: not shown: columns (--wide)
$ gpubench profile --from tests/data/ncu/torch-h100.csv --roofs h100.csv   # would save
--- 80 x 24
gpubench: note: these roofs may be of another card of the model, which may
    differ: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000,
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
Roofs: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000,
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04

  #  kernel                    share  limited by   of roof  verdict
  1  sm90_xmma_gemm...les...  34.6 %  tensor.tf32   93.5 %  at its roof
  2  nvjet_sm90_tst...pB_NNT  17.7 %  tensor.bf16   93.6 %  at its roof
  3  nvjet_sm90_hsh...pB_NNT  17.7 %  tensor.fp16   93.9 %  at its roof
  4  at::<unnamed>:...at:...   7.6 %  dram.triad    82.2 %  near its roof
  5  sm90_xmma_fpro...32_...   3.9 %  tensor.fp16   94.0 %  at its roof
  6  at::<unnamed>:...at,...   3.8 %  dram.copy     51.0 %  far from every roof

4  Warps wait, and no unit is busy: give each thread more independent work, or
    start loads earlier. At best: 555.0 µs instead of 668.4 µs.
6  Warps wait, and no unit is busy: give each thread more independent work, or
    start loads earlier. At best: 171.4 µs instead of 332.4 µs.
--explain shows what these estimates rest on.

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms
    (11.8 %)
gpubench: not shown: 29 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H100 80GB HBM3, board
    695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04
Roofs: NVIDIA H100 80GB HBM3, board 695-2G520-0200-000, GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1, driver 580.159.04

   #  kernel                                            share  limited by   of roof  possible gain  verdict
   1  sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tiles...  34.6 %  tensor.tf32   93.5 %       199.6 µs  at its roof
   2  nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT   17.7 %  tensor.bf16   93.6 %       100.3 µs  at its roof
   3  nvjet_sm90_hsh_320x128_64x3_1x2_h_bz_coopB_NNT   17.7 %  tensor.fp16   93.9 %       94.90 µs  at its roof
   4  at::<unnamed>::multi_tensor_apply_kernel<at:...   7.6 %  dram.triad    82.2 %       119.1 µs  near its roof
   5  sm90_xmma_fprop_implicit_gemm_f16f16_f16f32_...   3.9 %  tensor.fp16   94.0 %       20.87 µs  at its roof
   6  at::<unnamed>::cunn_SoftMaxForwardReg<float,...   3.8 %  dram.copy     51.0 %       162.8 µs  far from every roof
   7  at::<unnamed>::vectorized_layer_norm_kernel<...   3.1 %  dram.triad    90.1 %       27.56 µs  at its roof
   8  cudnn_generated_fort_native_sdpa_sm90_flash_...   2.1 %  tensor.bf16   47.2 %       99.75 µs  far from every roof
   9  at::vectorized_elementwise_kernel<4, at::Gel...   2.0 %  dram.copy     96.4 %       6.264 µs  at its roof
  10  sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tiles...   1.5 %  tensor.tf32   70.0 %       40.22 µs  near its roof
  11  cudnn::nhwcToNchwKernel<__half, __half, floa...   1.2 %  dram.copy     57.6 %       46.04 µs  far from every roof
  12  at::reduce_kernel<512, 1, at::ReduceOp<float...   1.1 %  dram.read     88.4 %       10.96 µs  near its roof
  13  cudnn::nchwToNhwcKernel<__half, __half, floa...   1.0 %  dram.copy     69.8 %       26.92 µs  near its roof
  14  nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_coopA_NNT    0.7 %  tensor.fp16   76.6 %       14.23 µs  near its roof
  15  nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT    0.7 %  tensor.bf16   76.2 %       14.40 µs  near its roof
  16  at::<unnamed>::multi_tensor_apply_kernel<at:...   0.6 %  dram.triad    58.8 %       21.61 µs  far from every roof
  17  cutlass::Kernel2<cutlass_80_tensorop_s1688ge...   0.2 %  tensor.tf32   25.9 %       16.01 µs  far from every roof
  18  nvjet_sm90_hsh_64x32_64x16_1x2_h_bz_NNT           0.1 %  l2.read       41.9 %       7.212 µs  far from every roof
  19  nvjet_sm90_tst_64x32_64x16_1x2_h_bz_NNT           0.1 %  l2.read       42.2 %       7.120 µs  far from every roof
  20  cudnn::nchwToNhwcKernel<__half, __half, floa...   0.1 %  sm                 -              -  far from every roof
  21  cublasLt::splitKreduce_kernel<32, 16, int, f...   0.1 %  dram.read     40.6 %       3.802 µs  far from every roof
  22  at::<unnamed>::multi_tensor_apply_kernel<at:...   0.0 %  l2                 -              -  far from every roof

4  Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 555.0 µs
    instead of 668.4 µs.
6  Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 171.4 µs
    instead of 332.4 µs.
7  Warps wait, and no unit is busy: give each thread more independent work, or start loads earlier. At best: 252.0 µs
    instead of 277.6 µs.
--explain shows what these estimates rest on.

22 kernels, 24 launches, 8.847 ms; running at their roofs would save 1.040 ms (11.8 %)
gpubench: not shown: 12 rows (--rows), columns (--wide)
