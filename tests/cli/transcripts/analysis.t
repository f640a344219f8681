Commands that read result files: roofs, exports, compare.

Roofs of nothing:

  $ gpubench-fake roofs
  gpubench: no file: name result files, or - for standard input; see gpubench roofs --help
  [1]

An export that is none:

  $ gpubench-fake roofs --export excel tests/data/every-roof.csv
  gpubench: --export 'excel': expected ncu, ert, nersc, superbench, aiconfigurator or prometheus
  [1]

A part above 1:

  $ gpubench-fake compare --max-drop 5 tests/data/fleet.csv
  gpubench: --max-drop '5': expected a part such as 5% or 0.05
  [1]

A GPU that is not there:

  $ gpubench-fake roofs --gpu GPU-7 tests/data/every-roof.csv
  gpubench: --gpu 'GPU-7' matches none of the 1 GPUs, such as Test GPU "T1", 80\GB, GPU-aaaaaaaa-0000-0000-0000-000000000001 on node1
  [1]

A file that is not there:

  $ gpubench-fake roofs absent.csv
  gpubench: absent.csv: cannot be read: No such file or directory
  gpubench: no GPU in these files
  [2]

An export of two models:

  $ gpubench-fake roofs --export ncu tests/data/fleet.csv
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: 'Model A' and 'Model B' are different models; choose one with --gpu, by name, UUID, host or PCI id
  [2]

Output that cannot be written:

  $ gpubench-fake roofs tests/data/every-roof.csv -o absent/x
  gpubench: absent/x: cannot be written: No such file or directory
  [2]

A baseline that is not there:

  $ gpubench-fake compare tests/data/fleet.csv --baseline absent.csv
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: absent.csv: cannot be read: No such file or directory
  gpubench: no GPU in the baseline
  [2]

An outlier alone is no failure:

  $ gpubench-fake compare tests/data/fleet.csv
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Outliers: 1 GPU outside the scatter of healthy GPUs
    rank  verdict  deviation      z  worst roof          value  more roofs  host   GPU     PCI           differs in
       1  slow        -6.0 %  -20.2  fp32        56.40 TFLOP/s           -  node0  GPU-03  0000:21:00.0  SM clock 1.860 GHz (peers 1.980); throttle sw_power_cap (peers none); power limit 500 W (peers 700)
  
  Model B relative to Model A: ratio of medians; above 1 is better
    roof        ratio           base           this  ratio of limits  base, % of limit  this, % of limit
    launch.gap  1.001       1.251 µs       1.250 µs                -                 -                 -
    dram.read   0.600     3.998 TB/s     2.400 TB/s            1.000            80.0 %            48.0 %
    fp32        0.500  60.00 TFLOP/s  30.00 TFLOP/s            1.000            93.8 %            46.9 %
  
  Not measured, failed or throttled
    host   GPU     PCI           what
    node1  GPU-07  0000:21:00.0  no fp32
    node2  GPU-08  0000:18:00.0  no dram.read fp32 launch.gap; 1 row failed, first dram: cudaErrorDevicesUnavailable
  
  Model A: 9 GPUs on 3 hosts
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      8     3.998 TB/s     0.15 %  -0.2 %  +4.2 %     -     -
    fp32           7  60.00 TFLOP/s     0.30 %  -6.0 %  +0.2 %     1     -
    launch.gap     8       1.251 µs     0.30 %  -8.6 %  +0.5 %     -     -
  
  Model B: 1 GPU on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      1     2.400 TB/s          -  +0.0 %  +0.0 %     -     -
    fp32           1  30.00 TFLOP/s          -  +0.0 %  +0.0 %     -     -
    launch.gap     1       1.250 µs          -  +0.0 %  +0.0 %     -     -

--max-drop:

  $ gpubench-fake compare tests/data/fleet.csv --max-drop 5%
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Outliers: 1 GPU outside the scatter of healthy GPUs, and by 5 % at least
    rank  verdict  deviation      z  worst roof          value  more roofs  host   GPU     PCI           differs in
       1  slow        -6.0 %  -20.2  fp32        56.40 TFLOP/s           -  node0  GPU-03  0000:21:00.0  SM clock 1.860 GHz (peers 1.980); throttle sw_power_cap (peers none); power limit 500 W (peers 700)
  
  Model B relative to Model A: ratio of medians; above 1 is better
    roof        ratio           base           this  ratio of limits  base, % of limit  this, % of limit
    launch.gap  1.001       1.251 µs       1.250 µs                -                 -                 -
    dram.read   0.600     3.998 TB/s     2.400 TB/s            1.000            80.0 %            48.0 %
    fp32        0.500  60.00 TFLOP/s  30.00 TFLOP/s            1.000            93.8 %            46.9 %
  
  Not measured, failed or throttled
    host   GPU     PCI           what
    node1  GPU-07  0000:21:00.0  no fp32
    node2  GPU-08  0000:18:00.0  no dram.read fp32 launch.gap; 1 row failed, first dram: cudaErrorDevicesUnavailable
  
  Model A: 9 GPUs on 3 hosts
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      8     3.998 TB/s     0.15 %  -0.2 %  +4.2 %     -     -
    fp32           7  60.00 TFLOP/s     0.30 %  -6.0 %  +0.2 %     1     -
    launch.gap     8       1.251 µs     0.30 %  -8.6 %  +0.5 %     -     -
  
  Model B: 1 GPU on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      1     2.400 TB/s          -  +0.0 %  +0.0 %     -     -
    fp32           1  30.00 TFLOP/s          -  +0.0 %  +0.0 %     -     -
    launch.gap     1       1.250 µs          -  +0.0 %  +0.0 %     -     -
  gpubench: --max-drop 5%: 1 of 3 roofs judged; slow: node0: GPU 3 (GPU-03) fp32 6.0 % below its peers; 5 without a verdict
  gpubench: no verdict: node1: GPU 3 (GPU-07) fp32 is not measured
  gpubench: no verdict: node2: GPU 0 (GPU-08) 1 measurement failed, first dram: cudaErrorDevicesUnavailable
  gpubench: no verdict: node2: GPU 0 (GPU-08) dram.read is not measured
  gpubench: no verdict: node2: GPU 0 (GPU-08) fp32 is not measured
  gpubench: no verdict: node9: GPU 0 (GPU-20) nothing to compare it with: no peer, and no --baseline
  gpubench: differs: node0: GPU 3 (GPU-03) power limit 500 W, 8 peers 700 W
  [3]

--roof asks for what the host decides:

  $ gpubench-fake compare tests/data/fleet.csv --max-drop 5% --without fp32 --roof launch
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Outliers: 1 GPU outside the scatter of healthy GPUs, and by 5 % at least
    rank  verdict  deviation      z  worst roof     value  more roofs  host   GPU     PCI           differs in
       1  slow        -8.7 %  -31.9  launch.gap  1.369 µs           -  node1  GPU-05  0000:19:00.0
  
  Model B relative to Model A: ratio of medians; above 1 is better
    roof        ratio           base           this  ratio of limits  base, % of limit  this, % of limit
    launch.gap  1.001       1.251 µs       1.250 µs                -                 -                 -
    dram.read   0.600     3.998 TB/s     2.400 TB/s            1.000            80.0 %            48.0 %
    fp32        0.500  60.00 TFLOP/s  30.00 TFLOP/s            1.000            93.8 %            46.9 %
  
  Not measured, failed or throttled
    host   GPU     PCI           what
    node1  GPU-07  0000:21:00.0  no fp32
    node2  GPU-08  0000:18:00.0  no dram.read fp32 launch.gap; 1 row failed, first dram: cudaErrorDevicesUnavailable
  
  Model A: 9 GPUs on 3 hosts
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      8     3.998 TB/s     0.15 %  -0.2 %  +4.2 %     -     -
    fp32           7  60.00 TFLOP/s     0.30 %  -6.0 %  +0.2 %     -     -
    launch.gap     8       1.251 µs     0.30 %  -8.6 %  +0.5 %     1     -
  
  Model B: 1 GPU on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      1     2.400 TB/s          -  +0.0 %  +0.0 %     -     -
    fp32           1  30.00 TFLOP/s          -  +0.0 %  +0.0 %     -     -
    launch.gap     1       1.250 µs          -  +0.0 %  +0.0 %     -     -
  gpubench: --max-drop 5%: 0 of 1 roof judged; slow: node1: GPU 1 (GPU-05) launch.gap 8.7 % worse than its peers; 3 without a verdict
  gpubench: no verdict: node2: GPU 0 (GPU-08) 1 measurement failed, first dram: cudaErrorDevicesUnavailable
  gpubench: no verdict: node2: GPU 0 (GPU-08) launch.gap is not measured
  gpubench: no verdict: node9: GPU 0 (GPU-20) nothing to compare it with: no peer, and no --baseline
  gpubench: differs: node0: GPU 3 (GPU-03) power limit 500 W, 8 peers 700 W
  [3]

What is not measured is below every floor:

  $ gpubench-fake compare tests/data/fleet.csv --gpu node1 --max-drop 30%
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 30 % at least
  
  Not measured, failed or throttled
    host   GPU     PCI           what
    node1  GPU-07  0000:21:00.0  no fp32
  
  Model A: 4 GPUs on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      4     3.998 TB/s     0.15 %  -0.2 %  +4.2 %     -     -
    fp32           3  60.00 TFLOP/s     0.15 %  -0.2 %  +0.1 %     -     -
    launch.gap     4       1.254 µs     0.30 %  -8.5 %  +0.3 %     -     -
  gpubench: --max-drop 30%: 2 of 3 roofs judged; no verdict: node1: GPU 3 (GPU-07) fp32 is not measured
  [2]

Nobody below the floor:

  $ gpubench-fake compare tests/data/before.csv --max-drop 0.1%
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 0.1 % at least
  
  Model A: 4 GPUs on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      4     4.000 TB/s     0.00 %  +0.0 %  +0.0 %     -     -
    fp32           4  60.00 TFLOP/s     0.00 %  +0.0 %  +0.0 %     -     -
    launch.gap     4       1.250 µs     0.00 %  +0.0 %  +0.0 %     -     -
  gpubench: --max-drop 0.1%: 3 of 3 roofs judged; OK: 4 GPUs of node0 match their peers

Another model is no baseline, and says so:

  $ gpubench-fake compare tests/data/before.csv --baseline tests/data/every-roof.csv --max-drop 5%
  Outliers: 0 GPUs outside the scatter of healthy GPUs, and by 5 % at least
  
  Against tests/data/every-roof.csv: 0 worse, 0 better, 0 unchanged, 0 undecided, 12 without a baseline (margin 1 %; in intervals, + is better)
  
  Model A: 4 GPUs on 1 host
    roof        GPUs         median  robust sd   worst    best  slow  fast
    dram.read      4     4.000 TB/s     0.00 %  +0.0 %  +0.0 %     -     -
    fp32           4  60.00 TFLOP/s     0.00 %  +0.0 %  +0.0 %     -     -
    launch.gap     4       1.250 µs     0.00 %  +0.0 %  +0.0 %     -     -
  gpubench: --max-drop 5%: 3 of 3 roofs judged; no verdict: node0: GPU 0 (GPU-00) cannot be judged: there is no baseline for Model A, 700 W, and 3 more
  gpubench: no verdict: node0: GPU 1 (GPU-01) cannot be judged: there is no baseline for Model A, 700 W
  gpubench: no verdict: node0: GPU 2 (GPU-02) cannot be judged: there is no baseline for Model A, 700 W
  gpubench: no verdict: node0: GPU 3 (GPU-03) cannot be judged: there is no baseline for Model A, 700 W
  [2]

One GPU has no peers:

  $ gpubench-fake compare tests/data/every-roof.csv | tail -2
  Outliers: 0 GPUs outside the scatter of healthy GPUs
  No outliers without at least 3 GPUs of a model; gpubench check FILE compares one with its reference

No such model:

  $ gpubench-fake compare tests/data/fleet.csv --relative-to "Model C"
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: --relative-to 'Model C' is neither a file nor a model here; there is Model A; Model B
  [2]

A file of another model:

  $ gpubench-fake compare tests/data/fleet.csv --relative-to results/h200-sxm/all.csv
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: --relative-to results/h200-sxm/all.csv: its NVIDIA H200 is in none of these files
  [2]

A baseline of another model names the way, and no roof of it is a line:

  $ gpubench compare results/h100-sxm/all.csv --baseline results/h200-sxm/all.csv | sed -n 1,4p
  gpubench: the baseline has no NVIDIA H100 80GB HBM3: gpubench compare FILE... --relative-to results/h200-sxm/all.csv compares models side by side
  Against results/h200-sxm/all.csv: 0 worse, 0 better, 0 unchanged, 0 undecided, 100 without a baseline (margin 1 %; in intervals, + is better)
  
  NVIDIA H100 80GB HBM3, board 695-2G520-0200-000: 1 GPU on 1 host
    roof                           GPUs           median  robust sd   worst    best  slow  fast

A byte-order mark before the header costs no row:

  $ printf '\357\273\277' | cat - tests/data/before.csv >marked.csv
  $ gpubench-fake roofs marked.csv --csv | fields gpu_uuid roof value
  GPU-00 dram.read 4e+12
  GPU-00 fp32 6e+13
  GPU-00 launch.gap 1.25e-06
  GPU-00 fp32 15
  GPU-01 dram.read 4e+12
  GPU-01 fp32 6e+13
  GPU-01 launch.gap 1.25e-06
  GPU-01 fp32 15
  GPU-02 dram.read 4e+12
  GPU-02 fp32 6e+13
  GPU-02 launch.gap 1.25e-06
  GPU-02 fp32 15
  GPU-03 dram.read 4e+12
  GPU-03 fp32 6e+13
  GPU-03 launch.gap 1.25e-06
  GPU-03 fp32 15

A history of nothing names what was asked for:

  $ gpubench-fake history tests/data/every-roof.csv --gpu zzz
  gpubench: no roof of a GPU that matches 'zzz' in these files
  [2]

A mark and a repeated header, and LF from standard input, change nothing:

  $ gpubench-fake roofs --csv tests/data/every-roof.csv >plain
  $ { printf '\357\273\277'; cat tests/data/every-roof.csv tests/data/every-roof.csv; } >joined.csv; gpubench-fake roofs --csv joined.csv | cmp - plain
  $ tr -d '\r' <tests/data/every-roof.csv | gpubench-fake roofs --csv - | cmp - plain

A bad row and a torn one are told, and the rest is read. A file of rubbish costs no other.

  $ { head -3 tests/data/every-roof.csv; printf 'gpubench-1,x\r\n'; tail -n +4 tests/data/every-roof.csv; printf 'gpubench-1,cut'; } >bad.csv
  $ gpubench-fake roofs --csv bad.csv | cmp - plain
  gpubench: bad.csv: line 4: the row: found '2 fields', expected 47 as in the header
  gpubench: bad.csv: line 31: the file ends in this row, which is left out
  [2]
  $ cut -d, -f1-30 results/h200-sxm/all.csv >broken.csv; gpubench-fake roofs broken.csv tests/data/every-roof.csv | sed -n 3p
  gpubench: broken.csv: line 1: column status: found 'none', expected a header with the columns of gpubench-1
    dram.read          4.000 TB/s  0.10 %       5.000 TB/s      80.0 %          5.000 TB/s      80.0 %  1.980 GHz  ok       none          op=dram_read,block=256
  [2]

The same file 200 times, on all processors:

  $ gpubench-fake roofs --csv $(yes tests/data/every-roof.csv | head -200) | cmp - plain

One model of two:

  $ gpubench-fake roofs --gpu "model b" tests/data/fleet.csv | grep -E '^Model'
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Model B, GPU-20, host node9, PCI 0000:18:00.0, driver 580.159.04, VBIOS 96.00.A5.00.1A, ECC on

An export says which of its roofs are suspect:

  $ gpubench-fake roofs --export ncu tests/data/every-roof.csv >/dev/null
  gpubench: GPU-aaaaaaaa-0000-0000-0000-000000000001 on node1: l2.read is suspect: the SM clock moved by 3.0 %

A full disk:

  $ for command in 'roofs' 'roofs --json' 'roofs --csv' 'roofs --export prometheus' 'compare' 'compare --csv' 'compare --json'; do gpubench-fake $command tests/data/every-roof.csv >/dev/full; done
  gpubench: standard output: cannot write: No space left on device
  gpubench: cannot write: No space left on device
  gpubench: cannot write: No space left on device
  gpubench: standard output: cannot write: No space left on device
  gpubench: GPU-aaaaaaaa-0000-0000-0000-000000000001 on node1: l2.read is suspect: the SM clock moved by 3.0 %
  gpubench: standard output: cannot write: No space left on device
  gpubench: cannot write: No space left on device
  gpubench: cannot write: No space left on device
  [2]

-o replaces a file, and leaves it as it was if the command fails, with nothing next to it:

  $ mkdir disk; echo old >disk/metrics.prom; gpubench-fake roofs --export prometheus tests/data/every-roof.csv -o disk/metrics.prom 2>/dev/null
  $ cmp disk/metrics.prom tests/data/golden/gpubench.prom
  $ gpubench-fake roofs --export ncu tests/data/fleet.csv -o disk/metrics.prom 2>/dev/null
  [2]
  $ cmp disk/metrics.prom tests/data/golden/gpubench.prom; ls -A disk
  metrics.prom

Thirty GPUs in racks that only a user's column distinguishes. Those in one rack are 1 % slower.

  $ cat >racks.py <<<'import csv, sys
  > row = next(csv.DictReader(open("tests/data/fleet.csv")))
  > out = csv.DictWriter(sys.stdout, [*row, "rack"])
  > out.writeheader()
  > for gpu in range(30):
  >     value = float(row["value"]) * (0.99 if gpu % 3 == 1 else 1) * (0.97 if str(gpu) in sys.argv else 1) * (1 + gpu / 1e5)
  >     out.writerow(dict(row, gpu_uuid=f"GPU-{gpu}", host=f"n{gpu // 5}", device=gpu, value=value, lo=value, hi=value, rack=f"R{gpu % 3}", pci_bus_id="", run_id=gpu))'
  $ python3 racks.py >racks.csv; gpubench-fake compare racks.csv --group-by rack | grep 'GPUs with'
  10 of 30 GPUs with rack R1: dram.read -1.00 % (-1.02 ... -0.98 %); by chance less than 1 in 1000000
  $ gpubench-fake compare racks.csv | grep 'GPUs with'
  [1]
  $ gpubench-fake compare racks.csv --group-by row
  gpubench: --group-by: no row has a value in this column
  [1]

One more is 3 % slower: a job waits for the slowest GPU, and no longer without its node. Equal GPUs cost nothing.

  $ python3 racks.py 17 >one.csv; gpubench-fake compare one.csv --cost | grep -A 3 'synchronous job'
  A synchronous job on these 30 GPUs loses up to 3.1 %: it waits for n3 in dram.read; without it 1.0 %, without the first two 1.0 %
  $ gpubench-fake compare one.csv --cost --csv | grep -E '^(roof|node),dram.read,GPU-17,'
  roof,dram.read,GPU-17,n3,0.0308092985,0.0101464642,0.00151584896
  node,dram.read,GPU-17,n3,0.0308092985,,
  $ gpubench-fake compare one.csv --gpu n0 --cost | grep 'synchronous job'
  A synchronous job on these 5 GPUs loses up to 1.0 %: it waits for GPU-1 in dram.read; without it 1.0 %, without the first two 0.0 %

New GPUs are as good as the old:

  $ sed 's/GPU-/GPU-old/; s/,n\([0-9]\),/,old\1,/' racks.csv >old.csv; gpubench-fake compare racks.csv --baseline old.csv | grep 'of the baseline'
  30 GPUs of Model A against 30 of the baseline: no difference in 1 roof; least certain: dram.read +0.00 % (-0.01 ... +0.01 %)

A node that did not report has no verdict, and one with too few GPUs reported in part. No list is no pass.

  $ printf 'n%s.Example.org\n' 0 1 2 3 4 5 7 8 >nodes; grep -v "GPU-8," racks.csv >partly.csv
  $ gpubench-fake compare partly.csv --judge --nodes nodes
  Outliers: 0 GPUs outside the scatter of healthy GPUs
  
  8 nodes
    node              GPUs   worst  median    best  worst roof  state
    n0.Example.org       5  -1.0 %  -0.0 %  -0.0 %  dram.read
    n1.Example.org  4 of 5  -1.0 %  -0.0 %  +0.0 %  dram.read   in part
    n2.Example.org       5  -1.0 %  +0.0 %  +0.0 %  dram.read
    n3.Example.org       5  -1.0 %  +0.0 %  +0.0 %  dram.read
    n4.Example.org       5  -1.0 %  +0.0 %  +0.0 %  dram.read
    n5.Example.org       5  -1.0 %  +0.0 %  +0.0 %  dram.read
    n7.Example.org       0       -       -       -  -           did not report
    n8.Example.org       0       -       -       -  -           did not report
  
  Model A: 29 GPUs on 6 hosts
    roof       GPUs      median  robust sd   worst    best  slow  fast
    dram.read    29  3.992 TB/s     0.03 %  -1.0 %  +0.0 %     -     -
  gpubench: --judge: 1 of 1 roof judged; no verdict: 2 of 8 nodes did not report: n7.Example.org, n8.Example.org, and 1 more
  gpubench: no verdict: n1.Example.org reported only in part: 4 GPUs, while most nodes of its kind have 5
  [2]
  $ gpubench-fake check partly.csv --max-drop 5% --baseline racks.csv --nodes nodes
  gpubench: baseline of Model A: 30 GPUs; spread 0.0 to 0.0 %
  gpubench: no verdict: n1.Example.org reported only in part: 4 GPUs, while most nodes of its kind have 5
  gpubench: no verdict: n1: GPU 8 (GPU-8) is in the baseline but not in these files
  1 of 1 roof judged; no verdict: 2 of 8 nodes did not report: n7.Example.org, n8.Example.org, and 2 more
  [2]
  $ gpubench-fake check partly.csv --nodes /dev/null
  gpubench: /dev/null: is a device, expected a file or a pipe
  [1]

Two models against each other, by model, file and board, and from pipes, which are read once:

  $ gpubench compare results/h100-sxm/all.csv results/h200-sxm/all.csv | sed -n 1p
  NVIDIA H200, board 692-2G520-0282-000 relative to NVIDIA H100 80GB HBM3, board 695-2G520-0200-000: ratio of medians; above 1 is better
  $ for base in H200 results/h200-sxm/all.csv "$(fields board <results/h200-sxm/all.csv | sort -u)"; do gpubench compare results/h100-sxm/all.csv results/h200-sxm/all.csv --relative-to "$base" | sed -n 1p; done
  NVIDIA H100 80GB HBM3, board 695-2G520-0200-000 relative to NVIDIA H200, board 692-2G520-0282-000: ratio of medians; above 1 is better
  NVIDIA H100 80GB HBM3, board 695-2G520-0200-000 relative to NVIDIA H200, board 692-2G520-0282-000: ratio of medians; above 1 is better
  NVIDIA H100 80GB HBM3, board 695-2G520-0200-000 relative to NVIDIA H200, board 692-2G520-0282-000: ratio of medians; above 1 is better
  $ gpubench compare <(cat results/h100-sxm/all.csv) <(cat results/h200-sxm/all.csv) | sed -n 1p
  NVIDIA H200, board 692-2G520-0282-000 relative to NVIDIA H100 80GB HBM3, board 695-2G520-0200-000: ratio of medians; above 1 is better
