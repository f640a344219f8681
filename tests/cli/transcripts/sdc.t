--sdc, the watch for silent data corruption, on units that never differ and on requests that it refuses.

  $ echo 'gpubench-fake() { command gpubench-fake --plugin build/tests/plugins/flips.so -b flips "$@"; }' >flips

A call that fails is a failure, and no corruption:

  $ . ./flips; GPUBENCH_FAKE=fail=copy_out:1+ gpubench-fake --sdc 0.2 2>&1 >/dev/null | grep -o '^gpubench: GPU 0: flips fault=none: failed: '
  gpubench: GPU 0: flips fault=none: failed: 
  [2]

A GPU on which every unit is skipped; --verbose shows why:

  $ gpubench-fake --sdc 0.2 -b skeleton >/dev/null
  gpubench: 0 wrong results in 0 passes, 0 words checked; corrected ECC errors not available, uncorrected ECC errors not available, rows of memory replaced not available, row replacements pending not available, row replacements failed not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not available
  gpubench: GPU 0: nothing was checked; --verbose shows why units were skipped
  [2]
  $ gpubench-fake --sdc 0.2 -b skeleton -v 2>&1 >/dev/null | grep skipped
  gpubench: GPU 0: skeleton bytes=268435456 dlcm-ca: skipped: the free device memory holds 16777216 bytes of working set at most
  gpubench: GPU 0: skeleton bytes=268435456 dlcm-cg: skipped: the free device memory holds 16777216 bytes of working set at most
    0    skeleton   bytes=268435456 dlcm-ca       -      -         -  skipped
    0    skeleton   bytes=268435456 dlcm-cg       -      -         -  skipped
  gpubench: GPU 0: nothing was checked; --verbose shows why units were skipped
  [2]

No plug-in with points for it, and no GPU:

  $ gpubench-fake --sdc 1
  gpubench: no benchmark declares points for --sdc here: name benchmarks with -b
  [1]
  $ . ./flips; GPUBENCH_FAKE=nodriver=1 gpubench-fake --sdc 1
  gpubench: no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine; --device host measures this host's processors
  [2]

Options that cannot be combined with it, as it measures nothing:

  $ . ./flips; for option in --quick --every-point --plan '--points some.csv' '--launches 3' '--sustained 2' --remember '--resume new.csv' '--wait-idle 2'; do gpubench-fake --sdc 1 $option; done
  gpubench: --sdc measures nothing: --quick cannot be combined with it
  gpubench: --sdc measures nothing: --every-point cannot be combined with it
  gpubench: --sdc measures nothing: --plan cannot be combined with it
  gpubench: --sdc measures nothing: --points cannot be combined with it
  gpubench: --sdc measures nothing: --launches cannot be combined with it
  gpubench: --sdc measures nothing: --sustained cannot be combined with it
  gpubench: --sdc measures nothing: --remember cannot be combined with it
  gpubench: --sdc measures nothing: --resume cannot be combined with it
  gpubench: --sdc measures nothing: --wait-idle cannot be combined with it
  [1]
  $ gpubench-fake --sdc 1 --dry-run -b toy
  gpubench: a dry run measures nothing: --sdc cannot be combined with --dry-run
  [1]

No time, and a time that is no number:

  $ . ./flips; gpubench-fake --sdc 0
  gpubench: --sdc '0': expected a number above 0
  [1]
  $ . ./flips; gpubench-fake --sdc soon
  gpubench: --sdc 'soon': expected a number above 0
  [1]

Its rows are not measurements: a store does not keep them, they set no roofs, and no run completes them.

  $ . ./flips; gpubench-fake --sdc 1 -o healthy.csv 2>/dev/null
  $ fields mode status roof <healthy.csv | sort -u
  sdc ok 
  $ gpubench-fake store fleet.db healthy.csv
  gpubench: healthy.csv: 0 new rows
  $ gpubench-fake roofs healthy.csv
  gpubench: no GPU in these files
  [2]
  $ . ./flips; gpubench-fake --resume healthy.csv
  gpubench: healthy.csv: line 2: a row of --sdc, which is not a measurement: name another file
  [1]
