`gpubench profile` with a survey: a program that loads libgpubench_inject.so as the driver does, a CUPTI that simulates
its launches (tests/cupti), and an ncu that counts the launches that its filters select.

  $ mkdir bin path tmp; cp build/tests/gpubench-fake build/tests/gpubench-profile build/libgpubench_inject.so bin; ln -s build/tests/cuda_program app
  $ python3 - <<'END' >roofs.csv
  > import csv, sys
  > rows = list(csv.DictReader(open("tests/data/every-roof.csv", encoding="utf-8")))
  > links = [row for row in csv.DictReader(open("results/h100-sxm/all.csv", encoding="utf-8")) if row["roof"] in ("transfer.h2d", "launch.round_trip")]
  > run = list(rows[0])[:list(rows[0]).index("benchmark")]
  > rows += [{name: rows[0][name] if name in run else row[name] for name in rows[0]} for row in links]
  > out = csv.DictWriter(sys.stdout, list(rows[0]))
  > out.writeheader()
  > for row in rows:
  >     out.writerow(row | {"gpu_uuid": "GPU-01020300-0000-0000-0000-000000000000", "gpu_name": "Fake GPU"})
  > END
  $ cat >path/ncu <<'END'
  > #!/bin/bash
  > printf '%s\n' "$@" >>asked
  > if [ "$1" = --query-metrics ]; then
  >   echo "Device Fake"
  >   printf '%-80s Counter  byte  # of bytes\n' gpu__time_duration dram__bytes_read dram__bytes_write smsp__inst_executed
  >   exit 0
  > fi
  > count=1000000
  > while [ $# -gt 0 ]; do
  >   case $1 in
  >   --log-file) log=$2; shift 2 ;;
  >   --kernel-name) expression=${2#regex:}; shift 2 ;;
  >   --launch-count) count=$2; shift 2 ;;
  >   --csv | --nvtx) shift ;;
  >   --*) shift 2 ;;
  >   *) break ;;
  >   esac
  > done
  > [ "${FAKE_NCU-}" != permission ] || { echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission" >>"$log"; exit 1; }
  > [ "${FAKE_NCU-}" != slow ] || exec sleep 60
  > "$@" >/dev/null
  > {
  >   echo '"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","gpu__time_duration.sum","dram__bytes_read.sum","dram__bytes_write.sum","smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_fmul_pred_on.sum","smsp__sass_thread_inst_executed_op_ffma_pred_on.sum","smsp__sass_thread_inst_executed_op_dadd_pred_on.sum","smsp__sass_thread_inst_executed_op_dmul_pred_on.sum","smsp__sass_thread_inst_executed_op_dfma_pred_on.sum","smsp__sass_thread_inst_executed_op_hadd_pred_on.sum","smsp__sass_thread_inst_executed_op_hmul_pred_on.sum","smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"'
  >   echo '"","","","","","","","","ns","byte","byte","inst","inst","inst","inst","inst","inst","inst","inst","inst"'
  >   while read -r name ns bytes fma; do
  >     [[ $name =~ $expression ]] && [ $((taken++)) -lt "$count" ] || continue
  >     echo "\"1\",\"7\",\"$name\",\"(256, 1, 1)\",\"(64, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\",\"$ns\",\"$bytes\",\"0\",\"0\",\"0\",\"$fma\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\""
  >   done < <(for word in "${@:2}"; do
  >     case $word in
  >     copy4) echo _Z4copyIfLi4EEvPT_ 4000000 16000000000 0 ;;
  >     copy2) echo _Z4copyIfLi4EEvPT_ 2000000 8000000000 0 ;;
  >     chains) echo chains 200000 1000 6000000000 ;;
  >     esac
  >   done)
  > } >>"$log"
  > END
  $ chmod +x path/ncu
  $ cat >profile <<'END'
  > : >asked; export GPUBENCH_CUPTI=${GPUBENCH_CUPTI-$PWD/build/tests/libfake_cupti.so} GPUBENCH_SANITIZER=${GPUBENCH_SANITIZER-$PWD/build/tests/libfake_sanitizer.so} PATH=$PWD/bin:$PWD/path:$PATH TMPDIR=$PWD/tmp GPUBENCH_RESULTS=${GPUBENCH_RESULTS-roofs.csv}
  > gpubench-fake profile "$@"
  > END

Where the time goes, without ncu, and without a file left behind:

  $ . ./profile --survey -- ./app copy4 copy2 chains tiny h2d
  Where the time goes
  
    #  kernel          grid x block  launches       time   share       mean  shortest   longest
    1  copy<float, 4>      64 x 256         2   6.000 ms  95.2 %   3.000 ms  2.000 ms  4.000 ms
    2  chains              64 x 256         1   200.0 µs   3.2 %   200.0 µs  200.0 µs  200.0 µs
    3  tiny                  1 x 32       100  100.00 µs   1.6 %  1000.0 ns  1.000 µs  1.000 µs
  
    copies            number     bytes      time        rate  roof          % of roof
    pinned to device       1  64.00 MB  1.250 ms  51.20 GB/s  transfer.h2d     94.3 %
  
  GPU 0, Fake GPU: 103 launches in 7.970 ms, at work 94.7 % of it; idle 400.0 µs in 100 gaps shorter than launch.round_trip, 10.03 µs, and 20.00 µs in 1 longer one: the host waits or does something else
  Limited by launches: 1 phase of 496.0 µs with 100 launches, in which kernels run 20 % of the time. A graph, or fewer and larger kernels, would help there.
  $ cat asked; ls tmp
  $ . ./profile --survey --json -- ./app copy4 | python3 -c 'import json, sys; survey = json.load(sys.stdin); print(survey["launches"], survey["rows"][0]["kernel"])'
  1 void copy<float, 4>(float*)

Without roofs:

  $ GPUBENCH_RESULTS=none . ./profile --survey -- ./app copy4
  Where the time goes
  
    #  kernel          grid x block  launches      time    share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         1  4.000 ms  100.0 %  4.000 ms  4.000 ms  4.000 ms
  
  GPU 0, Fake GPU: 1 launch in 4.000 ms, at work 100.0 % of it; idle 0 s in 0 gaps

A program that closes the trace: its next file stays its own, and all is traced.

  $ . ./profile --survey --csv -- ./app copy4 flush reopen=its copy4 flush h2d | fields what count; ls -s its
  kernel 2
  copy 1
  gpu 2
  0 its

Only kernels that matter are counted, each in as many launches as its scatter requires. The time of all launches is the
program's own.

  $ . ./profile --keep kept.csv -- ./app copy4 copy2 chains
  gpubench: profiling 2 launches of 1 kernel, about #; 96.8 % of the time is placed then
  Roofs: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04 (this GPU)
  
  Where the time goes
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  6.000 ms  96.8 %  3.000 ms  2.000 ms  4.000 ms
    2  chains              64 x 256         1  200.0 µs   3.2 %  200.0 µs  200.0 µs  200.0 µs
  
  GPU 0, Fake GPU: 3 launches in 6.220 ms, at work 99.7 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 20.00 µs in 1 longer one: the host waits or does something else
  
  Kernels under their roofs
  
    #  kernel          grid x block  launches      time   share  limited by        roof  % of roof  possible gain  verdict       counted
    1  copy<float, 4>      64 x 256         2  6.000 ms  96.8 %  dram.read   4.000 TB/s    100.0 %            0 s  at its roof         2
    2  chains              64 x 256         1  200.0 µs   3.2 %  -                    -          -              -  not profiled        0
  
  not placed, 3.2 %: chains: the other kernels take 95 % of the time
  96.8 % of the time is placed; 0.0 % of it by extrapolation from the launches that were counted. Times are those of the program without a profiler.
  2 kernels, 3 launches, 6.200 ms; running at its roof would save 0 s (0.0 %)
  $ grep -xF -e 'regex:^(_Z4copyIfLi4EEvPT_)$' -e per-launch-config asked; grep -c _Z4copy kept.csv; ls tmp
  regex:^(_Z4copyIfLi4EEvPT_)$
  per-launch-config
  2

Two kernels of one shape, of which the one launched first hides the other:

  $ . ./profile --csv -- ./app copy2 chains chains chains chains chains chains chains chains chains chains | fields kernel counted launches flop
  gpubench: profiling 2 launches of 2 kernels, about #; 100.0 % of the time is placed then
  chains 1 10 1.2e+11
  void copy<float, 4>(float*) 1 1 0

A part of the program:

  $ . ./profile --survey --csv --profiler-start -- ./app copy4 start copy2 h2d stop chains copy4 h2d | fields what count seconds
  kernel 1 0.002
  copy 1 0.00125
  gpu 1 0.00325
  $ . ./profile --csv --profiler-start -- ./app chains start copy2 stop copy2 | fields kernel launches counted; grep -xF off asked
  gpubench: profiling 1 launch of 1 kernel, about #; 100.0 % of the time is placed then
  void copy<float, 4>(float*) 1 1
  off
  $ . ./profile --survey --csv --from 500 --to 1500 -- ./app copy4 wait copy2 chains wait copy4 | fields what count seconds
  kernel 1 0.002
  kernel 1 0.0002
  gpu 2 0.0022
  $ . ./profile --survey --csv --to 500 -- ./app copy4 wait copy2 | fields what count seconds
  kernel 1 0.004
  gpu 1 0.004

The requested part is counted where the same kernel was launched:

  $ . ./profile --csv --from 500 -- ./app copy4 chains wait copy2 | fields kernel launches counted seconds
  gpubench: profiling 1 launch of 1 kernel, about #; 100.0 % of the time is placed then
  void copy<float, 4>(float*) 1 1 0.002
  $ . ./profile --survey --from 5000 -- ./app copy4
  gpubench: ./app could not be surveyed: no kernel launch lies in the requested range
  [2]
  $ . ./profile --survey --from 5 --to 3 -- ./app copy4
  gpubench: --from and --to: expected seconds, the first below the second
  [1]
  $ . ./profile --to 3 --no-survey -- ./app copy4
  gpubench: --from and --to need the survey, which knows the times of launches: they cannot be combined with --no-survey, --kernel, --launch-skip, --launch-count and --nvtx
  [1]

Several processes, each on a GPU:

  $ . ./profile --survey --csv -- ./app ranks copy4 copy2 h2d | fields what device gpu_uuid count
  kernel 0 GPU-01020300-0000-0000-0000-000000000000 2
  kernel 1 GPU-01020301-0000-0000-0000-000000000000 2
  kernel 2 GPU-01020302-0000-0000-0000-000000000000 2
  copy 0 GPU-01020300-0000-0000-0000-000000000000 1
  copy 1 GPU-01020301-0000-0000-0000-000000000000 1
  copy 2 GPU-01020302-0000-0000-0000-000000000000 1
  gpu 0 GPU-01020300-0000-0000-0000-000000000000 2
  gpu 1 GPU-01020301-0000-0000-0000-000000000000 2
  gpu 2 GPU-01020302-0000-0000-0000-000000000000 2
  $ . ./profile --survey -- ./app ranks copy4 copy2 chains
  Where the time goes
  
  3 GPUs and 3 processes together:
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest  GPUs                on one
    1  copy<float, 4>      64 x 256         6  18.00 ms  96.8 %  3.000 ms  2.000 ms  4.000 ms     3  6.000 ms to 6.000 ms
    2  chains              64 x 256         3  600.0 µs   3.2 %  200.0 µs  200.0 µs  200.0 µs     3  200.0 µs to 200.0 µs
  
  GPU 0, Fake GPU: 3 launches in 6.220 ms, at work 99.7 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 20.00 µs in 1 longer one: the host waits or does something else
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  6.000 ms  96.8 %  3.000 ms  2.000 ms  4.000 ms
    2  chains              64 x 256         1  200.0 µs   3.2 %  200.0 µs  200.0 µs  200.0 µs
  
  GPU 1, Fake GPU: 3 launches in 6.220 ms, at work 99.7 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 20.00 µs in 1 longer one: the host waits or does something else
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  6.000 ms  96.8 %  3.000 ms  2.000 ms  4.000 ms
    2  chains              64 x 256         1  200.0 µs   3.2 %  200.0 µs  200.0 µs  200.0 µs
  
  GPU 2, Fake GPU: 3 launches in 6.220 ms, at work 99.7 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 20.00 µs in 1 longer one: the host waits or does something else
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  6.000 ms  96.8 %  3.000 ms  2.000 ms  4.000 ms
    2  chains              64 x 256         1  200.0 µs   3.2 %  200.0 µs  200.0 µs  200.0 µs

The counts of one rank stand for all:

  $ . ./profile --csv -- ./app ranks copy4 copy2 chains | fields device launches counted
  gpubench: profiling 2 launches of 3 kernels, about #; 96.8 % of the time is placed then
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04
  0 2 2
  1 2 2
  2 2 2
  0 1 0
  1 1 0
  2 1 0

A kernel that waits for other GPUs is not counted, unless there is only one GPU:

  $ . ./profile -- ./app ranks copy4 nccl | grep 'waits for'
  gpubench: profiling 1 launch of 3 kernels, about #; 80.0 % of the time is placed then
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04
  not placed, 20.0 %: ncclDevKernel_AllReduce_Sum_f32_RING_LL and 2 more: waits for other GPUs, so it cannot be counted by itself
  $ . ./profile -- ./app nccl copy4 | grep 'waits for'
  gpubench: profiling 2 launches of 2 kernels, about #; 100.0 % of the time is placed then
  gpubench: profiling 1 launch of 1 kernel, about #; 100.0 % of the time is placed then
  [1]
  $ . ./profile --no-counters --csv -- ./app ranks chains chains copy4 copy4 chains | fields device counted
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04
  0 1
  1 1
  2 1
  0 1
  1 1
  2 1

Instructions are counted instead of counters. Each of 512 warps reads and writes 128 bytes and does 32 multiply-adds. A launch reads 64 KiB and
writes 64 KiB, of which an L2 of 16 KiB may hold 16 KiB each: these are the two bounds of DRAM bytes.

  $ . ./profile --no-counters --csv -- ./app chains chains copy4 copy4 chains | fields kernel counted launches flop load_sectors store_sectors dram_bytes_least dram_bytes_most
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  void copy<float, 4>(float*) 1 2 65536 4096 4096 196608 262144
  chains 1 3 98304 6144 6144 294912 393216
  $ cat asked
  $ . ./profile --no-counters -- ./app ranks nccl | grep -c 'one more run'
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04
  0
  [1]

DRAM bytes of launches that differ scale with their time. A large memory changes nothing:

  $ . ./profile --no-counters --csv -- ./app chains chains copy2 copy4 chains 2>/dev/null | fields kernel counted dram_bytes_least
  void copy<float, 4>(float*) 1 294912
  chains 1 294912
  $ FAKE_MEMORY=1000000000 . ./profile --no-counters --csv -- ./app chains chains copy2 copy2 chains 2>/dev/null | fields kernel dram_bytes_least
  void copy<float, 4>(float*) 196608
  chains 294912

An unknown lower bound is 0:

  $ for why in FAKE_MEMORY=100 FAKE_SANITIZER=refuse FAKE_SANITIZER=unpatched GPUBENCH_SANITIZER=/nowhere/lib.so; do (export "$why"; . ./profile --no-counters --csv -- ./app chains chains copy4 copy4 chains | fields dram_bytes_least); done
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: DRAM bytes have no lower bound: allocating memory failed with 2
  0
  0
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: DRAM bytes have no lower bound: Compute Sanitizer refuses callbacks: 6
  0
  0
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: DRAM bytes have no lower bound: patching failed with 6
  0
  0
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: DRAM bytes have no lower bound: /nowhere/lib.so: cannot open shared object file: No such file or directory
  0
  0

A CUPTI that counts one kernel of a process takes a run for each, within the budget:

  $ export FAKE_CUPTI=once; . ./profile --no-counters --csv -- ./app chains chains copy2 copy2 chains | fields counted
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: counting instructions of 1 kernel, about #; 13.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  1
  1
  $ export FAKE_CUPTI=once; . ./profile --no-counters --budget 0.001 --csv -- ./app chains chains copy2 copy2 chains | fields counted dram_bytes_least | sort
  gpubench: counting instructions of 2 kernels, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  0 196608
  1 294912
  $ export FAKE_CUPTI=once; . ./profile --no-counters --budget 0.001 -- ./app chains chains copy2 copy2 chains 2>/dev/null | grep -oE 'beyond the budget'
  beyond the budget

Ranks that count one kernel each: the first run asks for all, each later one for the longest.

  $ export FAKE_CUPTI=once; . ./profile --no-counters --csv -- ./app ranks tiny tiny chains chains chains copy2 2>&1 | grep -o 'counting instructions of [0-9]* kernels\?'
  counting instructions of 3 kernels
  counting instructions of 1 kernel
  counting instructions of 1 kernel

Two runs without any counts are enough, and warps without threads are no count:

  $ export FAKE_CUPTI=thin; . ./profile --no-counters --csv -- ./app chains copy4 tiny 2>&1 | grep -c 'counting instructions of'
  2
  $ export FAKE_CUPTI=thin; . ./profile --no-counters --csv -- ./app chains chains chains chains 2>/dev/null | fields kernel counted flop load_sectors dram_bytes_least
  chains 0   393216

Kernels of fills are not counted in place of others. Of launches that differ a longer one is counted, and work scales
with time:

  $ . ./profile --no-counters --csv -- ./app chains fill copy2 fill chains 2>/dev/null | fields kernel counted launches flop
  void copy<float, 4>(float*) 1 1 32768
  chains 1 2 65536
  $ . ./profile --no-counters --csv -- ./app chains chains copy2 chains copy20 chains 2>/dev/null | fields kernel counted flop
  void copy<float, 4>(float*) 1 36044.8
  chains 0 

Where counters are refused, or ncu gets nowhere, instructions are counted by themselves. Without a lower bound of DRAM
bytes the roof is unknown.

  $ export FAKE_NCU=permission; . ./profile -- ./app chains chains copy4 copy4
  gpubench: profiling 1 launch of 1 kernel, about #; 95.2 % of the time is placed then
  gpubench: this user may not read the GPU's counters (ERR_NVGPUCTRPERM): instructions are counted instead
  gpubench: counting instructions of 1 kernel, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  Roofs: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04 (this GPU)
  
  Where the time goes
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  4.000 ms  4.000 ms  4.000 ms
    2  chains              64 x 256         2  400.0 µs   4.8 %  200.0 µs  200.0 µs  200.0 µs
  
  GPU 0, Fake GPU: 4 launches in 8.400 ms, at work 100.0 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 0 s in 0 longer ones: the host waits or does something else
  
  Kernels under their roofs
  
    #  kernel          grid x block  launches      time   share  limited by                  roof       % of roof  possible gain  verdict              counted
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  dram.copy             3.500 TB/s    0.0 to 0.0 %       8.000 ms  far from every roof        1
    2  chains              64 x 256         2  400.0 µs   4.8 %  dram.copy or l2.read  3.500 TB/s  0.0 to 142.9 %              -  unknown                    0
  
  Which roof limits is unknown for 1 kernel: only counters say how many bytes come from L2 and DRAM. The second roof does if the caches hold none of them.
  
  not placed, 4.8 %: chains: the other kernels take 95 % of the time
  95.2 % of the time is placed; 95.2 % of it by extrapolation from the launches that were counted. Times are those of the program without a profiler.
  2 kernels, 4 launches, 8.400 ms; running at its roof would save 8.000 ms (95.2 %)
  $ export FAKE_SANITIZER=refuse; . ./profile --no-counters -- ./app chains chains copy4 copy4 2>/dev/null | grep copy
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  4.000 ms  4.000 ms  4.000 ms
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  fp32 or dram.copy  60.00 TFLOP/s      0.0 %              -  unknown             1
  $ export FAKE_NCU=slow; . ./profile --budget 5 -- ./app chains chains copy4 copy4 2>&1 >/dev/null | grep 'no kernel within'
  gpubench: ncu profiled no kernel within the budget: instructions are counted instead
  $ . ./profile --budget 0.001 -- ./app copy4
  gpubench: ncu profiled no kernel within the budget: instructions are counted instead
  gpubench: counting instructions of 1 kernel, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  Roofs: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04 (this GPU)
  
  Where the time goes
  
    #  kernel          grid x block  launches      time    share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         1  4.000 ms  100.0 %  4.000 ms  4.000 ms  4.000 ms
  
  GPU 0, Fake GPU: 1 launch in 4.000 ms, at work 100.0 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 0 s in 0 longer ones: the host waits or does something else
  
  Kernels under their roofs
  
    #  kernel          grid x block  launches      time    share  limited by        roof     % of roof  possible gain  verdict              counted
    1  copy<float, 4>      64 x 256         1  4.000 ms  100.0 %  dram.copy   3.500 TB/s  0.0 to 0.0 %       4.000 ms  far from every roof        1
  
  100.0 % of the time is placed; 0.0 % of it by extrapolation from the launches that were counted. Times are those of the program without a profiler.
  1 kernel, 1 launch, 4.000 ms; running at its roof would save 4.000 ms (100.0 %)
  $ export FAKE_CUPTI=uncounted FAKE_NCU=permission; . ./profile -- ./app chains chains copy4 copy4
  gpubench: profiling 1 launch of 1 kernel, about #; 95.2 % of the time is placed then
  gpubench: this user may not read the GPU's counters (ERR_NVGPUCTRPERM): instructions are counted instead
  gpubench: counting instructions of 1 kernel, about #; 0.0 % of the time is counted so far
  gpubench: running the program once more to count the least DRAM bytes of each kernel
  gpubench: instructions could not be counted: counting: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
  Roofs: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04 (this GPU)
  
  Where the time goes
  
    #  kernel          grid x block  launches      time   share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  4.000 ms  4.000 ms  4.000 ms
    2  chains              64 x 256         2  400.0 µs   4.8 %  200.0 µs  200.0 µs  200.0 µs
  
  GPU 0, Fake GPU: 4 launches in 8.400 ms, at work 100.0 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 0 s in 0 longer ones: the host waits or does something else
  
  Kernels under their roofs
  
    #  kernel          grid x block  launches      time   share  limited by                  roof       % of roof  possible gain  verdict  counted
    1  copy<float, 4>      64 x 256         2  8.000 ms  95.2 %  dram.copy or l2.read  3.500 TB/s  0.0 to 142.9 %              -  unknown        0
    2  chains              64 x 256         2  400.0 µs   4.8 %  dram.copy or l2.read  3.500 TB/s  0.0 to 142.9 %              -  unknown        0
  
  Which roof limits is unknown for 2 kernels: only counters say how many bytes come from L2 and DRAM. The second roof does if the caches hold none of them.
  
  not placed, 100.0 %: copy<float, 4> and 1 more: beyond the budget
  0.0 % of the time is placed; 0.0 % of it by extrapolation from the launches that were counted. Times are those of the program without a profiler.
  2 kernels, 4 launches, 8.400 ms
  $ . ./profile --no-counters -- true
  gpubench: true could not be surveyed: the program left no GPU trace: does it use CUDA, and is the driver installed?
  [2]

What goes wrong:

  $ export FAKE_CUPTI=refuse; . ./profile --survey -- ./app copy4
  gpubench: ./app could not be surveyed: CUPTI refuses to trace: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
  [2]
  $ export FAKE_CUPTI=refuse; . ./profile -- ./app copy4 | tail -1
  gpubench: ./app could not be surveyed: CUPTI refuses to trace: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
  gpubench: WARNING: these roofs are of another card of the model, which may differ: Fake GPU, GPU-01020300-0000-0000-0000-000000000000, driver 580.159.04
  1 kernel, 1 launch, 4.000 ms; running at its roof would save 0 s (0.0 %)
  $ GPUBENCH_CUPTI=/nowhere/libcupti.so . ./profile --survey -- ./app copy4
  gpubench: ./app could not be surveyed: /nowhere/libcupti.so: cannot open shared object file: No such file or directory
  [2]
  $ CUDA_INJECTION64_PATH=/other.so . ./profile --survey -- ./app copy4
  gpubench: ./app could not be surveyed: CUDA_INJECTION64_PATH is set: another tool watches the program
  [2]
  $ . ./profile --survey -- true
  gpubench: true could not be surveyed: the program left no GPU trace: does it use CUDA, and is the driver installed?
  [2]
  $ . ./profile --survey -- no-such-program
  gpubench: 'no-such-program': no such program
  [2]
  $ export FAKE_CUPTI=drop; . ./profile --survey -- ./app copy4 >/dev/null
  gpubench: CUPTI dropped 7 events: their time is missing
  [2]
  $ . ./profile --survey -- ./app copy4 status7 >/dev/null
  gpubench: ./app ended with status 7: here is what it did before
  [2]
  $ . ./profile --survey -- ./app copy4 flush abort | tail -5
  gpubench: 1 of 1 processes did not end by themselves: up to half a second of what it did last is missing
  gpubench: ./app ended with status 134: here is what it did before
  
    #  kernel          grid x block  launches      time    share      mean  shortest   longest
    1  copy<float, 4>      64 x 256         1  4.000 ms  100.0 %  4.000 ms  4.000 ms  4.000 ms
  
  GPU 0, Fake GPU: 1 launch in 4.000 ms, at work 100.0 % of it; idle 0 s in 0 gaps shorter than launch.round_trip, 10.03 µs, and 0 s in 0 longer ones: the host waits or does something else
  [2]
  $ for options in "--survey --no-survey" "--survey --kernel x" "--budget 3 --no-survey" "--no-counters --no-survey" "--from kept.csv --total 3"; do (. ./profile $options -- ./app copy4); done
  gpubench: --survey shows the whole program, and runs no ncu
  gpubench: --survey shows the whole program, and runs no ncu
  gpubench: --budget needs a survey, from which gpubench chooses the launches
  gpubench: --no-counters needs a whole program and its survey, and runs no ncu
  gpubench: './app': --from reads an earlier profile, and runs no program; of a program it is a number of seconds
  [1]

A child of fork() writes nothing, and is no launch. With a leak checker, a child forked while another thread allocates
would wait forever for a lock.

  $ . ./profile --survey --csv -- env ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" ./app copy4 fork | fields what count
  kernel 1
  gpu 1
  $ . ./profile --survey --csv -- sh -c './app copy4; ./app chains' | fields kernel count
  void copy<float, 4>(float*) 1
  chains 1
   2

--total changes nothing if everything is done before:

  $ . ./profile --total 1000 --csv -- ./app copy4 2>/dev/null | fields kernel counted
  void copy<float, 4>(float*) 1
