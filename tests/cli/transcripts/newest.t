Which runs of a GPU count. Files in any order and a store made from them agree.

  $ cat >agree <<'END'
  > store=$1; shift; mapfile -t turned < <(printf '%s\n' "$@" | tac)
  > for command in "roofs --csv" "compare --csv" "compare --max-drop 5%" "check --max-drop 5% --baseline year.csv"; do
  >   n=0; for files in "$store" "$*" "${turned[*]}"; do { gpubench-fake $command $files; echo "$?"; } >$((++n)).out 2>/dev/null; done
  >   cmp 1.out 2.out && cmp 1.out 3.out && echo "$command: $(tail -1 1.out)"
  > done
  > END
  $ echo 'tests/simulate/simulate_history.py 4 | grep -e ^schema, -e -3,2026 | tests/shared/set_columns.py - "$@"' >later

A run a day: the newest value is shown, and not the best.

  $ tests/simulate/simulate_history.py 60 >year.csv; gpubench-fake store now.db year.csv; . ./agree now.db year.csv
  gpubench: year.csv: 360 new rows
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 0
  check --max-drop 5% --baseline year.csv: 0
  $ gpubench-fake roofs year.csv --csv | fields gpu_uuid roof run_id
  gpubench: year.csv: note: 3 GPUs have older runs, which are left out; dram.read of GPU-2 was 4.1 % better once
  GPU-0 dram.read r0-59
  GPU-0 fp64 r0-59
  GPU-0 fp64 
  GPU-1 dram.read r1-59
  GPU-1 fp64 r1-59
  GPU-1 fp64 
  GPU-2 dram.read r2-59
  GPU-2 fp64 r2-59
  GPU-2 fp64 
  $ gpubench-fake report year.csv --gpu GPU-2 -o year.html 2>/dev/null; grep -o 'FLOP/B is limited by DRAM ([^)]*)' year.html
  FLOP/B is limited by DRAM (4.418 TB/s)

A run in which all failed is the newest, and no gate passes:

  $ . ./later run_id bad time_utc 2026-06-01T06:00:00.000Z status failed value '' lo '' hi '' roof '' reason 'it hung' | grep -v FLOP >bad.csv; gpubench-fake store now.db bad.csv
  gpubench: bad.csv: 3 new rows
  $ gpubench-fake compare now.db --max-drop 5% >/dev/null; . ./agree now.db year.csv bad.csv
  gpubench: --max-drop 5%: 0 of 0 roofs judged; no verdict: n1: GPU 0 (GPU-0) 1 measurement failed, first dram op=read: it hung, and 5 more
  gpubench: no verdict: n1: GPU 0 (GPU-0) no roof is measured
  gpubench: no verdict: n1: GPU 1 (GPU-1) 1 measurement failed, first dram op=read: it hung
  gpubench: no verdict: n1: GPU 1 (GPU-1) no roof is measured
  gpubench: no verdict: n1: GPU 2 (GPU-2) 1 measurement failed, first dram op=read: it hung
  gpubench: no verdict: n1: GPU 2 (GPU-2) no roof is measured
  gpubench: differs: n1: GPU 1 (GPU-1) driver 590, 2 peers 580
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 2
  check --max-drop 5% --baseline year.csv: 2

A run of the future counts as of the time it was stored, or its file was written:

  $ . ./later run_id future time_utc 2099-01-01T00:00:00.000Z >future.csv; gpubench-fake store now.db future.csv
  gpubench: note: future.csv: run future of GPU-0 on n1 is dated 2099-01-01T00:00:00.000Z, which is in the future: the time when it was stored is used instead
  gpubench: note: future.csv: 2 more runs have impossible dates; the time when they were stored is used instead
  gpubench: future.csv: 6 new rows
  $ . ./agree now.db year.csv bad.csv future.csv
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 0
  check --max-drop 5% --baseline year.csv: 0
  $ gpubench-fake roofs year.csv future.csv 2>&1 >/dev/null | grep future
  gpubench: run future of GPU-0 on n1 is dated 2099-01-01T00:00:00.000Z, which is in the future: its file's modification time is used instead
  gpubench: run future of GPU-1 on n1 is dated 2099-01-01T00:00:00.000Z, which is in the future: its file's modification time is used instead
  gpubench: run future of GPU-2 on n1 is dated 2099-01-01T00:00:00.000Z, which is in the future: its file's modification time is used instead
  $ for day in 02 03 04; do . ./later run_id "future$day" time_utc "2099-01-${day}T00:00:00.000Z"; done | awk 'NR == 1 || !/^schema,/' >ahead.csv; gpubench-fake store ahead.db ahead.csv
  gpubench: note: ahead.csv: run future02 of GPU-0 on n1 is dated 2099-01-02T00:00:00.000Z, which is in the future: the time when it was stored is used instead
  gpubench: note: ahead.csv: 8 more runs have impossible dates; the time when they were stored is used instead
  gpubench: ahead.csv: 18 new rows
  $ touch -d 2026-01-20 future.csv; gpubench-fake roofs year.csv future.csv --csv 2>/dev/null | fields run_id | sort -u; touch future.csv
  
  r0-59
  r1-59
  r2-59

So does one from before gpubench existed, which is the newest when it is stored last:

  $ sleep 0.01; . ./later run_id clock time_utc 1970-01-01T00:00:00.000Z value '*3' lo '*3' hi '*3' >clock.csv; gpubench-fake store now.db clock.csv
  gpubench: note: clock.csv: run clock of GPU-0 on n1 is dated 1970-01-01T00:00:00.000Z, which is before gpubench existed: the time when it was stored is used instead
  gpubench: note: clock.csv: 2 more runs have impossible dates; the time when they were stored is used instead
  gpubench: clock.csv: 6 new rows
  $ gpubench-fake compare now.db --csv 2>/dev/null | fields gpu_uuid roof value runs
  GPU-0 dram.read 1.37929475e+13 1
  GPU-0 fp64 9.89288769e+13 1
  GPU-1 dram.read 1.33759215e+13 1
  GPU-1 fp64 9.90266309e+13 1
  GPU-2 dram.read 1.33920841e+13 1
  GPU-2 fp64 9.89819056e+13 1

One that was handed in late is not:

  $ . ./later run_id late time_utc 2026-01-15T06:00:00.000Z value '*5' lo '*5' hi '*5' >late.csv; gpubench-fake store now.db late.csv
  gpubench: late.csv: 6 new rows
  $ gpubench-fake compare now.db --csv 2>/dev/null | fields gpu_uuid roof value runs
  GPU-0 dram.read 1.37929475e+13 1
  GPU-0 fp64 9.89288769e+13 1
  GPU-1 dram.read 1.33759215e+13 1
  GPU-1 fp64 9.90266309e+13 1
  GPU-2 dram.read 1.33920841e+13 1
  GPU-2 fp64 9.89819056e+13 1
  $ . ./agree now.db year.csv bad.csv future.csv clock.csv late.csv
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 0
  check --max-drop 5% --baseline year.csv: 0

All of them are there:

  $ python3 -c 'import sqlite3; print(*sqlite3.connect("now.db").execute("SELECT count(*) FROM runs").fetchone())'
  192

A run that was cut short, and completed by --resume:

  $ GPUBENCH_FAKE=devices=1 gpubench-fake --all --quick -o whole.csv 2>/dev/null; head -4 whole.csv >part.csv; gpubench-fake store part.db part.csv
  gpubench: part.csv: 3 new rows
  $ gpubench-fake compare part.db --baseline part.csv --max-drop 5% 2>&1 >/dev/null | grep 'cut short'
  gpubench: note: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) the run of the baseline was cut short: rows of 3 of 6 points (run #)
  gpubench: note: host: GPU 0 (GPU-a0000000-1111-2222-3333-444444444444) the run was cut short: rows of 3 of 6 points (run #)
  [2]
  $ cp part.csv resumed.csv; GPUBENCH_FAKE=devices=1 gpubench-fake --all --quick --resume resumed.csv 2>/dev/null
  $ for store in part.db whole.db; do gpubench-fake store $store resumed.csv; gpubench-fake compare $store --baseline resumed.csv --max-drop 5% 2>&1 >/dev/null | grep -c 'cut short'; done
  gpubench: resumed.csv: 3 new rows
  0
  gpubench: resumed.csv: 6 new rows
  0
  [1]

A second measurement by check counts together with the first; later it would be a separate run.

  $ tests/shared/set_columns.py whole.csv time_utc 2026-05-01T06:00:00.000Z >first.csv
  $ echo '{ cat first.csv; head -3 whole.csv | tests/shared/set_columns.py - run_id again points 2 time_utc "2026-05-01T$1.000Z" | tail -n +2; } >again.csv; rm -f again.db; gpubench-fake store again.db again.csv' >again
  $ for time in 06:00:20 07:00:20; do . ./again $time; . ./agree again.db again.csv; gpubench-fake compare again.csv --csv 2>/dev/null | fields roof; gpubench-fake roofs again.csv 2>&1 >/dev/null | grep -c 'older runs'; done
  gpubench: again.csv: 8 new rows
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 2
  check --max-drop 5% --baseline year.csv: 2
  toy.add
  0
  gpubench: again.csv: 8 new rows
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 2
  check --max-drop 5% --baseline year.csv: 2
  1

Rows without a time: all rows of a GPU in one file count, because the newer run is unknown.

  $ tests/simulate/simulate_history.py 4 | cut -d , -f 1-3,5- >timeless.csv; gpubench-fake store timeless.db timeless.csv; . ./agree timeless.db timeless.csv
  gpubench: timeless.csv: 24 new rows
  roofs --csv: 0
  compare --csv: 0
  compare --max-drop 5%: 0
  check --max-drop 5% --baseline year.csv: 0
  $ gpubench-fake compare timeless.csv --csv 2>/dev/null | fields runs | sort -u
  4
