Roofs over time: steps, drifts, and what changed with them.

Sixty days of three GPUs, one of which has a step and one a drift:

  $ tests/simulate/simulate_history.py 60 >year.csv; gpubench-fake history year.csv
    GPU    host  roof       runs  step                  before       after       change  certain  drift a year  with it
    GPU-1  n1    dram.read  60    2026-01-31        4.600 TB/s  4.463 TB/s  3.0 % worse  99.95 %  0.6 % better  driver 580 -> 590
    GPU-2  n1    dram.read  60    2026-01-01 drift  4.601 TB/s  4.419 TB/s  3.9 % worse  99.95 %  24.4 % worse
  2 of 6 roofs of 3 GPUs changed (2 for the worse, 0 for the better), 2026-01-01 to 2026-03-01
  $ gpubench-fake history year.csv --every-roof | grep fp64
    GPU-0  n1    fp64       60    none              33.02 TFLOP/s  32.97 TFLOP/s            -        -   0.2 % worse
    GPU-1  n1    fp64       60    none              33.03 TFLOP/s  33.01 TFLOP/s            -        -   0.2 % worse
    GPU-2  n1    fp64       60    none              32.97 TFLOP/s  33.00 TFLOP/s            -        -   0.1 % worse
  $ gpubench-fake history year.csv --csv --gpu GPU-1 --roof dram.read | fields day step | grep step
  2026-01-31 step
  $ gpubench-fake history year.csv --csv --gpu GPU-2 --roof dram.read | fields step | sort | uniq -c
       60 drift

A store says the same, and one thread as much as many:

  $ gpubench-fake history year.csv --json >csv.json; gpubench-fake store year.db year.csv; gpubench-fake history year.db --json | cmp - csv.json
  gpubench: year.csv: 360 new rows
  $ taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" gpubench-fake history year.db --json | cmp - csv.json

A fan fails: in thirty runs, from the eleventh on, the clock is 2 % lower.

  $ cat >hot <<'END'
  > import csv, random, sys
  > draw = random.Random(4)
  > out = csv.writer(sys.stdout)
  > out.writerow("schema run_id time_utc host device gpu_name gpu_uuid benchmark variant point roof metric unit value lo hi sm_clock_hz temperature_c throttle status".split())
  > for day in range(1, 31):
  >     hot = day > 10
  >     value = 8e14 * (0.98 if hot else 1) * draw.gauss(1, 0.004)
  >     out.writerow(["gpubench-1", f"r{day}", f"2026-01-{day:02}T06:00:00.000Z", "n1", 0, "NVIDIA H200", "GPU-1", "tensor", "default", "t=fp16", "tensor.fp16", "throughput", "FLOP/s", value, value, value, 1.715e9 if hot else 1.75e9, 84 if hot else 61, "sw_power_cap|sw_thermal_slowdown" if hot else "sw_power_cap", "ok"])
  > END
  $ python3 hot >hot.csv; gpubench-fake history hot.csv
    GPU    host  roof         runs  step               before          after       change  certain  drift a year  with it
    GPU-1  n1    tensor.fp16  30    2026-01-11  800.7 TFLOP/s  783.4 TFLOP/s  2.2 % worse  99.95 %   6.0 % worse  clock 1.750 -> 1.715 GHz; temperature 61 -> 84 C; throttled: sw_thermal_slowdown
  1 of 1 roof of 1 GPU changed (1 for the worse, 0 for the better), 2026-01-01 to 2026-01-30
  $ gpubench-fake store hot.db hot.csv; gpubench-fake history hot.db | diff - <(gpubench-fake history hot.csv 2>/dev/null)
  gpubench: hot.csv: 30 new rows
  $ gpubench-fake history hot.csv --since 2026-01-12 --csv | fields day | sed -n '1p; $p'
  2026-01-12
  2026-01-30
  $ gpubench-fake history hot.csv --since January
  gpubench: --since needs a day such as 2026-01-31
  [1]

Thirty of sixty GPUs get a driver that costs them 1.2 %, which no single run shows:

  $ tests/simulate/simulate_history.py 40 60 >rollout.csv; gpubench-fake history rollout.csv >rollout; head -1 rollout
  29 of 30 GPUs of H200 with driver 580 -> 590: tensor.fp16 -1.2 % (-1.3 ... -1.1 %) from 2026-01-21 on
  $ grep '^ *GPU-f' rollout | grep -cv '^ *GPU-f[0-9]*[13579] '; grep -c '^ *GPU-f[0-9]*[13579] ' rollout
  24
  0
  [1]
  $ gpubench-fake history rollout.csv --json | python3 -c 'import json, sys; print(*[(find["cause"], find["gpus"]) for find in json.load(sys.stdin)["finds"]])'
  ('driver 580 -> 590', 30.0)
  $ gpubench-fake report rollout.csv -o rollout.html; grep -o '<li>[^<]*' rollout.html | head -1
  gpubench: rollout.csv: note: 60 GPUs have older runs, which are left out; tensor.fp16 of GPU-f056 was 3.2 % better once
  <li>Over time: 29 of 30 GPUs of H200 with driver 580 -&gt; 590: tensor.fp16 -1.2 % (-1.3 ... -1.1 %) from 2026-01-21 on.

Few runs tell nothing, and rows without a roof are an error:

  $ tests/simulate/simulate_history.py 4 >few.csv; gpubench-fake history few.csv
  0 of 6 roofs of 3 GPUs changed, 2026-01-01 to 2026-01-04; 6 have fewer than 11 runs: a step may be missed
  $ head -1 few.csv >none.csv; gpubench-fake history none.csv
  gpubench: no roof in these files
  [2]
