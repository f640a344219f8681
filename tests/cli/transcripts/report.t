`gpubench report`: the answers at the top of its page, and what may not be in it.

  $ cat >top <<'END'
  > gpubench-fake report "$@" -o page.html; status=$?; [ ! -e page.html ] || sed -n '/<ul id="top">/,/<\/ul>/p' page.html | sed 's/<\/li>/\n/g' | sed 's/<[^>]*>//g; /^$/d'; exit $status
  > END

A fleet with texts that would act in a page, against a baseline in which GPU-01 read faster, which a comparison with its
peers does not reveal:

  $ sed 's/cudaErrorDevicesUnavailable/<script>document.title="acted"<\/script><img src=x onerror=document.title="acted"> \& more/' tests/data/fleet.csv >awkward.csv
  $ sed '/,GPU-01,.*,dram.read,/s/,4e+12,3.996e+12,4.004e+12,/,4.4e+12,4.396e+12,4.404e+12,/' tests/data/before.csv >before.csv
  $ . ./top awkward.csv --baseline before.csv
  gpubench: awkward.csv: note: 1 GPU has older runs, which are left out
  Which GPU deviates? Deviation from the baseline before.csv (4 GPUs): 2 roofs of 2 GPUs: dram.read -9.0 % (GPU-01 on node0), fp32 -6.0 % (GPU-03 on node0); 5 without a verdict; there is none for Model B, 700 W. Against peers: 2 slow and 0 fast GPUs. The worst is GPU-01 on node0, -9.0 % in dram.read.
  Finding (differs): node0: GPU 3 (GPU-03) power limit 500 W, 8 peers 700 W.
  Which roof is farthest from its limit? Model B GPU-20 on node9: fp32 at 46.9 %.
  What limits a kernel? On Model A a kernel below 15 FLOP/B is limited by DRAM (3.998 TB/s), above it by fp32 (60.00 TFLOP/s).
  What limits a kernel? On Model B a kernel below 12.5 FLOP/B is limited by DRAM (2.400 TB/s), above it by fp32 (30.00 TFLOP/s).
  9 × Model A; 1 × Model B. Driver 580.159.04, gpubench 1.0.0-test (of the first).
  How do the models differ? Ratios of all roofs, sorted.
  Suspect: no roof; 0 of 30 rows are suspect, and 1 failed.
  $ grep -o '<td class="n b" data-v="[^"]*">below, -[0-9.]*[^0-9]*%' page.html | sed 's/.*>//'
  below, -9.0 %
  below, -6.0 %

Every row is in it. What files say is text, not HTML; the page has no scripts but its own, and fetches nothing:

  $ grep -o '<output id="shown">[^<]*' page.html; grep -c '{{' page.html
  <output id="shown">30 rows
  0
  [1]
  $ echo $(($(grep -c '<script' page.html) - $(find tests/../harness/reading/report tests/../third_party -name '*.js' | wc -l)))
  0
  $ grep -o '&lt;script&gt;document.title=&quot;acted&quot;&lt;/script&gt;.* &amp; more' page.html | head -1
  &lt;script&gt;document.title=&quot;acted&quot;&lt;/script&gt;&lt;img src=x onerror=document.title=&quot;acted&quot;&gt; &amp; more
  $ sed 's/&lt;.*&gt;//; /^<script>/,/<.script>/d' page.html | grep -oE '(src|href|url|@import)[=(][^ >]*' | grep -vE '^href="(data:,|#[a-z0-9-]+)"'
  [1]
  $ grep -om 1 'Permission is hereby granted' page.html
  Permission is hereby granted

A baseline that is not there, or has other GPUs, makes no page. A reference that nobody asked for may be missing.

  $ rm page.html; . ./top tests/data/fleet.csv --baseline /absent.csv
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: /absent.csv: cannot be read: No such file or directory
  gpubench: no GPU in the baseline
  [2]
  $ . ./top tests/data/fleet.csv --baseline reference
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: no GPU in the baseline
  [2]
  $ . ./top tests/data/fleet.csv | grep reference; grep -c 'against the reference<' page.html
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  Which GPU deviates? Deviation from the reference: not known, there is none for Model A, 700 W and 1 more model (--baseline takes another result). Against peers: 1 slow and 0 fast GPU. The worst is GPU-03 on node0, -6.0 % in fp32.
  0
  [1]

The reference that comes with the program: for a healthy card, for one that is 9 % slower in writes, as `check` finds
too, and for one with another power limit.

  $ echo 'export GPUBENCH_REFERENCE=results/reference' >reference
  $ . ./reference; . ./top results/h200-sxm/all.csv | grep reference
  Which GPU deviates? Deviation from the reference (12 GPUs): none in 45 values. Compared with peers: unknown; at least 3 GPUs of a model and board are needed.
  $ . ./reference; test $(wc -c <page.html) -lt 1000000; grep -c 'id="past"' page.html
  0
  [1]
  $ cat >slower <<'END'
  > import csv, sys
  > rows = list(csv.reader(open("results/reference/h200-sxm.csv", encoding="utf-8")))
  > at = rows[0].index
  > out = csv.writer(sys.stdout, lineterminator="\n")
  > out.writerow(rows[0])
  > for row in rows:
  >     if row[at("gpu_uuid")].startswith("GPU-0fe54f32") and row[at("board")] == "692-2G520-0282-001":
  >         row[at("gpu_uuid")] = row[at("gpu_uuid")].replace("GPU-0fe54f32", "GPU-00000000")
  >         if row[at("roof")] == "dram.write":
  >             for name in ("value", "lo", "hi", "min", "max"):
  >                 row[at(name)] = repr(float(row[at(name)]) * 0.91)
  >         out.writerow(row)
  > END
  $ python3 slower >slow.csv; . ./reference; . ./top slow.csv | grep reference
  Which GPU deviates? Deviation from the reference (11 GPUs): 1 roof of 1 GPU: dram.write -9.0 % (GPU-00000000-310f-ce28-ad19-5483b6c92573 on ); 6 without a verdict. Compared with peers: unknown; at least 3 GPUs of a model and board are needed.
  $ . ./reference; gpubench-fake check slow.csv
  gpubench: reference of NVIDIA H200, board 692-2G520-0282-001: 11 GPUs; spread 0.0 to 1.4 %
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) l1.read is not measured
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) dram.latency_near is not measured
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) dram.latency_far is not measured
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) l2.latency_near is not measured
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) l2.latency_far is not measured
  gpubench: no verdict: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) l1.latency is not measured
  26 of 32 roofs judged; slow: GPU 0 (GPU-00000000-310f-ce28-ad19-5483b6c92573) dram.write 9.0 % below its reference; 6 without a verdict
  [3]
  $ . ./reference; . ./top slow.csv --baseline reference >/dev/null
  gpubench: reference of NVIDIA H200, board 692-2G520-0282-001: 11 GPUs; spread 0.0 to 1.4 %
  $ sed 's/,on,off,700,/,on,off,600,/' slow.csv >capped.csv; . ./reference; . ./top capped.csv | grep reference
  Which GPU deviates? Deviation from the reference: not known, there is none for NVIDIA H200, board 692-2G520-0282-001, 600 W (--baseline takes another result). Compared with peers: unknown; at least 3 GPUs of a model and board are needed.

A host has a core clock, and no SM clock:

  $ gpubench-fake report results/zen4-vm/all.csv -o host.html; grep -o '^g.*\(core\|SM\) clock' host.html | grep -o '[A-Za-z]* clock' | sort -u
  core clock

Rows beyond 100 000 are left out, and the page of 100 GPUs is small:

  $ { head -1 tests/data/fleet.csv; yes "$(sed -n 2p tests/data/fleet.csv)" | head -100002; } >many.csv; gpubench-fake report many.csv -o many.html
  gpubench: 2 of 100002 rows are left out of many.html, which contains the first 100000
  $ SICK=3 tests/simulate/simulate_fleet.py fleet100 100 0.05 4 results/h200-sxm/all.csv tests/../harness/reading/analysis/scatter.c; gpubench-fake report fleet100/fleet.csv -o fleet.html 2>/dev/null; test $(wc -c <fleet.html) -lt 5000000

A store: the newest runs, and what changed when.

  $ tests/simulate/simulate_history.py 60 >days.csv; gpubench-fake store days.db days.csv; gpubench-fake report days.db -o past.html
  gpubench: days.csv: 360 new rows
  $ grep -o '<output id="shown">[^<]*' past.html; grep -o '<td>2026-01-31</td>.*<td>driver 580 -&gt; 590</td>' past.html | sed 's/<[^>]*>/ /g'
  <output id="shown">6 rows
   2026-01-31  4.600 TB/s  4.463 TB/s  -3.0 %  99.95 %  +0.6 %  driver 580 -&gt; 590 
