Machines on which NVML reports little or nothing.

A GPU that is part of its host's chip, on which NVML reports nothing. It has no address, no link, and no peak of a memory whose clock and width are not told.

  $ mkdir -p nvml; ln -sf "$PWD/build/tests/libfake_nvml.so" nvml/libnvidia-ml.so.1
  $ echo 'LD_LIBRARY_PATH=nvml GPUBENCH_FAKE_NVML=nothing GPUBENCH_FAKE=nvml=1,integrated=1,nouuid=1 command gpubench-fake "$@"' >orin
  $ . ./orin info | grep -E '^  (UUID|PCI|DRAM)'
    UUID                       not known
    PCI                        not known
    PCIe now (idle: slower)    not known
    PCIe at most               not known
    PCIe packets sent again    not known
    DRAM                       not known: the memory is that of the host, and this module is not in the table

It is named by what it has, and a file cannot be by its UUID:

  $ . ./orin -d 7 --all
  gpubench: no device '7'; there is 0 (Fake GPU)
  [1]
  $ . ./orin --all -d ''
  gpubench: no device ''; there is 0 (Fake GPU)
  [1]
  $ . ./orin --all -o %u.csv
  gpubench: '%u.csv': %u is the GPU's UUID, which is not known here
  [1]

Two of these are told apart by their hosts:

  $ for host in orin1 orin2; do export GPUBENCH_HOST=$host; . ./orin --all --quick -o $host.csv 2>/dev/null; done
  $ gpubench-fake compare orin1.csv orin2.csv | grep 'Fake GPU'
  Fake GPU: 2 GPUs on 2 hosts

A power limit that is not known has no reference, and cards of unknown limit do not stand for one with a limit:

  $ LD_LIBRARY_PATH=nvml GPUBENCH_FAKE_NVML=card GPUBENCH_FAKE=nvml=1 gpubench-fake --all --quick -o card.csv 2>/dev/null
  $ mkdir references; results/reference.py card.csv >references/fake.csv; echo 'export GPUBENCH_REFERENCE=references' >referred
  $ . ./referred; LD_LIBRARY_PATH=nvml GPUBENCH_FAKE_NVML=unsupported GPUBENCH_FAKE=nvml=1 gpubench-fake check
  0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) cannot be judged: there is no reference for Fake GPU, with unknown power limit
  [2]
  $ sed '/^schema/!s/,700,/,,/' card.csv >nolimit.csv; results/reference.py nolimit.csv >references/fake.csv
  $ . ./referred; gpubench-fake check nolimit.csv --max-drop 5%
  gpubench: reference of Fake GPU, board 692-2G520-0282-001: 1 GPU
  1 of 1 roof judged; OK: 1 GPU of host matches its reference
  $ . ./referred; gpubench-fake check card.csv
  0 of 1 roof judged; no verdict: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) cannot be judged: there is no reference for Fake GPU, board 692-2G520-0282-001, 700 W
  [2]

A watch does not count what a card does not report:

  $ for like in noinit nothing unsupported card; do LD_LIBRARY_PATH=nvml GPUBENCH_FAKE_NVML=$like GPUBENCH_FAKE=nvml=1 gpubench-fake -b toy --sdc 0.1 -o $like.csv 2>&1 | sed -n 's/.* words checked; //p'; fields metric <$like.csv | grep -E 'ecc|remapped|xids' | sort -u | wc -l; done
  corrected ECC errors not available, uncorrected ECC errors not available, rows of memory replaced not available, row replacements pending not available, row replacements failed not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not available
  0
  corrected ECC errors not available, uncorrected ECC errors not available, rows of memory replaced not available, row replacements pending not available, row replacements failed not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not available
  0
  corrected ECC errors not available, uncorrected ECC errors not available, rows of memory replaced not available, row replacements pending not available, row replacements failed not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not available
  0
  corrected ECC errors 0, uncorrected ECC errors 0, rows of memory replaced 0, row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, NVLink packets sent again not available, Xid events 0
  4
  $ mkdir absent; echo >absent/libnvidia-ml.so.1; LD_LIBRARY_PATH=absent GPUBENCH_FAKE=nvml=1 gpubench-fake -b toy --sdc 0.1 2>&1 >/dev/null | sed -n 's/.* words checked; //p'
  corrected ECC errors not available, uncorrected ECC errors not available, rows of memory replaced not available, row replacements pending not available, row replacements failed not available, PCIe packets sent again not available, NVLink packets sent again not available, Xid events not available

A card of which all is known, as its rows, `info` and a sustained load show:

  $ cat >like <<'END'
  > export GPUBENCH_FAKE_NVML=$1 LD_LIBRARY_PATH=nvml GPUBENCH_FAKE=nvml=1$2 GPUBENCH_HOST=site; [ "$1" != absent ] || LD_LIBRARY_PATH=absent; shift 2
  > gpubench-fake "$@"
  > END
  $ cat >told <<'END'
  > . ./like "$@" --all --quick -o like.csv --json like.json 2>/dev/null; gpubench-fake info | sed '/^$/,$d' >like.info
  > fields gpu_uuid pci_bus_id driver vbios board ecc mig power_limit_w numa_node memory_bytes mem_clock_hz <like.csv | sort -u; fields status power_w temperature_c mem_temperature_c energy_j throttle <like.csv | sort | uniq -c
  > END
  $ . ./told card ""; cp like.csv card.csv; cat like.info; cp like.info card.info
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00 96.00.61.00.01 692-2G520-0282-001 on off 700  67108864 
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00 96.00.61.00.01 692-2G520-0282-001 on off 700  67108864 3.201e+09
        4 ok     
        2 skipped     
  GPU 0: Fake GPU
    UUID                       GPU-a0000000-1111-2222-3333-444444444444
    PCI                        0000:18:00.0
    compute capability         9.0
    driver                     580.00
    CUDA, driver / program     13.0/13.0
    VBIOS                      96.00.61.00.01
    board part number          692-2G520-0282-001
    ECC                        on
    MIG                        off
    power limit                700.0 W
    NUMA node                  not known
    SMs                        4 (x 128 = 512 FP32 lanes)
    device memory              64 MiB
    PCIe now (idle: slower)    not known
    PCIe at most               not known
    NVLinks                    none are reported
    corrected ECC errors       40 since the driver was loaded
    uncorrected ECC errors     2 since the driver was loaded
    rows of memory replaced    3 since the card was made
    row replacements pending   1 since the last reset
    row replacements failed    0 since the card was made
    PCIe packets sent again    700 since the last reset
    NVLink packets sent again  not known
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
  $ . ./like card ,sleep=0.01 -b toy -a op=add -a parts=4 --sustained 0.7 2>/dev/null | fields power_w temperature_c mem_temperature_c throttle | grep -m 1 sw_power
  100 61 72 sw_power_cap

Libraries that report less, one that does not start, and no library: every point is measured, and nothing is invented.
The values that the library leaves for calls that it refuses are in no output.

  $ echo '! sed -E -e "s/\"(time_utc|run_id|version|value|lo|hi|min|max)\":[^,}]*//g; s/,B\/s(,[0-9.e+]+){3},/,B\/s,/g; s/\b[0-9a-f]{32}\b//g" -e "s/^(gpubench_last_measurement_timestamp_seconds.*) [0-9]+$/\1/" "$@" | grep -E "692-2G520|rubbish|700|3\.201|3201|1\.98e|00\.00\.00|123456|\bnan\b|\binf\b"' >invents
  $ cat >commands <<'END'
  > . ./like "$@" --list-devices >shown 2>&1; echo "--list-devices: $?"
  > for command in "roofs like.csv" "roofs like.csv --csv" "roofs like.csv --json" "check like.csv --baseline like.csv --max-drop 5%" "check --baseline like.csv --max-drop 5%" "roofs like.csv --export prometheus" "roofs like.csv --export aiconfigurator" "report like.csv -o like.html"; do gpubench-fake $command >>shown 2>&1 || echo "$command: $?"; done
  > gpubench-fake compare like.csv card.csv >/dev/null 2>&1; echo "compare: $?"
  > END
  $ . ./told unsupported ""; diff card.info like.info; . ./commands unsupported ""; . ./invents like.json like.info shown
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00       67108864 
        4 ok     
        2 skipped     
  7,11c7,11
  <   VBIOS                      96.00.61.00.01
  <   board part number          692-2G520-0282-001
  <   ECC                        on
  <   MIG                        off
  <   power limit                700.0 W
  ---
  >   VBIOS                      not known
  >   board part number          not known
  >   ECC                        not known
  >   MIG                        not known
  >   power limit                not known
  18,23c18,23
  <   corrected ECC errors       40 since the driver was loaded
  <   uncorrected ECC errors     2 since the driver was loaded
  <   rows of memory replaced    3 since the card was made
  <   row replacements pending   1 since the last reset
  <   row replacements failed    0 since the card was made
  <   PCIe packets sent again    700 since the last reset
  ---
  >   corrected ECC errors       not known
  >   uncorrected ECC errors     not known
  >   rows of memory replaced    not known
  >   row replacements pending   not known
  >   row replacements failed    not known
  >   PCIe packets sent again    not known
  --list-devices: 0
  compare: 0
  $ . ./told vgpu ""; . ./commands vgpu ""; . ./invents like.json like.info shown
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00       67108864 
        4 ok     
        2 skipped     
  --list-devices: 0
  compare: 0
  $ . ./told nothing ""; . ./commands nothing ""; . ./invents like.json like.info shown
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0        67108864 
        4 ok     
        2 skipped     
  --list-devices: 0
  compare: 0
  $ . ./told noinit ""; diff card.info like.info; . ./commands noinit ""; . ./invents like.json like.info shown
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0        67108864 
        4 ok     
        2 skipped     
  5c5
  <   driver                     580.00
  ---
  >   driver                     not known
  7,11c7,11
  <   VBIOS                      96.00.61.00.01
  <   board part number          692-2G520-0282-001
  <   ECC                        on
  <   MIG                        off
  <   power limit                700.0 W
  ---
  >   VBIOS                      not known
  >   board part number          not known
  >   ECC                        not known
  >   MIG                        not known
  >   power limit                not known
  18,23c18,23
  <   corrected ECC errors       40 since the driver was loaded
  <   uncorrected ECC errors     2 since the driver was loaded
  <   rows of memory replaced    3 since the card was made
  <   row replacements pending   1 since the last reset
  <   row replacements failed    0 since the card was made
  <   PCIe packets sent again    700 since the last reset
  ---
  >   corrected ECC errors       not known
  >   uncorrected ECC errors     not known
  >   rows of memory replaced    not known
  >   row replacements pending   not known
  >   row replacements failed    not known
  >   PCIe packets sent again    not known
  --list-devices: 0
  compare: 0
  $ cp like.info noinit.info; . ./told absent ""; diff noinit.info like.info; . ./commands absent ""; . ./invents like.json like.info shown
  GPU-a0000000-1111-2222-3333-444444444444 0000:18:00.0        67108864 
        4 ok     
        2 skipped     
  --list-devices: 0
  compare: 0
  $ . ./told nothing ,integrated=1,nouuid=1; . ./commands nothing ,integrated=1,nouuid=1; . ./invents like.json like.info shown
           67108864 
        4 ok     
        2 skipped     
  --list-devices: 0
  compare: 0

A part of a card goes by its own UUID, also in names of files. The power of its card is not its own; what holds its
card back holds it back.

  $ . ./told mig ""; diff card.info like.info; . ./commands mig ""
  MIG-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00 96.00.61.00.01 692-2G520-0282-001 on on 700  67108864 
  MIG-a0000000-1111-2222-3333-444444444444 0000:18:00.0 580.00 96.00.61.00.01 692-2G520-0282-001 on on 700  67108864 3.201e+09
        4 ok     
        2 skipped     
  2c2
  <   UUID                       GPU-a0000000-1111-2222-3333-444444444444
  ---
  >   UUID                       MIG-a0000000-1111-2222-3333-444444444444
  10c10
  <   MIG                        off
  ---
  >   MIG                        on
  --list-devices: 0
  compare: 0
  $ . ./like mig ,sleep=0.01 -b toy -a op=add -a parts=4 --sustained 0.7 2>/dev/null | fields power_w energy_j temperature_c throttle | grep -m 1 sw_power
    61 sw_power_cap
  $ . ./like mig "" -d MIG-a0000000 --list-devices
  0   Fake GPU                     MIG-a0000000-1111-2222-3333-444444444444  0000:18:00.0  cc 9.0  4 SMs  0.1 GB  board 692-2G520-0282-001
  $ . ./like mig "" -b toy -a op=add -a parts=4 -o %u.csv 2>/dev/null; fields benchmark point <MIG-*.csv; gpubench-fake --resume %u.csv -b toy -a op=add -a parts=4
  toy op=add,parts=4,block=256
  gpubench: MIG-a0000000-1111-2222-3333-444444444444.csv: 1 points are kept, 0 measured anew
