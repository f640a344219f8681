Command lines of a run, and the rows that come of them.

Unknown option:

  $ gpubench-fake --al1
  gpubench: '--al1' is not an option; did you mean '--all'? See gpubench --help
  [1]

Option without its value:

  $ gpubench-fake -b
  gpubench: '-b' lacks its value; see gpubench --help
  [1]

Unknown command:

  $ gpubench-fake roofs2
  gpubench: 'roofs2' is not a command; did you mean 'roofs'? See gpubench --help
  [1]

Unknown benchmark:

  $ gpubench-fake -b 'to'
  gpubench: no benchmark 'to'; did you mean 'toy'? There are skeleton, toy, toy_cycles
  [1]

Bad regular expression:

  $ gpubench-fake -b 'to('
  gpubench: -b 'to(' is not a regular expression: Unmatched ( or \(
  [1]

Unknown axis:

  $ gpubench-fake -b toy -a blok=1
  gpubench: no axis 'blok': toy has op, parts, block
  [1]

Unknown value of a named axis:

  $ gpubench-fake -b toy -a op=subtract
  gpubench: toy: axis 'op' has no value 'subtract'; it has add, double, wrong, absent
  [1]

Unknown value of a numbered axis:

  $ gpubench-fake -b toy -a parts=9
  gpubench: toy: axis 'parts' has no value 9; it has 1:4
  [1]

Axis without values:

  $ gpubench-fake -b toy -a op
  gpubench: -a 'op': expected AXIS=VALUES, such as op=read,write or block=64:1024:pow2
  [1]

Unknown device:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy -d 7
  gpubench: no device '7'; there is 0 (Fake GPU, GPU-a0000000-1111-2222-3333-444444444444, 0000:18:00.0); 1 (Fake GPU, GPU-b0000000-1111-2222-3333-444444444444, 0000:28:00.0)
  [1]

A timeout of nothing:

  $ gpubench-fake --all --timeout 0
  gpubench: --timeout '0': expected a number above 0
  [1]

Launches of points that are still open:

  $ gpubench-fake --all --launches 2
  gpubench: --launches needs --points FILE, --every-point or one value of each axis (-a): skeleton: axis 'block' has 5 values, but this run searches nothing
  [1]

Launches with two values to choose from:

  $ gpubench-fake -b toy --launches 2 -a block=64,128
  gpubench: --launches needs --points FILE, --every-point or one value of each axis (-a): toy: axis 'block' has 2 values, but this run searches nothing
  [1]

More work than all:

  $ gpubench-fake --all --work 2
  gpubench: --work '2': expected a part such as 5% or 0.05
  [1]

Describe what is not there:

  $ gpubench-fake --describe to
  gpubench: no benchmark 'to'; did you mean 'toy'? There are skeleton, toy, toy_cycles
  [1]

Output that cannot be written is told before measuring:

  $ GPUBENCH_FAKE=fail=launch:1+ gpubench-fake -b toy -o .
  gpubench: .: cannot be written: Is a directory
  [1]

No job:

  $ gpubench-fake -b toy --quick -o %j.csv
  gpubench: '%j.csv': %j is the batch job, which is not known here
  [1]

Messages of a job of several nodes:

  $ GPUBENCH_HOST=n7 SLURM_JOB_NUM_NODES=2 GPUBENCH_FAKE=devices=0 gpubench-fake -b toy --quick
  gpubench: n7: no CUDA device: the driver (CUDA 12.8) finds no GPU; --device host measures this host's processors
  [2]

And of one:

  $ GPUBENCH_HOST=n7 GPUBENCH_FAKE=devices=0 gpubench-fake -b toy --quick
  gpubench: no CUDA device: the driver (CUDA 12.8) finds no GPU; --device host measures this host's processors
  [2]

Unknown pattern:

  $ gpubench-fake -b toy -o %z.csv
  gpubench: '%z.csv': %z is not known; %h is the host, %u the GPU's UUID, %j the batch job, %t the task's rank in it
  [1]

CSV and JSON to one standard output:

  $ gpubench-fake -b toy --quick --json -
  gpubench: -o and --json would both go to standard output: name a file for one
  [1]

Memory in no unit:

  $ gpubench-fake -b toy --quick --max-memory 1XB
  gpubench: --max-memory '1XB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  [1]

One benchmark of two that is not there:

  $ gpubench-fake -b toy -b nothing
  gpubench: no benchmark 'nothing'; there are skeleton, toy, toy_cycles
  [1]

A comma of the expression's own:

  $ gpubench-fake -b 'toy(_cycles){0,1}' --quick | fields benchmark
  toy
  toy_cycles
  toy
  toy

No driver:

  $ GPUBENCH_FAKE=nodriver=1 gpubench-fake --all
  gpubench: no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine; --device host measures this host's processors
  [2]

No device:

  $ GPUBENCH_FAKE=devices=0 gpubench-fake --all
  gpubench: no CUDA device: the driver (CUDA 12.8) finds no GPU; --device host measures this host's processors
  [2]

A device that cannot be described:

  $ GPUBENCH_FAKE=fail=describe:1 gpubench-fake --all
  gpubench: device 0: cudaGetDeviceProperties: cudaErrorUnknown (unknown error)
  [2]

A prohibited device, its rows and those of the other:

  $ GPUBENCH_FAKE=devices=2,prohibited=0 gpubench-fake -b toy --quick | fields device benchmark status
  gpubench: GPU 0: toy op=add,parts=1: failed: the device is in prohibited compute mode: an administrator has closed it to compute (nvidia-smi -q -d COMPUTE shows the mode)
  gpubench: ... and 2 more points: the same
  GPU 0 toy   3 points in #   3 failed
  0 toy failed
  0 toy failed
  0 toy failed
  1 toy ok
  1 toy ok
  1 toy ok
  [2]

A GPU without machine code, its rows:

  $ GPUBENCH_FAKE=nocode=1 gpubench-fake -b toy --quick | fields benchmark status
  gpubench: GPU 0: toy op=add,parts=1: failed: no machine code for compute capability 9.0 in variant default, which has #; build with make ARCHS="90"
  gpubench: ... and 2 more points: the same
  toy   3 points in #   3 failed
  toy failed
  toy failed
  toy failed
  [2]

--list needs no device:

  $ GPUBENCH_FAKE=devices=0 gpubench-fake --list
  skeleton         GPU   adds a constant to an array: a benchmark to start your own from
  toy              GPU   a plug-in for the tests, over the fake device
  toy_cycles       GPU   a plug-in for the tests that observes cycles

--describe:

  $ gpubench-fake --describe skeleton
  skeleton (GPU): adds a constant to an array: a benchmark to start your own from
  
      out = in + constant over two arrays of half the working set each. Every byte read and every byte
      written counts once. Every word written is compared with its expected value. The limit is 2 x
      memory clock x bus width / 8 where the working set is 4 x L2 or more, and not known below.
  
      metric   bandwidth, B/s
      needs    compute capability 7.0
      needs    4 MB of free device memory
      variant  dlcm-ca: nvcc -Xptxas -dlcm=ca [#]
      variant  dlcm-cg: nvcc -Xptxas -dlcm=cg [#]
  
  Axes
      bytes (every value is a row, B)
          working set: what is read and what is written, together
          quick    268435456
          default  1048576 16777216 268435456
          every    1048576 2097152 4194304 8388608 16777216 33554432 67108864 134217728 268435456
      block (searched for the best, threads)
          threads per block
          quick    128 512
          default  64 128 256 512 1024
          every    64 128 256 512 1024

--describe of cycles:

  $ gpubench-fake --describe toy_cycles
  toy_cycles (GPU): a plug-in for the tests that observes cycles
  
      The kernel writes how many cycles its steps took.
  
      metric   cycles, cycles, lower is better
      variant  default: nvcc (no further flags) [no machine code]
  
  Axes
      stride (every value is a row, B)
          between two steps
          quick    4
          default  0 4 8
          every    0 4 8

--list-devices:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake --list-devices
  0   Fake GPU                     GPU-a0000000-1111-2222-3333-444444444444  0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000
  1   Fake GPU                     GPU-b0000000-1111-2222-3333-444444444444  0000:28:00.0  cc 9.0  4 SMs  0.1 GB  board 900-FAKE0-0000-000

Info:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake info -d GPU-b000 | sed '/^The node/,$d'
  GPU 1: Fake GPU
    UUID                       GPU-b0000000-1111-2222-3333-444444444444
    PCI                        0000:28:00.0
    compute capability         9.0
    driver                     580.00
    CUDA, driver / program     13.0/13.0
    VBIOS                      99.00.00.00.01
    board part number          900-FAKE0-0000-000
    ECC                        on
    MIG                        off
    power limit                700.0 W
    NUMA node                  not known
    SMs                        4 (x 128 = 512 FP32 lanes)
    device memory              64 MiB
    PCIe now (idle: slower)    generation 5 x 16 lanes, 63.02 GB/s each way
    PCIe at most               generation 5 x 16 lanes, 63.02 GB/s each way
    NVLinks                    18 of 18 up, version 4.0, to switches, 450.0 GB/s each way
    corrected ECC errors       0 since the driver was loaded
    uncorrected ECC errors     0 since the driver was loaded
    rows of memory replaced    0 since the card was made
    row replacements pending   0 since the last reset
    row replacements failed    0 since the card was made
    PCIe packets sent again    0 since the last reset
    NVLink packets sent again  0 since the last reset
    warp size                  32 threads
    ECC                        yes
    SM clock, rated            1.500 GHz
    compute mode               default
    something not known        not known
    Theoretical peaks at the rated clock (an FMA is two operations)
    DRAM                       1.024 TB/s    = 2 x 1.000 GHz x 4096 bit / 8
    FP32                       1.536 TFLOP/s = 256 / clock x 4 SMs x 1.500 GHz
    FP64                       768.0 GFLOP/s = 128 / clock x 4 SMs x 1.500 GHz
    L1                         768.0 GB/s    = 128 / clock x 4 SMs x 1.500 GHz
    FP16 (packed)              3.072 TFLOP/s = 512 / clock x 4 SMs x 1.500 GHz
    BF16 (packed)              3.072 TFLOP/s = 512 / clock x 4 SMs x 1.500 GHz
    INT32 multiply-add         768.0 GOP/s   = 128 / clock x 4 SMs x 1.500 GHz
    DP4A                       3.072 TOP/s   = 512 / clock x 4 SMs x 1.500 GHz
    special functions          96.00 GOP/s   = 16 / clock x 4 SMs x 1.500 GHz
    tensor FP64                1.536 TFLOP/s = 256 / clock x 4 SMs x 1.500 GHz
    tensor TF32, dense         12.29 TFLOP/s = 2048 / clock x 4 SMs x 1.500 GHz
    tensor FP16, dense         24.58 TFLOP/s = 4096 / clock x 4 SMs x 1.500 GHz
    tensor BF16, dense         24.58 TFLOP/s = 4096 / clock x 4 SMs x 1.500 GHz
    tensor FP8, dense          49.15 TFLOP/s = 8192 / clock x 4 SMs x 1.500 GHz
    tensor MXFP8, dense        not known
    tensor FP4, dense          not known
    tensor INT8, dense         49.15 TOP/s   = 8192 / clock x 4 SMs x 1.500 GHz
    shared memory              768.0 GB/s    = 128 / clock x 4 SMs x 1.500 GHz
    L2, SM side                768.0 GB/s    = 128 / clock x 4 SMs x 1.500 GHz
    L2, slices, read           not known
    L2, slices, write          not known
  

Info of an unknown architecture:

  $ GPUBENCH_FAKE=cc=199 gpubench-fake info | grep 'this program'
    The rates of compute capability 19.9 are not in this program's table.

The search finds the best block, half of the limit:

  $ gpubench-fake -b toy -a op=add -a parts=4 | fields point axis x fraction sm_clock_hz
  op=add,parts=4,block=256 parts 4 0.5 1.5e+09

Every point:

  $ gpubench-fake -b toy -a op=add -a parts=4 --every-point | fields point
  op=add,parts=4,block=32
  op=add,parts=4,block=64
  op=add,parts=4,block=128
  op=add,parts=4,block=256
  op=add,parts=4,block=512
  op=add,parts=4,block=1024

Axes of two benchmarks:

  $ gpubench-fake -b 'toy|toy_cycles' -a op=double -a stride=0:8:4 --quick | fields benchmark axis x value
  toy op  102400000
  toy_cycles stride 0 30
  toy_cycles stride 4 34
  toy_cycles stride 8 38

A load too short to be sampled has no power and no throttle:

  $ GPUBENCH_FAKE=power=500,memclock=0.98e9,throttle=0x4 gpubench-fake -b toy -a op=double --quick | fields mem_clock_hz power_w throttle status
  980000000   ok

The state under load:

  $ GPUBENCH_FAKE=power=500,memclock=0.98e9,throttle=0x4,sleep=0.1 gpubench-fake -b toy -a op=double --quick | fields mem_clock_hz power_w throttle status
  980000000 500 sw_power_cap ok

A need that is not met, skipped is no failure, what both lack is said once:

  $ GPUBENCH_FAKE=cc=60 gpubench-fake -b skeleton --quick | fields status reason
  skeleton   2 points   2 skipped: needs compute capability 7.0; this device has 6.0
  skipped needs compute capability 7.0; this device has 6.0
  skipped needs compute capability 7.0; this device has 6.0

Job and rank:

  $ SLURM_JOB_ID=4711 SLURM_PROCID=3 gpubench-fake -b toy -a op=double --quick | fields job_id rank
  4711 3

--launches with one value of each axis:

  $ gpubench-fake -b toy --launches 2 -a block=64 -a op=add -a parts=1,4 | fields point metric status reason
  op=add,parts=1,block=64  skipped launched 2 times and not measured
  op=add,parts=1,block=64 launch_bytes skipped launched 2 times and not measured
  op=add,parts=1,block=64 launch_ops skipped launched 2 times and not measured
  op=add,parts=4,block=64  skipped launched 2 times and not measured
  op=add,parts=4,block=64 launch_bytes skipped launched 2 times and not measured
  op=add,parts=4,block=64 launch_ops skipped launched 2 times and not measured

--launches where nothing is searched:

  $ gpubench-fake -b toy_cycles --launches 1 | fields point metric status
  stride=0  skipped
  stride=0 launch_bytes skipped
  stride=0 launch_ops skipped
  stride=4  skipped
  stride=4 launch_bytes skipped
  stride=4 launch_ops skipped
  stride=8  skipped
  stride=8 launch_bytes skipped
  stride=8 launch_ops skipped

--launches of every point:

  $ gpubench-fake -b toy --launches 1 --every-point -a op=double | fields metric
  
  launch_bytes
  launch_ops
  
  launch_bytes
  launch_ops
  
  launch_bytes
  launch_ops
  
  launch_bytes
  launch_ops
  
  launch_bytes
  launch_ops
  
  launch_bytes
  launch_ops

A wrong result, the other rows are there:

  $ gpubench-fake -b toy -a op=wrong,add,absent -a parts=2 | fields status value
  gpubench: GPU 0: toy op=wrong,parts=2: failed: verify: word 64: got 2380164166, expected 2380164167
  toy   3 points in #   best 51.20 MB/s toy.add   1 failed   1 skipped: there is no such operation here
  failed 
  skipped 
  ok 51200000
  [2]

A launch that fails, one row of three:

  $ GPUBENCH_FAKE=fail=launch:30 gpubench-fake -b toy | fields status
  gpubench: GPU 0: toy op=add,parts=1: failed: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
  toy   3 points in #   best 102.4 MB/s toy.add   1 failed
  failed
  ok
  ok
  [2]

A device that goes away, a row for every point, a failed row has no value:

  $ GPUBENCH_FAKE=fail=sync:40+ gpubench-fake -b toy | fields status value
  gpubench: GPU 0: toy op=add,parts=1: failed: cudaStreamSynchronize: cudaErrorIllegalAddress (illegal memory access)
  gpubench: ... and 1 more point: the same
  toy   3 points in #   best 102.4 MB/s   2 failed
  failed 
  failed 
  ok 102400000
  [2]

A device that does nothing, none of its rows is ok:

  $ GPUBENCH_FAKE=computes=0 gpubench-fake -b toy --quick | fields status
  gpubench: GPU 0: toy op=double: failed: verify: word 0: got 4294967295, expected 0
  gpubench: GPU 0: toy op=add,parts=1: failed: verify: word 0: got 4294967295, expected 7
  gpubench: ... and 1 more point: the same
  toy   3 points in #   3 failed
  failed
  failed
  failed
  [2]

A device that is taken:

  $ GPUBENCH_FAKE=fail=open:1 gpubench-fake -b toy --quick | fields point metric status
  gpubench: GPU 0: toy op=add,parts=1: failed: cudaSetDevice: cudaErrorDevicesUnavailable (busy or unavailable)
  gpubench: ... and 2 more points: the same
  toy   3 points in #   3 failed
  op=add,parts=1  failed
  op=add,parts=4  failed
  op=double  failed
  [2]

Bad plug-ins do not stop the others, the run is whole:

  $ GPUBENCH_PLUGIN_PATH=build/tests/plugins gpubench-fake -b toy --quick -o rows.csv 2>&1 | sed "s/ is not used: .*/ is not used/"; fields point status <rows.csv
  gpubench: plug-in build/tests/plugins/bad_abi.so is not used
  gpubench: plug-in build/tests/plugins/bad_axis.so is not used
  gpubench: plug-in build/tests/plugins/bad_name.so is not used
  gpubench: plug-in build/tests/plugins/bad_size.so is not used
  gpubench: plug-in build/tests/plugins/dies.so is not used
  gpubench: plug-in build/tests/plugins/no_symbol.so is not used
  gpubench: plug-in build/tests/plugins/no_verify.so is not used
  gpubench: plug-in build/tests/plugins/undefined_symbol.so is not used
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256
  op=double,block=256 ok
  op=add,parts=1,block=256 ok
  op=add,parts=4,block=256 ok

--plugin of a file that is not there:

  $ gpubench-fake --plugin none.so --list
  gpubench: plug-in ./none.so is not used: cannot be read: No such file or directory
  [1]

-o on a full disk:

  $ gpubench-fake -b toy --quick -o /dev/full
  gpubench: /dev/full: cannot write: No space left on device
  [2]

JSON on a full disk:

  $ gpubench-fake -b toy --quick -o rows.csv --json /dev/full
  toy   1 of 3 points in #   best 102.4 MB/s
  gpubench: /dev/full, after 0 complete rows: cannot write: No space left on device
  [2]

Elsewhere --no-file changes nothing:

  $ gpubench-fake -b toy --quick --no-file | fields point metric status
  op=double,block=256 bandwidth ok
  op=add,parts=1,block=256 bandwidth ok
  op=add,parts=4,block=256 bandwidth ok

Two places for rows:

  $ gpubench-fake -b toy --quick --csv -o both.csv
  gpubench: --csv cannot be combined with a file of rows: -o and --resume name one
  [1]

No progress elsewhere:

  $ gpubench-fake -b toy --quick | fields point metric status
  op=double,block=256 bandwidth ok
  op=add,parts=1,block=256 bandwidth ok
  op=add,parts=4,block=256 bandwidth ok

Nothing to run:

  $ gpubench-fake
  gpubench measures the real performance of GPUs. To begin:
    gpubench info                           the GPUs here and their limits
    gpubench --all --quick                  a health check in seconds
    gpubench --all -o gpu.csv               measure everything
    gpubench -b dram                        one benchmark; --list names them
    gpubench --all --quick --device host    the processors of this host
    gpubench roofs gpu.csv                  measured roofs and their limits
    gpubench check gpu.csv                  is this GPU as fast as others?
    gpubench report gpu.csv -o report.html  everything on one page
  gpubench --help has all commands and options.
  gpubench: nothing to run: name benchmarks with -b, or use --all; see gpubench --help
  [1]

Output that cannot be written, in CSV and JSON:

  $ gpubench-fake -b toy -o absent/x.csv
  gpubench: absent/x.csv: cannot be written: No such file or directory
  [1]
  $ gpubench-fake -b toy --json absent/x.json
  schema,version,run_id,time_utc,host,job_id,rank,device,gpu_name,gpu_uuid,pci_bus_id,compute_capability,driver,cuda,vbios,ecc,mig,power_limit_w,numa_node,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,min,max,samples,spread,stop,limit,fraction,sm_clock_hz,mem_clock_hz,power_w,temperature_c,energy_j,throttle,status,reason,sm_clock_rated_hz,memory_bytes,sm_clock_slowest_hz,point_number,points,mode,board,origin,fraction_rated,peer_uuid,per_clock,per_clock_lo,per_clock_hi,matrix_clock_hz,fraction_matrix,sm_clock_nvml_hz,mem_temperature_c,sms,pcie_lanes
  gpubench: absent/x.json: cannot be written: No such file or directory
  [1]

A job's text makes no other path. Rows and the summary name the host:

  $ GPUBENCH_HOST=n7 SLURM_JOB_ID=../42 SLURM_PROCID=5 gpubench-fake -b toy --quick -o %h.%j.%t.csv
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on n7, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256
  $ fields host <n7._._42.5.csv
  n7
  n7
  n7

Two -b, a percentage, a unit, and JSON on standard output. A benchmark that two -b name is run once.

  $ gpubench-fake -b toy -b toy_cycles --quick -o two.csv --json - --max-noise 1% --max-memory 60MB >two.json 2>/dev/null
  $ fields benchmark <two.csv; build/tests/unit/test_json two.json
  toy
  toy_cycles
  toy
  toy
  4 rows
  $ gpubench-fake -b 'toy.*' -b toy --quick 2>/dev/null | fields benchmark
  toy
  toy_cycles
  toy
  toy

--list without a plug-in:

  $ cp build/gpubench alone; ./alone --list
  gpubench: no plug-ins were found: name their folders in GPUBENCH_PLUGIN_PATH, or files with --plugin
  [2]

The columns, and a run over everything:

  $ gpubench-fake --all --quick -a bytes=1048576 >everything.csv 2>/dev/null
  $ head -1 everything.csv
  schema,version,run_id,time_utc,host,job_id,rank,device,gpu_name,gpu_uuid,pci_bus_id,compute_capability,driver,cuda,vbios,ecc,mig,power_limit_w,numa_node,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,min,max,samples,spread,stop,limit,fraction,sm_clock_hz,mem_clock_hz,power_w,temperature_c,energy_j,throttle,status,reason,sm_clock_rated_hz,memory_bytes,sm_clock_slowest_hz,point_number,points,mode,board,origin,fraction_rated,peer_uuid,per_clock,per_clock_lo,per_clock_hi,matrix_clock_hz,fraction_matrix,sm_clock_nvml_hz,mem_temperature_c,sms,pcie_lanes
  $ fields benchmark variant status metric unit x roof <everything.csv
  skeleton dlcm-ca ok bandwidth B/s 1048576 
  skeleton dlcm-cg ok bandwidth B/s 1048576 
  toy default ok bandwidth B/s  
  toy_cycles default ok cycles cycles 4 
  toy default ok bandwidth B/s 1 toy.add
  toy default ok bandwidth B/s 4 toy.add

Numbers are not quoted, none is 0 for unknown, and a run has one id:

  $ tr ',' '\n' <everything.csv | grep -cE '^"[-+0-9.e]+"$'
  0
  [1]
  $ fields power_w temperature_c mem_temperature_c energy_j mem_clock_hz <everything.csv | sort -u
      
  $ fields run_id <everything.csv | sort -u | wc -l
  1

An SM that is slower than the others is no doubt, and not what the limit follows:

  $ GPUBENCH_FAKE=slowest=0.99 gpubench-fake -b toy -a op=add -a parts=4 2>/dev/null | fields sm_clock_slowest_hz fraction sm_clock_hz status | xargs printf '%.4g %s %s %s\n'
  1.485e+09 0.5 1.5e+09 ok

A thermal slowdown is suspect, which is no failure:

  $ GPUBENCH_FAKE=throttle=0x40,sleep=0.1 gpubench-fake -b toy -a op=double --quick | fields throttle status reason
  toy   1 point in #   best 102.4 MB/s   1 suspect: hardware or thermal slowdown (1)
  hw_thermal_slowdown suspect hardware or thermal slowdown

Noise ends with the budget:

  $ GPUBENCH_FAKE=noise=0.05 gpubench-fake -b toy -a op=double --quick --timeout 0.01 2>/dev/null | fields stop
  budget

Half a plug-in, a FIFO and a folder stop no other:

  $ mkdir half; head -c 5000 build/tests/plugins/toy.so >half/cut.so; mkfifo half/pipe.so; mkdir half/folder.so
  $ GPUBENCH_PLUGIN_PATH=half gpubench-fake --list 2>&1 | sed 's/ damaged: .*/ damaged/'
  gpubench: plug-in half/cut.so is not used: the file is truncated or damaged
  gpubench: plug-in half/folder.so is not used: a folder, expected a shared object
  gpubench: plug-in half/pipe.so is not used: a FIFO, expected a shared object
  skeleton         GPU   adds a constant to an array: a benchmark to start your own from
  toy              GPU   a plug-in for the tests, over the fake device
  toy_cycles       GPU   a plug-in for the tests that observes cycles

Places of plug-ins, some without any:

  $ mkdir elsewhere; cp build/tests/plugins/toy_pair.so elsewhere
  $ gpubench-fake -b toy_pair
  gpubench: no benchmark 'toy_pair'; there are skeleton, toy, toy_cycles
  [1]
  $ gpubench-fake --plugin elsewhere/toy_pair.so -b toy_pair --quick 2>/dev/null | fields benchmark status
  toy_pair skipped
  toy_pair skipped
  toy_pair skipped
  $ cd elsewhere; gpubench-fake --plugin toy_pair.so -b toy_pair --quick 2>/dev/null | fields benchmark status
  toy_pair skipped
  toy_pair skipped
  toy_pair skipped
  $ GPUBENCH_PLUGIN_PATH=/absent:elsewhere gpubench-fake -b toy_pair --quick | fields benchmark status
  toy_pair   3 points   3 skipped: needs a second GPU, and this run has one
  toy_pair skipped
  toy_pair skipped
  toy_pair skipped
  $ for path in "" /absent . /absent:.; do GPUBENCH_PLUGIN_PATH=$path gpubench-fake --list 2>&1 | grep PATH; done
  gpubench: GPUBENCH_PLUGIN_PATH=: no plug-in (NAME.so) there: name folders such as build/plugins, ':' between them
  gpubench: GPUBENCH_PLUGIN_PATH=/absent: no plug-in (NAME.so) there: name folders such as build/plugins, ':' between them
  gpubench: GPUBENCH_PLUGIN_PATH=.: no plug-in (NAME.so) there: name folders such as build/plugins, ':' between them
  gpubench: GPUBENCH_PLUGIN_PATH=/absent:.: no plug-in (NAME.so) there: name folders such as build/plugins, ':' between them
  $ mkdir none; cp "$(type -p gpubench-fake)" none; none/gpubench-fake --all
  gpubench: no plug-ins were found: name their folders in GPUBENCH_PLUGIN_PATH, or files with --plugin
  [1]

A file for each GPU, and one JSON file for both. Standard output stays empty.

  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick -o %h-%u.csv --json both.json 2>/dev/null
  $ for uuid in a b; do fields gpu_uuid point <host-GPU-${uuid}0000000-1111-2222-3333-444444444444.csv; done; build/tests/unit/test_json both.json
  GPU-a0000000-1111-2222-3333-444444444444 op=double,block=256
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256
  GPU-b0000000-1111-2222-3333-444444444444 op=double,block=256
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256
  6 rows

Two of three devices:

  $ GPUBENCH_FAKE=devices=3 gpubench-fake -b toy -d GPU-b000,0 --quick -o some.csv 2>/dev/null
  $ fields device <some.csv | sort | uniq -c
        3 0
        3 1

CSV and JSON, which has raw samples:

  $ gpubench-fake -b toy --quick --json one.json 2>/dev/null | fields point
  op=double,block=256
  op=add,parts=1,block=256
  op=add,parts=4,block=256
  $ build/tests/unit/test_json one.json; grep -o '"raw":{"launches_per_batch":' one.json | uniq -c
  3 rows
        3 "raw":{"launches_per_batch":

In a pipeline there are no roofs, but with -o there are:

  $ gpubench-fake -b toy --quick 2>&1 >/dev/null | cat
  $ gpubench-fake -b toy --quick -o x.csv 2>&1 | cat
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256

A full disk, and a reader that goes away, who has a whole line; JSON is then valid:

  $ gpubench-fake -b toy --quick >/dev/full
  gpubench: standard output: cannot write: No space left on device
  [2]
  $ GPUBENCH_FAKE=sleep=0.01 gpubench-fake -b toy --quick --json pipe.json 2>closed | head -1 | cut -c 1-40
  schema,version,run_id,time_utc,host,job_
  [2]
  $ sed 's/after .* rows/after ... rows/' closed; build/tests/unit/test_json pipe.json >valid && echo valid
  gpubench: standard output, after ... rows: cannot write: Broken pipe
  valid
