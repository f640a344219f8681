The gate: `gpubench check` on the fake device. The scatter of a plug-in's roof between cards is unknown, so --max-drop judges it.

  $ GPUBENCH_HOST=site GPUBENCH_FAKE=devices=3 gpubench-fake --all --quick -o ref.csv 2>/dev/null

Eight healthy GPUs, are fine in one line, which says on what it stands:

  $ GPUBENCH_FAKE=devices=8 gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  1 of 1 roof judged; OK: 8 GPUs of host match their baseline

A slow one ends with 3, and is named:

  $ GPUBENCH_FAKE=devices=8,slow=1.03,slowdevice=7 gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  1 of 1 roof judged; slow: host: GPU 7 (GPU-b1000000-1111-2222-3333-444444444444) toy.add 2.9 % below its baseline
  [3]

Below what it gave itself:

  $ GPUBENCH_FAKE=devices=1,slow=1.03 gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  1 of 1 roof judged; slow: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add 2.9 % below its own value in the baseline
  [3]

A floor of one's own:

  $ GPUBENCH_FAKE=devices=2,slow=1.03 gpubench-fake check --baseline ref.csv --max-drop 5%
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 1 GPU of the baseline, on other hosts, is not in these files
  1 of 1 roof judged; OK: 2 GPUs of host match their baseline

Several are counted:

  $ GPUBENCH_FAKE=devices=8,slow=1.3 gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: host: GPU 1 (GPU-b0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its own value in the baseline
  gpubench: host: GPU 2 (GPU-c0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its own value in the baseline
  gpubench: host: GPU 3 (GPU-d0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its baseline
  gpubench: host: GPU 4 (GPU-e0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its baseline
  gpubench: host: GPU 5 (GPU-f0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its baseline
  gpubench: host: GPU 6 (GPU-a1000000-1111-2222-3333-444444444444) toy.add 23.1 % below its baseline
  gpubench: host: GPU 7 (GPU-b1000000-1111-2222-3333-444444444444) toy.add 23.1 % below its baseline
  1 of 1 roof judged; slow: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add 23.1 % below its own value in the baseline, and 7 more of 8 GPUs
  [3]

GPUs that are missing, are counted:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake check --max-drop 1% --baseline ref.csv --gpus 8
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 1 GPU of the baseline, on other hosts, is not in these files
  1 of 1 roof judged; no verdict: 2 GPUs of 8
  [2]

A measurement that fails, is named:

  $ GPUBENCH_FAKE=devices=2,fail=launch:3+ gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: GPU 0: toy op=add,parts=4: failed: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
  gpubench: ... and 2 more points: the same
  gpubench: GPU 1: toy op=add,parts=4: failed: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
  gpubench: ... and 2 more points: the same
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add is not measured
  gpubench: no verdict: host: GPU 1 (GPU-b0000000-1111-2222-3333-444444444444) 3 measurements failed, first toy op=add,parts=4: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
  gpubench: no verdict: host: GPU 1 (GPU-b0000000-1111-2222-3333-444444444444) toy.add is not measured
  gpubench: note: 1 GPU of the baseline, on other hosts, is not in these files
  0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) 3 measurements failed, first toy op=add,parts=4: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure), and 3 more
  [2]

No GPU:

  $ GPUBENCH_FAKE=nodriver=1 gpubench-fake check --max-drop 1% --baseline ref.csv
  gpubench: no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine; --device host measures this host's processors
  [2]

A wrong option:

  $ gpubench-fake check --seconds nothing
  gpubench: --seconds 'nothing': expected a number above 0
  [1]

No reference at all:

  $ gpubench-fake check
  gpubench: this program was installed without references: use --baseline, or name a folder in GPUBENCH_REFERENCE
  [2]

A file of rows that were measured before, with what is expected of the card, by its kind:

  $ GPUBENCH_FAKE=devices=1 gpubench-fake check --max-drop 1% --baseline ref.csv -o kept.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  1 of 1 roof judged; OK: 1 GPU of host matches its baseline
  $ gpubench-fake check --max-drop 1% kept.csv --baseline ref.csv --expect ecc=ON --expect mig=Disabled --expect power=700.0W
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  1 of 1 roof judged; OK: 1 GPU of host matches its baseline
  $ gpubench-fake check kept.csv --expect sms=abc
  gpubench: --expect sms=abc: expected driver= or vbios=, ecc= or mig= with on or off, or power=, sms= or lanes= with a number
  [1]
  $ gpubench-fake check kept.csv -o none.csv
  gpubench: -o saves measured rows: it cannot be combined with FILE
  [1]

Rows are kept. What is below is measured twice, and the file can be read.

  $ fields run_id <kept.csv | sort -u | wc -l
  1
  $ GPUBENCH_FAKE=devices=1,slow=1.03 gpubench-fake check --max-drop 1% --baseline ref.csv -o twice.csv >/dev/null 2>&1
  [3]
  $ fields run_id <twice.csv | sort -u | wc -l; gpubench-fake roofs twice.csv >/dev/null
  2
  gpubench: twice.csv: note: 1 GPU has older runs, which are left out
  $ gpubench-fake check --max-drop 1% twice.csv --baseline ref.csv
  gpubench: twice.csv: note: 1 GPU has older runs, which are left out
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  1 of 1 roof judged; slow: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add 2.9 % below its own value in the baseline
  [3]

A line that cannot be read leaves no verdict:

  $ { cat kept.csv; echo garbage; } >partly.csv; gpubench-fake check --max-drop 1% partly.csv --baseline ref.csv
  gpubench: partly.csv: line 5: the row: found '1 fields', expected 64 as in the header
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  no verdict: not all of the input could be read; of the rest, 1 of 1 roof judged; OK: 1 GPU of host matches its baseline
  [2]

Another model is not judged. An interval of some hundred percent decides nothing, wherever the value lies.

  $ sed 's/,Fake GPU,/,Other GPU,/' kept.csv >other.csv; gpubench-fake check --max-drop 1% other.csv --baseline ref.csv
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) cannot be judged: there is no baseline for Other GPU, board 900-FAKE0-0000-000, 700 W
  [2]
  $ tests/shared/set_columns.py kept.csv value '*0.3' lo '*0.1' hi '*3' >wide.csv; gpubench-fake check --max-drop 1% wide.csv --baseline ref.csv
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: note: 2 GPUs of the baseline, on other hosts, are not in these files
  0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add cannot be judged: its interval is -90.0 % ... +200 % from its own value in the baseline
  [2]

No such file, and no such baseline:

  $ gpubench-fake check none.csv --baseline ref.csv
  gpubench: none.csv: cannot be read: No such file or directory
  gpubench: no GPU in these files
  [2]
  $ gpubench-fake check --baseline none.csv
  gpubench: none.csv: cannot be read: No such file or directory
  gpubench: no GPU in the baseline
  [2]

A reference is made, found next to the program or in a folder of a site, and held to. It does not tell hosts.

  $ mkdir reference; results/reference.py ref.csv >reference/fake.csv; fields gpu_uuid host <reference/fake.csv | sort | uniq -c
        2 GPU-a0000000-1111-2222-3333-444444444444 
        2 GPU-b0000000-1111-2222-3333-444444444444 
        2 GPU-c0000000-1111-2222-3333-444444444444 
  $ export GPUBENCH_REFERENCE=reference; GPUBENCH_FAKE=devices=4 gpubench-fake check --max-drop 1%
  gpubench: reference of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  1 of 1 roof judged; OK: 4 GPUs of host match their reference
  $ export GPUBENCH_REFERENCE=reference; GPUBENCH_FAKE=devices=4,slow=1.03 gpubench-fake check --max-drop 1% 2>/dev/null
  1 of 1 roof judged; slow: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) toy.add 2.9 % below its own value in the reference, and 3 more of 4 GPUs
  [3]
  $ GPUBENCH_REFERENCE=reference gpubench-fake compare ref.csv --baseline reference --max-drop 5% 2>&1 >/dev/null
  gpubench: reference of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  gpubench: --max-drop 5%: 1 of 1 roof judged; OK: 3 GPUs of site match their reference

A board that it does not have is held to others of its model:

  $ sed 's/900-FAKE0-0000-000/900-FAKE0-0000-001/' ref.csv >board.csv; GPUBENCH_REFERENCE=reference gpubench-fake check --max-drop 1% board.csv
  gpubench: reference of Fake GPU, board 900-FAKE0-0000-001: 3 GPUs of other boards; spread 0.0 to 0.0 %
  1 of 1 roof judged; OK: 3 GPUs of site match their reference

GPUs of three hosts, and of one, against the reference that comes with the program:

  $ for host in n1 n2; do sed "s/,vm,/,$host,/; s/GPU-25eff6b3/GPU-$host/" tests/data/card/full.csv >$host.csv; done
  $ GPUBENCH_REFERENCE=results/reference gpubench check n1.csv n2.csv tests/data/card/full.csv 2>/dev/null | grep -o 'OK: .*'
  OK: 3 GPUs (1 of n1, 1 of n2, 1 of vm) match their reference
  $ GPUBENCH_REFERENCE=results/reference gpubench check n1.csv 2>/dev/null | grep -o 'OK: .*'
  OK: 1 GPU of n1 matches its reference

Roofs of a run are kept once, and those of a later run are added. A reference with its own runs is as before.

  $ results/reference.py ref.csv >reference.csv; results/keep.py ref.csv cards.csv; cp cards.csv once.csv; results/keep.py ref.csv cards.csv; cmp cards.csv once.csv
  $ fields roof <ref.csv | grep -c .; fields roof <cards.csv | grep -c .
  6
  6
  $ sed "s/$(fields run_id <ref.csv | head -1)/another/" ref.csv >again.csv; results/keep.py again.csv cards.csv; fields run_id <cards.csv | sort | uniq -c | awk '{ print $1 }'
  6
  6
  $ results/reference.py reference.csv ref.csv | cmp - reference.csv

The references that come with the program judge their own quick runs:

  $ for model in h200-sxm h100-sxm; do gpubench-fake check --baseline results/reference/$model.csv results/$model/quick.csv 2>/dev/null; done
  32 of 32 roofs judged; OK: 1 GPU of vm matches its baseline
  29 of 29 roofs judged; OK: 1 GPU of vm matches its baseline

None of the cards that made them is slow, without two that have a defect: a slow L2, and a thermal slowdown.

  $ for model in h200-sxm h100-sxm; do (echo schema, && fields run_id <results/reference/$model.csv | sort -u) >runs; grep -F -f runs results/fleet/$model.csv | grep -v -e GPU-09c3ac76 -e GPU-06fd217d >quick.csv; fields gpu_uuid <quick.csv | sort -u | wc -l; gpubench-fake check --baseline results/reference/$model.csv quick.csv 2>/dev/null; done
  24
  27 of 54 roofs judged; no verdict: vm: GPU 0 (GPU-0fe54f32-310f-ce28-ad19-5483b6c92573) l1.read is not measured, and 132 more
  18
  28 of 52 roofs judged; no verdict: vm: GPU 0 (GPU-08f20e34-1887-aa0d-efc6-a27af84ac5cd) dram.read is not measured, and 33 more
  [2]

A card that throttled itself does not pass, although its roofs are as fast as those of others:

  $ grep -e ^schema, -e GPU-06fd217d results/fleet/h100-sxm.csv >throttled.csv; gpubench-fake check --baseline results/reference/h100-sxm.csv throttled.csv 2>/dev/null
  31 of 31 roofs judged; throttled: vm: GPU 0 (GPU-06fd217d-9725-d7cf-f95a-f426697f33b2) hardware or thermal slowdown in 5 roofs, first tensor.tf32
  [3]
  $ gpubench-fake compare throttled.csv 2>/dev/null | grep slowdown
    vm    GPU-06fd217d-9725-d7cf-f95a-f426697f33b2       hardware or thermal slowdown in 5 roofs, first tensor.tf32

A quick run of an H100 whose clock moved by 1 % during the run is fine; if one roof is 1 % slower, it is found:

  $ cat >slower <<'END'
  > import csv, sys
  > rows = [row for row in csv.DictReader(open("results/fleet/h100-sxm.csv", encoding="utf-8")) if row["gpu_uuid"].startswith("GPU-d29fec79") and row["mode"] == "quick"]
  > for row in rows:
  >     for name in ("value", "lo", "hi", "per_clock", "per_clock_lo", "per_clock_hi"):
  >         if row["roof"] == sys.argv[1] and row[name]:
  >             row[name] = repr(float(row[name]) * 0.99)
  > out = csv.DictWriter(sys.stdout, rows[0].keys(), lineterminator="\n")
  > out.writeheader()
  > out.writerows(rows)
  > END
  $ for roof in none fp32 random.read tensor.fp8 dram.write; do python3 slower $roof >slower.csv; gpubench-fake check --baseline results/reference/h100-sxm.csv slower.csv 2>/dev/null; done
  30 of 30 roofs judged; OK: 1 GPU of vm matches its baseline
  30 of 30 roofs judged; slow: vm: GPU 0 (GPU-d29fec79-d5e2-17de-e509-26c73b42229c) fp32, work per clock, 1.0 % below its own value in the baseline
  30 of 30 roofs judged; slow: vm: GPU 0 (GPU-d29fec79-d5e2-17de-e509-26c73b42229c) random.read 1.0 % below its own value in the baseline
  30 of 30 roofs judged; slow: vm: GPU 0 (GPU-d29fec79-d5e2-17de-e509-26c73b42229c) tensor.fp8, work per clock, 1.0 % below its own value in the baseline
  30 of 30 roofs judged; slow: vm: GPU 0 (GPU-d29fec79-d5e2-17de-e509-26c73b42229c) dram.write 1.0 % below its own value in the baseline
  [3]
