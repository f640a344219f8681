Peaks of cards that are remembered, from result files.

  $ gpubench peaks
  gpubench: no peaks are remembered: `gpubench --all --remember` measures and remembers them
  [2]
  $ gpubench peaks --folder
  cache/gpubench/peaks
  $ env -u XDG_CACHE_HOME HOME=/home/me "$(type -P gpubench-fake)" peaks --folder
  /home/me/.cache/gpubench/peaks
  $ XDG_CACHE_HOME=relative HOME=/home/me gpubench peaks --folder
  /home/me/.cache/gpubench/peaks

Asking makes no folder, and no home is made:

  $ ls cache
  ls: cannot access 'cache': No such file or directory
  [2]
  $ env -u XDG_CACHE_HOME HOME="$PWD/nobody" "$(type -P gpubench-fake)" peaks --update tests/data/card/full.csv
  gpubench: nobody: this home folder does not exist: peaks are kept below it, or below XDG_CACHE_HOME
  [2]
  $ mkdir somebody; env -u XDG_CACHE_HOME HOME="$PWD/somebody" "$(type -P gpubench-fake)" peaks --update tests/data/card/full.csv
  gpubench: remembered in 1 file
  $ find somebody -type d
  somebody
  somebody/.cache
  somebody/.cache/gpubench
  somebody/.cache/gpubench/peaks

A quick run has a file of its card and state, which is nobody else's, with a row for each roof and without libraries:

  $ gpubench peaks --update tests/data/card/quick.csv
  gpubench: remembered in 1 file
  $ ln -s cache/gpubench/peaks peaks; find -H peaks -printf '%m %P\n'
  700 
  600 GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv
  $ cat >bf16 <<<'for file in peaks/*; do echo "${file: -18:-8}: $(fields roof value mode <"$file" | grep bf16 | paste -sd ";")"; done'
  $ . ./bf16; fields roof <peaks/*.csv | sort | uniq -d
  580.159.04: tensor.bf16 8.61683444e+14 quick;tensor.bf16.burst 9.38742377e+14 quick

A full one takes its place, and adds to it; a quick one never does:

  $ gpubench peaks --update tests/data/card/full.csv; . ./bf16
  gpubench: remembered in 1 file
  580.159.04: bf16 1.32434468e+14 full;gemm.bf16 6.93889075e+14 full;gemm.bf16.burst 8.11427345e+14 full;tensor.bf16 8.58247342e+14 full;tensor.bf16.burst 9.41930057e+14 full;tensor.bf16.zeros 9.39624151e+14 full
  $ gpubench peaks --update tests/data/card/quick.csv; . ./bf16
  gpubench: remembered in 1 file
  580.159.04: bf16 1.32434468e+14 full;gemm.bf16 6.93889075e+14 full;gemm.bf16.burst 8.11427345e+14 full;tensor.bf16 8.58247342e+14 full;tensor.bf16.burst 9.41930057e+14 full;tensor.bf16.zeros 9.39624151e+14 full

A later full one does, an earlier one does not:

  $ sed 's/50d08b5bbaa5abd043e382124d68db8e/11111111111111111111111111111111/; s/,8\.58247342e+14,/,8.6e+14,/; s/T02:0/T02:1/' tests/data/card/full.csv >later.csv
  $ gpubench peaks --update later.csv; . ./bf16
  gpubench: remembered in 1 file
  580.159.04: bf16 1.32434468e+14 full;gemm.bf16 6.93889075e+14 full;gemm.bf16.burst 8.11427345e+14 full;tensor.bf16 8.6e+14 full;tensor.bf16.burst 9.41930057e+14 full;tensor.bf16.zeros 9.39624151e+14 full
  $ gpubench peaks --update tests/data/card/full.csv; . ./bf16
  gpubench: remembered in 1 file
  580.159.04: bf16 1.32434468e+14 full;gemm.bf16 6.93889075e+14 full;gemm.bf16.burst 8.11427345e+14 full;tensor.bf16 8.6e+14 full;tensor.bf16.burst 9.41930057e+14 full;tensor.bf16.zeros 9.39624151e+14 full

Another driver has a file of its own, and no temporary file stays:

  $ sed 's/,580\.159\.04,/,590.1,/' tests/data/card/quick.csv >driver.csv; gpubench peaks --update driver.csv; . ./bf16
  gpubench: remembered in 1 file
  580.159.04: bf16 1.32434468e+14 full;gemm.bf16 6.93889075e+14 full;gemm.bf16.burst 8.11427345e+14 full;tensor.bf16 8.6e+14 full;tensor.bf16.burst 9.41930057e+14 full;tensor.bf16.zeros 9.39624151e+14 full
  -000_590.1: tensor.bf16 8.61683444e+14 quick;tensor.bf16.burst 9.38742377e+14 quick
  $ gpubench peaks | sed "s/[0-9.]* [a-z]* old/some time old/"
  NVIDIA H200, driver 580.159.04, 700 W   66 roofs, full   some time old   GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv
  NVIDIA H200, driver 590.1, 700 W   35 roofs, quick   some time old   GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_590.1_700.csv
  These files are in cache/gpubench/peaks
  gpubench peaks --gpu UUID shows the roofs of a card; programs read them with gpubench.peaks() in Python or with gpubench_peaks.h.
  $ gpubench peaks --gpu GPU-25eff6b3-e419-7330-3034-5a2f15146193 | grep '^NVIDIA'
  NVIDIA H200, GPU-25eff6b3-e419-7330-3034-5a2f15146193, host vm, PCI 0000:00:06.0, driver 580.159.04, VBIOS 96.00.A5.00.1A, board 692-2G520-0282-000, ECC on
  NVIDIA H200, GPU-25eff6b3-e419-7330-3034-5a2f15146193, host vm, PCI 0000:00:06.0, driver 590.1, VBIOS 96.00.A5.00.1A, board 692-2G520-0282-000, ECC on
  $ gpubench peaks --gpu GPU-other
  gpubench: no peaks are remembered for that GPU
  [2]

A driver that is a path names no file:

  $ sed 's/580\.159\.04/..\/..\/up/' tests/data/card/quick.csv >up.csv; gpubench peaks --update up.csv
  gpubench: 35 rows do not state the board, driver or power limit of their card
  gpubench: no measured roof of a GPU in these files
  [2]
  $ find . -name '*up_700*'

Files without --update, and --update without a file:

  $ gpubench peaks --update
  gpubench: --update: name result files (-: standard input)
  [1]
  $ gpubench peaks tests/data/card/full.csv
  gpubench: files need --update
  [1]

A run remembers nothing unless it is told to, and nothing of a card of unknown state:

  $ mkdir -p nvml; ln -sf "$PWD/build/tests/libfake_nvml.so" nvml/libnvidia-ml.so.1; echo 'export XDG_CACHE_HOME=$PWD/new LD_LIBRARY_PATH=nvml GPUBENCH_FAKE=nvml=1 GPUBENCH_FAKE_NVML=$1; shift; gpubench-fake --all --quick -o run.csv "$@" 2>&1 >/dev/null | grep "is unknown"; find new -name "*.csv"' >measure
  $ . ./measure card
  find: 'new': No such file or directory
  [1]
  $ . ./measure unsupported --remember
  gpubench: --remember: the board, driver or power limit of cards is unknown: not remembered
  find: 'new': No such file or directory
  [1]
  $ . ./measure card --remember; diff <(fields roof <new/gpubench/peaks/*.csv | sort) <(fields roof <run.csv | grep . | sort -u)
  new/gpubench/peaks/GPU-a0000000-1111-2222-3333-444444444444_692-2G520-0282-001_580.00_700.csv

Bad files and folders are refused and stay unchanged:

  $ mkdir bad; cat >bad/peaks <<'END'
  > export XDG_CACHE_HOME=$PWD/bad; folder=bad/gpubench/peaks; card=$folder/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv
  > rm -rf "$folder"; gpubench peaks --update tests/data/card/full.csv; eval "$1"; cksum <"$card" >before; gpubench peaks --update tests/data/card/quick.csv; status=$?; cksum <"$card" | cmp - before; chmod 700 "$folder"; exit $status
  > END
  $ . bad/peaks 'truncate -s 20000 "$card"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv: its last row is incomplete: remove the file
  [2]
  $ . bad/peaks 'sed -i s/GPU-25eff6b3/GPU-aaaaaaaa/ "$card"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv: line 2: describes another card, or this card in another state
  [2]
  $ . bad/peaks 'sed -i s/gpubench-1/gpubench-9/ "$card"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv: line 2: column schema: found 'gpubench-9', expected gpubench-1
  [2]
  $ . bad/peaks 'chmod 666 "$card"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv: others can write to it
  [2]
  $ . bad/peaks 'mv "$card" bad/good; ln -s "$PWD/bad/good" "$card"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks/GPU-25eff6b3-e419-7330-3034-5a2f15146193_692-2G520-0282-000_580.159.04_700.csv: is not a regular file
  [2]
  $ . bad/peaks 'chmod 777 "$folder"'
  gpubench: remembered in 1 file
  gpubench: bad/gpubench/peaks: others can write to it
  [2]
