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

Planted faults of flips.so. The watch is repeated for longer until the units whose point has a text have enough passes.
Word 70001 is in block 273, which runs on SM 1 of the fake device; the bit is 0x400.

  $ cat >watch <<'END'
  > passes=$1 point=$2; shift 2
  > for seconds in 0.1 1 10 100; do
  >   gpubench-fake --plugin build/tests/plugins/flips.so -b flips --sdc $seconds "$@" >watched.csv 2>err; status=$?
  >   [ "$(fields point metric value <watched.csv | awk -v point="$point" '$1 ~ point && $2 == "sdc_passes" { print $3 }' | sort -n | head -1)" -lt "$passes" ] || break
  > done
  > grep '^gpubench' err | sed -E 's/1 of [0-9]+ passes/1 of N passes/; s/in [0-9.e+]+ passes, .* checked/in N passes, N words checked/; s/pass [3-9]:/pass N:/; s/(verify: )?(1 of 262144) (words|results)/\2 results/; s/(SM 1); verify: word.*/\1/'
  > fields mode point metric value status <watched.csv | grep -E ' sdc_(errors|ecc|rows|xids)' | grep -E ' sdc_errors | [1-9][0-9]* [a-z]*$'
  > exit $status
  > END

A healthy card: every word of every pass is compared, and no row sets a roof.

  $ . ./watch 10 fault=none
  gpubench: 0 wrong results in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  $ fields roof status <watched.csv | sort -u; fields metric value <watched.csv | awk '{ is[$1] = $2 } END { print (is["sdc_words"] >= 262144 * is["sdc_passes"]) }'
   ok
  1

A fault in the second pass, in the first, in a late one, one that is accepted, and one that only a kernel's own check sees:

  $ for fault in second first late accepted checked; do (. ./watch 12 fault=$fault -a fault=none,$fault); echo "$?"; fields point metric value <watched.csv | awk -v point=$fault '$1 ~ point { is[$2] = $3 } END { print "it goes on:", (is["sdc_passes"] > is["sdc_errors"]) }'; done
  gpubench: GPU 0: flips fault=second: failed: 1 of N passes is wrong; pass 2: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM unknown; verify: word 70001: got 0xff427c22, expected 0xff427822
  gpubench: 1 wrong result in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=second sdc_errors 1 failed
  3
  it goes on: 1
  gpubench: GPU 0: flips fault=first: failed: 1 of N passes is wrong; pass 1: verify: word 70001: got 0xff427c22, expected 0xff427822; the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM 1
  gpubench: 1 wrong result in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=first sdc_errors 1 failed
  3
  it goes on: 1
  gpubench: GPU 0: flips fault=late: failed: 1 of N passes is wrong; pass N: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM 1
  gpubench: 1 wrong result in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=late sdc_errors 1 failed
  3
  it goes on: 1
  gpubench: GPU 0: flips fault=accepted: failed: 1 of N passes is wrong; pass N: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM 1
  gpubench: 1 wrong result in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=accepted sdc_errors 1 failed
  3
  it goes on: 1
  gpubench: GPU 0: flips fault=checked: failed: 1 of N passes is wrong; pass N: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM 1; 1 of 262144 results are wrong, the first at 70001
  gpubench: 1 wrong result in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=checked sdc_errors 1 failed
  3
  it goes on: 1

A unit that is always wrong is not visited forever, and the others are watched:

  $ . ./watch 16 fault=always -a fault=always,none | sed -E 's/[0-9]+ of [0-9]+ passes are/N of N passes are/; s/the first in pass [0-9]+/the first in pass N/'
  gpubench: GPU 0: flips fault=always: failed: N of N passes are wrong; pass 1: verify: word 70001: got 0xff427c22, expected 0xff427822; block and SM unknown
  gpubench: 16 wrong results in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=always sdc_errors 16 failed
  sdc fault=none sdc_errors 0 ok
  [3]

Memory errors that are not corrected are failures, as is an Xid; corrected ones are counted:

  $ export GPUBENCH_FAKE=sdc_ecc_uncorrected=20; . ./watch 20 fault=none
  gpubench: GPU 0: flips fault=none: failed: uncorrected ECC errors: 1
  gpubench: 0 wrong results in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 1, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 failed
  sdc fault=none sdc_ecc_uncorrected 1 failed
  [3]
  $ export GPUBENCH_FAKE=sdc_ecc_corrected=20,sdc_rows_remapped=20; . ./watch 20 fault=none
  gpubench: 0 wrong results in N passes, N words checked; corrected ECC errors 1, uncorrected ECC errors 0, rows of memory replaced 1, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  sdc fault=none sdc_errors 0 ok
  sdc fault=none sdc_ecc_corrected 1 ok
  sdc fault=none sdc_rows_remapped 1 ok
  $ export GPUBENCH_FAKE=sdc_xids=20; . ./watch 20 fault=none
  gpubench: GPU 0: flips fault=none: failed: Xid events: 1, the last 79
  gpubench: 0 wrong results in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 1
  sdc fault=none sdc_errors 0 failed
  sdc fault=none sdc_xids 1 failed
  [3]

Two GPUs are both watched:

  $ export GPUBENCH_FAKE=devices=2; . ./watch 2 fault=second -a fault=second | sort
  gpubench: 2 wrong results in N passes, N words checked; corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again 0, Xid events 0
  gpubench: GPU 0: flips fault=second: failed: 1 of N passes is wrong; pass 2: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM unknown; verify: word 70001: got 0xff427c22, expected 0xff427822
  gpubench: GPU 1: flips fault=second: failed: 1 of N passes is wrong; pass 2: the word at 0x445c4 of buffer 1 (1048576 bytes): got 0xff427c22, expected 0xff427822 (bits 0x00000400); block 273, SM unknown; verify: word 70001: got 0xff427c22, expected 0xff427822
  sdc fault=second sdc_errors 1 failed
  sdc fault=second sdc_errors 1 failed
  [3]
  $ fields device metric value <watched.csv | grep errors
  0 sdc_errors 1
  1 sdc_errors 1
