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
