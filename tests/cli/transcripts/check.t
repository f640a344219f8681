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
