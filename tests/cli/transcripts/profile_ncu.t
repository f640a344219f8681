`gpubench profile` of a program, with an imitation of ncu.

Roofs of this GPU, of another card of its board, and of another board:

  $ cat >roofs <<'END'
  > import csv, sys
  > rows = list(csv.DictReader(open("tests/data/every-roof.csv", encoding="utf-8")))
  > out = csv.DictWriter(sys.stdout, list(rows[0]) + ["board"])
  > out.writeheader()
  > for row in rows:
  >     out.writerow(row | {"gpu_uuid": sys.argv[1], "gpu_name": "Fake GPU", "board": sys.argv[2]})
  > END
  $ mkdir -p found/deeper path tmp; echo 'not,a,result' >found/noise.csv
  $ python3 roofs GPU-a0000000-1111-2222-3333-444444444444 900-FAKE0-0000-000 >found/deeper/own.csv
  $ python3 roofs GPU-other 900-FAKE0-0000-000 >other.csv; python3 roofs GPU-else 900-ELSE >else.csv

What ncu prints: 4e9 bytes read in a millisecond, the roof of dram.read; and 6e9 FMAs in a fifth of a millisecond, the
roof of fp32.

  $ cat >ncu.csv <<'END'
  > ==PROF== Connected to process 7 (app)
  > "ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","gpu__time_duration.sum","dram__bytes_read.sum","dram__bytes_write.sum","smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_fmul_pred_on.sum","smsp__sass_thread_inst_executed_op_ffma_pred_on.sum","smsp__sass_thread_inst_executed_op_dadd_pred_on.sum","smsp__sass_thread_inst_executed_op_dmul_pred_on.sum","smsp__sass_thread_inst_executed_op_dfma_pred_on.sum","smsp__sass_thread_inst_executed_op_hadd_pred_on.sum","smsp__sass_thread_inst_executed_op_hmul_pred_on.sum","smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"
  > "","","","","","","","","ns","byte","byte","inst","inst","inst","inst","inst","inst","inst","inst","inst"
  > "0","7","void copy<float, 4>(float *)","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","1000000","4000000000","0","0","0","1000000","0","0","0","0","0","0"
  > "1","7","chains","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","200000","1000","0","0","0","6000000000","0","0","0","0","0","0"
  > END

The imitation notes its arguments; FAKE_NCU says what it does.

  $ cat >path/ncu <<'END'
  > #!/bin/bash
  > say() { echo "$1" >>"$log"; }
  > printf '%s\n' "$@" >>asked
  > if [ "$1" = --query-metrics ]; then
  >   [ "$FAKE_NCU" != nodriver ] || { echo "==ERROR== Driver could not be loaded."; exit 1; }
  >   echo "Device NVIDIA H200 (GH100)"
  >   printf '%-80s Counter  byte  # of bytes\n' gpu__time_duration dram__bytes_read dram__bytes_write l1tex__lsu_writeback_active l1tex__lsu_writeback_active_mem_lgds a_metric_of_no_interest smsp__inst_executed
  >   exit 0
  > fi
  > while [ $# -gt 0 ]; do
  >   case $1 in
  >   --log-file) log=$2; shift 2 ;;
  >   --csv | --nvtx) shift ;;
  >   --*) shift 2 ;;
  >   *) break ;;
  >   esac
  > done
  > case $FAKE_NCU in
  > permission) say "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"; exit 1 ;;
  > busy) say "==ERROR== Profiling failed because a driver resource was unavailable."; exit 1 ;;
  > silent) exit 5 ;;
  > empty) : >"$log"; exit 5 ;;
  > killed) kill -9 $$ ;;
  > esac
  > "$@"
  > code=$?
  > [ $code -eq 0 ] || say "==ERROR== The application returned an error code ($code)."
  > case $FAKE_NCU in
  > nokernels) say "==WARNING== No kernels were profiled." ;;
  > litter) cat ncu.csv >>"$log"; mkdir "${log%/*}/more"; touch "$log.1" "${log%/*}/more/.x" ;;
  > torn) head -c -30 ncu.csv >>"$log" ;;
  > flood) { head -3 ncu.csv; yes "$(tail -2 ncu.csv)" | head -100000; } >>"$log" ;;
  > *) cat ncu.csv >>"$log" ;;
  > esac
  > exit $code
  > END
  $ chmod +x path/ncu
  $ cat >under <<'END'
  > : >asked; export FAKE_NCU=$1 PATH=$PWD/path:$PATH TMPDIR=$PWD/tmp GPUBENCH_RESULTS=${GPUBENCH_RESULTS-found}; shift
  > gpubench-fake profile --no-survey "$@"
  > END

A program: its arguments and its output are its own, and no clock is changed. Of a metric with two names this ncu is
asked for the first, and for those that it never lists.

  $ . ./under fine -- sh -c 'echo "out of $1"; echo "err of it" >&2' app 'a b;$(c)'
  out of a b;$(c)
  err of it
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-a0000000-1111-2222-3333-444444444444, driver 580.159.04 (this GPU)
  
    #  kernel          grid x block  launches      time   share  limited by           roof  % of roof  possible gain  verdict
    1  copy<float, 4>      64 x 256         1  1.000 ms  83.3 %  dram.read      4.000 TB/s    100.0 %            0 s  at its roof
    2  chains              64 x 256         1  200.0 µs  16.7 %  fp32        60.00 TFLOP/s    100.0 %            0 s  at its roof
  
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)
  $ sed 's/-profile-[^/]*/-profile-NAME/' asked
  --query-metrics
  --csv
  --page
  raw
  --print-units
  base
  --log-file
  tmp/gpubench-profile-NAME/ncu.csv
  --clock-control
  none
  --target-processes
  all
  --metrics
  gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,l1tex__lsu_writeback_active_mem_lgds.sum,launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,launch__occupancy_limit_warps,launch__occupancy_limit_blocks
  sh
  -c
  echo "out of $1"; echo "err of it" >&2
  app
  a b;$(c)

Without `--`, options behind the program are its own:

  $ . ./under fine sh -c 'exit 0' --csv >/dev/null; tail -1 asked
  --csv

The filters of ncu, and its ranges:

  $ . ./under fine --kernel regex:co --launch-skip 3 --launch-count 20 --cache-control none -- true >/dev/null; grep -xE -A 1 -e '--(kernel-name|launch-.*|cache-control|clock-control)' asked
  --kernel-name
  regex:co
  --launch-skip
  3
  --launch-count
  20
  --clock-control
  none
  --cache-control
  none
  $ . ./under fine --nvtx step/ --profiler-start -- true >/dev/null; grep -xF -A 1 -e --profile-from-start -e --nvtx -e --nvtx-include asked
  --profile-from-start
  off
  --nvtx
  --nvtx-include
  step/
  $ . ./under nokernels --profiler-start -- true
  gpubench: true launched no kernel on a GPU that --kernel, --launch-skip, --launch-count, --nvtx and --profiler-start choose
  [2]

What ncu printed can be kept, and read again, also from standard input:

  $ . ./under fine --csv -o k.csv --keep kept.csv -- echo hi; cmp kept.csv ncu.csv; fields roof fraction <k.csv
  hi
  dram.read 1
  fp32 1
  $ gpubench-fake profile --from kept.csv --roofs other.csv --json 2>/dev/null | python3 -c 'import json, sys; print([kernel["roof"] for kernel in json.load(sys.stdin)["kernels"]])'
  ['dram.read', 'fp32']
  $ gpubench-fake profile --from kept.csv --roofs other.csv --markdown
  gpubench: note: these roofs may be of another card of the model, which may differ: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  
  | # | kernel | grid x block | launches | time | share | limited by | roof | % of roof | possible gain | verdict |
  | ---: | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |
  | 1 | copy\<float, 4\> | 64 x 256 | 1 | 1.000 ms | 83.3 % | dram.read | 4.000 TB/s | 100.0 % | 0 s | at its roof |
  | 2 | chains | 64 x 256 | 1 | 200.0 µs | 16.7 % | fp32 | 60.00 TFLOP/s | 100.0 % | 0 s | at its roof |
  
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)
  $ gpubench-fake profile --from - --roofs other.csv --csv <kept.csv 2>/dev/null | head -1 | cut -d, -f 1-3
  kernel,grid,block

A hundred thousand launches:

  $ . ./under flood --csv -- true | fields kernel launches
  void copy<float, 4>(float *) 50000
  chains 50000

Roofs of another card, which are named once for two GPUs:

  $ . ./under fine --roofs other.csv -- true
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  
    #  kernel          grid x block  launches      time   share  limited by           roof  % of roof  possible gain  verdict
    1  copy<float, 4>      64 x 256         1  1.000 ms  83.3 %  dram.read      4.000 TB/s    100.0 %            0 s  at its roof
    2  chains              64 x 256         1  200.0 µs  16.7 %  fp32        60.00 TFLOP/s    100.0 %            0 s  at its roof
  
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)
  $ sed '/"chains"/s/,"0","9.0"/,"1","9.0"/' kept.csv >two.csv; gpubench-fake profile --from two.csv --roofs other.csv >/dev/null
  gpubench: note: these roofs may be of another card of the model, which may differ: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  $ GPUBENCH_RESULTS=other.csv . ./under fine -- true | head -1
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04

Those of another board do not count:

  $ . ./under fine --roofs else.csv -- true
  gpubench: no roofs of Fake GPU, board 900-FAKE0-0000-000; there are only those of Fake GPU: measure this GPU with gpubench --all -o FILE
    #  kernel          grid x block  launches      time   share  limited by  roof  % of roof  possible gain  verdict
    1  copy<float, 4>      64 x 256         1  1.000 ms  83.3 %  -              -          -              -  no roof
    2  chains              64 x 256         1  200.0 µs  16.7 %  -              -          -              -  no roof
  
  2 kernels, 2 launches, 1.200 ms
  [2]

No roofs, as the program is told before it runs:

  $ mkdir empty; GPUBENCH_RESULTS=empty . ./under fine -- touch ran
  gpubench: no roofs in 'empty': measure them with gpubench --all -o empty/gpu.csv, or name results with --roofs FILE
  [2]
  $ ls ran
  ls: cannot access 'ran': No such file or directory
  [2]
  $ . ./under fine --roofs none.csv -- true >/dev/null
  gpubench: none.csv: cannot be read: No such file or directory
  gpubench: no roofs in the files that --roofs names
  [2]

What goes wrong with the program or with ncu:

  $ . ./under fine -- no-such-program
  gpubench: 'no-such-program': no such program
  [2]
  $ PATH=${PATH%%:*}:/usr/bin:/bin gpubench-fake profile --roofs other.csv -- true
  gpubench: ncu (Nsight Compute) is not on the PATH: it comes with the CUDA Toolkit; name it with --ncu FILE
  [2]
  $ gpubench-fake profile --ncu /nowhere/ncu --roofs other.csv -- true
  gpubench: --ncu '/nowhere/ncu': no such program
  [2]
  $ . ./under permission -- true
  gpubench: this user may not read the GPU's counters (ERR_NVGPUCTRPERM): be root, or have the administrator load the module nvidia with NVreg_RestrictProfilingToAdminUsers=0
  [2]
  $ . ./under busy -- true
  gpubench: ncu: Profiling failed because a driver resource was unavailable.; another tool holds the counters: stop it (of DCGM: dcgmi profiling --pause)
  [2]
  $ . ./under nodriver -- touch ran
  gpubench: ncu lists no metrics of a GPU here: Driver could not be loaded.
  [2]
  $ ls ran
  ls: cannot access 'ran': No such file or directory
  [2]
  $ . ./under nokernels -- true
  gpubench: true launched no kernel on a GPU
  [2]
  $ . ./under nokernels --kernel foo -- true
  gpubench: true launched no kernel on a GPU that --kernel, --launch-skip, --launch-count, --nvtx and --profiler-start choose
  [2]
  $ . ./under nokernels -- sh -c 'exit 3'
  gpubench: sh ended with status 3, and no kernel was profiled: does it run without gpubench?
  [2]
  $ . ./under fine -- sh -c 'exit 3' | tail -1
  gpubench: sh ended with status 3: here is what it did before
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)
  [2]
  $ . ./under silent -- true
  gpubench: ncu ended with status 5 without any output; its messages are above
  [2]
  $ . ./under empty -- true
  gpubench: ncu ended with status 5 before a kernel was profiled
  [2]
  $ . ./under killed -- true
  gpubench: ncu ended with status 137 without any output; its messages are above
  [2]
  $ . ./under torn -- true 2>&1 | sed -n '1s/-profile-[^/]*/-profile-NAME/p; $p'
  gpubench: tmp/gpubench-profile-NAME/ncu.csv: line 5: is truncated: it has fewer fields than the header
  1 kernel, 1 launch, 1.000 ms; running at its roof would save 0 s (0.0 %)
  [2]
  $ . ./under fine -o /nowhere/x -- true
  gpubench: /nowhere/x: cannot be written: No such file or directory
  [2]
  $ gpubench-fake profile --from found/deeper/own.csv --roofs other.csv
  gpubench: found/deeper/own.csv: no kernel launch in it: expected output of ncu --csv --page raw, or of nsys stats --report cuda_gpu_trace in the locale C
  [2]
  $ gpubench-fake profile --from nothing.ncu-rep --roofs other.csv
  gpubench: nothing.ncu-rep: cannot be read: No such file or directory
  [2]
  $ gpubench-fake profile --from kept.csv --roofs other.csv 2>err >/dev/full; echo $?; grep write err
  2
  gpubench: standard output: cannot write: No space left on device

No temporary file is left, not even those that ncu adds:

  $ . ./under litter -- true | tail -1; ls tmp
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)

A second in which each load used an eighth of its sectors: DRAM was half busy, and an eighth of its bytes would have
been enough.

  $ cat >strided.csv <<'END'
  > "ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","gpu__time_duration.sum","dram__bytes_read.sum","dram__bytes_write.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct","launch__occupancy_limit_registers","launch__occupancy_limit_shared_mem","launch__occupancy_limit_warps","launch__occupancy_limit_blocks","sm__warps_active.avg.pct_of_peak_sustained_active","sm__throughput.avg.pct_of_peak_sustained_elapsed","lts__throughput.avg.pct_of_peak_sustained_elapsed","l1tex__throughput.avg.pct_of_peak_sustained_elapsed"
  > "","","","","","","","ns","byte","byte","sector","","%","block","block","block","block","%","%","%","%"
  > "0","strided","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","1000000","2000000000","0","62500000","1953125","12.5","2","16","8","32","25","5","20","30"
  > END
  $ gpubench-fake profile --from strided.csv --roofs other.csv 2>/dev/null
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  
    #  kernel   grid x block  launches      time    share  limited by        roof  % of roof  possible gain  verdict
    1  strided      64 x 256         1  1.000 ms  100.0 %  dram.read   4.000 TB/s     50.0 %       500.0 µs  far from every roof
  
  1 kernel, 1 launch, 1.000 ms; running at its roof would save 500.0 µs (50.0 %); --explain says what would help
  $ gpubench-fake profile --from strided.csv --roofs other.csv --explain 2>/dev/null
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  
    #  kernel   grid x block  launches      time    share  limited by        roof  % of roof  possible gain  verdict
    1  strided      64 x 256         1  1.000 ms  100.0 %  dram.read   4.000 TB/s     50.0 %       500.0 µs  far from every roof
  
    #  FLOP/B DRAM  L2  L1  shared  sectors/load  store  conflicts  spilled  warps  issue slots  next roof  busiest pipe  waits for
    1            -   -   -       -            32      -          -        -   25 %            -  -          l1 30 %       -
  
  1  strided: 1.000 ms; 50.0 % of dram.read; 25 % of the warps, limited by registers; far from every roof.
     - Global accesses are not coalesced: have neighbouring threads access neighbouring elements. Estimate: 265.2 µs instead of 1.000 ms (125.0 µs to 562.5 µs).
         counted: loads use 12 % of the sectors that they request, 32 sectors per request
  
  1 kernel, 1 launch, 1.000 ms; running at its roof would save 500.0 µs (50.0 %)
  $ gpubench-fake profile --from strided.csv --roofs other.csv --csv 2>/dev/null | fields reason limiter predicted reason_s reason_gain_s reason_least reason_most
  coalescing registers  0.000265165043 0.000734834957 0.000125 0.0005625

A kernel at its roof has no reason:

  $ gpubench-fake profile --from ncu.csv --roofs other.csv --explain 2>/dev/null
  Roofs: Fake GPU, board 900-FAKE0-0000-000, GPU-other, driver 580.159.04
  
    #  kernel          grid x block  launches      time   share  limited by           roof  % of roof  possible gain  verdict
    1  copy<float, 4>      64 x 256         1  1.000 ms  83.3 %  dram.read      4.000 TB/s    100.0 %            0 s  at its roof
    2  chains              64 x 256         1  200.0 µs  16.7 %  fp32        60.00 TFLOP/s    100.0 %            0 s  at its roof
  
    #  FLOP/B DRAM  L2  L1  shared  sectors/load  store  conflicts  spilled  warps  issue slots  next roof      busiest pipe  waits for
    1       0.0005   -   -       -             -      -          -        -      -            -  fp32 0 %       -             -
    2      1.2e+07   -   -       -             -      -          -        -      -            -  dram.read 0 %  -             -
  
  1  copy<float, 4>: 1.000 ms; 100.0 % of dram.read, then 0.0 % of fp32; at its roof.
     No rule finds a gain of 5 % or more: fewer bytes or operations would help.
  
  2  chains: 200.0 µs; 100.0 % of fp32, then 0.0 % of dram.read; at its roof.
     No rule finds a gain of 5 % or more: fewer bytes or operations would help.
  
  2 kernels, 2 launches, 1.200 ms; running at their roofs would save 0 s (0.0 %)

Copies on an H200:

  $ gpubench-fake profile --from tests/data/ncu/overlap-h200.csv --roofs results/h200-sxm/all.csv --csv | fields kernel roof fraction
  gpubench: note: these roofs may be of another card of the model, which may differ: NVIDIA H200, board 692-2G520-0282-000, GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c, driver 580.159.04
  overlap_all_s1 dram.copy 0.987672347
  overlap_memory dram.copy 0.989389924
  overlap_all_s16 dram.copy 0.992669658

24 launches of PyTorch on an H100: products by cuBLAS with multicast, attention, a convolution, and memory-bound
kernels. If a pipe of matrix instructions is active for more than 69 % of the time, the matrix roof applies. For FP32,
only the activity of its pipe was counted: enough for all but two small kernels, which no unit limits.

  $ gpubench-fake profile --from tests/data/ncu/torch-h100.csv --roofs results/h100-sxm/all.csv --csv 2>/dev/null >torch.csv
  $ fields roof fraction perhaps pipe pipe_use gain_s reason kernel <torch.csv | cut -c 1-100
  tensor.tf32 0.934757274  tensor 0.9319 0.000199628126  sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesi
  tensor.bf16 0.936088647  tensor 0.9348 0.000100300943  nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NN
  tensor.fp16 0.939448531  tensor 0.9369 9.49020746e-05  nvjet_sm90_hsh_320x128_64x3_1x2_h_bz_coopB_NN
  dram.triad 0.821860548  xu 0.173433317 0.00011906556 latency void at::<unnamed>::multi_tensor_apply_
  tensor.fp16 0.939556572  tensor 0.937 2.08679728e-05  sm90_xmma_fprop_implicit_gemm_f16f16_f16f32_f3
  dram.copy 0.510094269  alu 0.2853 0.000162821149 latency void at::<unnamed>::cunn_SoftMaxForwardReg<
  dram.triad 0.900738668  fma 0.1275 2.75581222e-05  void at::<unnamed>::vectorized_layer_norm_kernel<
  tensor.bf16 0.471836624  tensor 0.4918 9.97510478e-05 latency cudnn_generated_fort_native_sdpa_sm90_
  dram.copy 0.964087633  alu 0.3391 6.26426601e-06  void at::vectorized_elementwise_kernel<4, at::Gelu
  tensor.tf32 0.700453024  tensor 0.6983 4.02207715e-05 latency sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n
  dram.copy 0.575956712  lsu 0.3116 4.60409241e-05 latency void cudnn::nhwcToNchwKernel<__half, __half
  dram.read 0.884496659  alu 0.0633 1.09626531e-05 latency void at::reduce_kernel<512, 1, at::ReduceOp
  dram.copy 0.697715406  lsu 0.3795 2.69202568e-05 latency void cudnn::nchwToNhwcKernel<__half, __half
  tensor.fp16 0.766487763  tensor 0.7644 1.42274335e-05 barriers nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_
  tensor.bf16 0.762196093  tensor 0.7611 1.43975997e-05 barriers nvjet_sm90_tst_256x128_64x4_1x2_h_bz_
  dram.triad 0.588290366  fma 0.1514 2.16065216e-05 latency void at::<unnamed>::multi_tensor_apply_ker
  tensor.tf32 0.258597356  tensor 0.3867 1.60142971e-05 latency void cutlass::Kernel2<cutlass_80_tenso
  l2.read 0.419152048  tensor 0.2237 7.21180818e-06 latency nvjet_sm90_hsh_64x32_64x16_1x2_h_bz_NNT
  l2.read 0.422044724  tensor 0.2254 7.120409e-06 latency nvjet_sm90_tst_64x32_64x16_1x2_h_bz_NNT
     sm 0.4989   void cudnn::nchwToNhwcKernel<__half, __half, float, 0, 1, 0>(cudnn::nchw2nhwc_params_
  dram.read 0.405923364  alu 0.1591 3.80209047e-06 latency void cublasLt::splitKreduce_kernel<32, 16, 
     l2 0.1188   void at::<unnamed>::multi_tensor_apply_kernel<at::<unnamed>::TensorListMetadata<1>, a

Without the counters of L2 slices, no kernel is certainly limited by L2:

  $ python3 - <<'END' >without.csv
  > import csv, sys
  > lines = list(csv.reader(open("tests/data/ncu/torch-h100.csv")))
  > kept = [i for i, name in enumerate(lines[0]) if not name.startswith("lts__t_sectors")]
  > csv.writer(sys.stdout, quoting=csv.QUOTE_ALL).writerows([line[i] for i in kept] for line in lines)
  > END
  $ gpubench-fake profile --from without.csv --roofs results/h100-sxm/all.csv --csv 2>/dev/null | fields roof perhaps | sort | uniq -c
        6  
        1 dram.copy 
        3 dram.copy l2.read
        1 dram.read l2.read
        2 dram.triad 
        1 dram.triad l2.read
        2 tensor.bf16 
        1 tensor.bf16 l2.read
        2 tensor.fp16 
        1 tensor.fp16 l2.read
        1 tensor.tf32 
        1 tensor.tf32 l2.read

Kernels with a planted fault, and the same kernels without it: the first reason is the fault, and the estimate is within
25 % of the time without it.

  $ cat >faults <<'END'
  > import json, sys
  > sys.path.insert(0, "tests/gpu")
  > from planted import judged, short
  > lines, wrong = judged({short(kernel): kernel for kernel in json.load(sys.stdin)["kernels"]})
  > print(len(lines), [text for text in wrong if not text.endswith("not profiled")])
  > END
  $ for model in h200-sxm h100-sxm; do gpubench-fake profile --from results/faults/$model.csv --roofs results/$model/all.csv --json 2>/dev/null | python3 -B faults; done
  4 []
  5 []
