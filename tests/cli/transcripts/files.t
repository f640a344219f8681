The files of a run: numbers of points, and what was there before.

  $ echo 'command gpubench-fake --plugin build/tests/plugins/toy_curve.so -b toy_curve "$@"' >curve
  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick -o plain.csv 2>/dev/null

Each point has its number, those that are mixed too. Conclusions have none.

  $ fields gpu_uuid point point_number points mode <plain.csv
  GPU-a0000000-1111-2222-3333-444444444444 op=double,block=256 3 3 quick
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256 1 3 quick
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256 2 3 quick
  GPU-b0000000-1111-2222-3333-444444444444 op=double,block=256 3 3 quick
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256 1 3 quick
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256 2 3 quick
  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --shuffle=3 -o mixed.csv 2>/dev/null
  $ echo 'fields gpu_uuid point point_number points <$1' >order; diff <(. ./order plain.csv | sort) <(. ./order mixed.csv | sort)
  $ . ./order mixed.csv
  GPU-a0000000-1111-2222-3333-444444444444 op=double,block=256 3 3
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256 2 3
  GPU-a0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256 1 3
  GPU-b0000000-1111-2222-3333-444444444444 op=double,block=256 3 3
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=4,block=256 2 3
  GPU-b0000000-1111-2222-3333-444444444444 op=add,parts=1,block=256 1 3
  $ . ./curve -o curve.csv 2>/dev/null; fields variant points mode <curve.csv | sort -u
    full
  default 3 full

A resumed run numbers by the plan, and so does one of an empty file or a torn header:

  $ head -3 mixed.csv >half.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume half.csv 2>/dev/null
  $ diff <(. ./order half.csv | sort) <(. ./order plain.csv | sort)
  $ : >empty.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume empty.csv 2>&1 | grep kept
  gpubench: empty.csv: 0 points are kept, 6 measured anew
  $ diff <(. ./order empty.csv) <(. ./order plain.csv)
  $ printf 'schema,version,run' >torn.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume torn.csv 2>/dev/null
  $ diff <(. ./order torn.csv) <(. ./order plain.csv)

A run of every point says so, and one that completes a file of another mode:

  $ gpubench-fake -b toy --every-point 2>/dev/null | fields mode | sort -u
  every-point
  [2]
  $ head -3 plain.csv >half.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --resume half.csv 2>&1 | grep -E 'kept|mode' | sed 's/version [^ ]*/version/g'
  gpubench: half.csv: 2 points are kept, 4 measured anew
  gpubench: half.csv: rows of version mode quick, are kept; this run is version mode full
  $ fields mode <half.csv | sort | uniq -c
        4 full
        2 quick

A new file has no copy. What a file had is kept, but not a header alone.

  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick -o old.csv 2>/dev/null; cp old.csv first.csv; ls old.csv*
  old.csv
  $ gpubench-fake -b toy --quick -o old.csv 2>/dev/null; cmp first.csv old.csv~
  $ head -1 old.csv >header.csv; cp header.csv old.csv; gpubench-fake -b toy --quick -o old.csv 2>/dev/null; cmp first.csv old.csv~

A run that comes to nothing leaves no rows that are ok; those that were there are kept:

  $ cp old.csv second.csv; GPUBENCH_FAKE=devices=2,prohibited=0 gpubench-fake -d 0 -b toy --quick -o old.csv 2>/dev/null
  [2]
  $ grep -c ,ok, old.csv; cmp second.csv old.csv~
  0

Where they cannot be kept, they stay:

  $ rm old.csv~; mkdir old.csv~; cp old.csv third.csv; gpubench-fake -b toy --quick -o old.csv
  gpubench: old.csv: cannot be written: Is a directory
  [1]
  $ cmp third.csv old.csv

JSON is kept too:

  $ gpubench-fake -b toy --quick -o rows.csv --json rows.json 2>/dev/null; cp rows.json first.json
  $ gpubench-fake -b toy --quick -o rows.csv --json rows.json 2>/dev/null; cmp first.json rows.json~

Planted links lead nowhere:

  $ mkdir shared; echo precious >victim; head -3 plain.csv >shared/run.csv; ln -s "$PWD/victim" shared/run.csv.resuming
  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume shared/run.csv 2>/dev/null; diff <(. ./order shared/run.csv) <(. ./order plain.csv)
  $ sh -c 'ln -s "$PWD/victim" "roofs.$$.new"; exec gpubench-fake roofs plain.csv -o roofs'; grep -c toy.add roofs; cat victim
  2
  precious

Commands keep a link and the permissions, and write what it leads to:

  $ for command in roofs compare report; do echo old >$command.target; chmod 640 $command.target; ln -s $command.target $command.link; gpubench-fake $command plain.csv -o $command.link; done
  $ stat -c '%A %n' *.link *.target; grep -x old *.target
  lrwxrwxrwx compare.link
  lrwxrwxrwx report.link
  lrwxrwxrwx roofs.link
  -rw-r----- compare.target
  -rw-r----- report.target
  -rw-r----- roofs.target
  [1]
  $ ln -s nowhere shared/dangling; gpubench-fake roofs plain.csv -o shared/dangling
  gpubench: shared/dangling: cannot be written: No such file or directory
  [2]
  $ ls -A shared
  dangling
  run.csv
  run.csv.resuming

A new file has the usual permissions, and stays as it was when there is no room:

  $ umask 027; gpubench-fake roofs plain.csv -o new; stat -c %a new; cp new good
  640
  $ ulimit -f 0; trap '' XFSZ; gpubench-fake roofs plain.csv -o good
  gpubench: good: cannot write: File too large
  [2]
  $ cmp new good; find . -name '.gpubench.*'

What is not UTF-8, in CSV and in JSON:

  $ SLURM_JOB_ID=$(printf 'a\377b') gpubench-fake -b toy --quick --json marks.json -o marks.csv 2>/dev/null; fields job_id <marks.csv
  a?b
  a?b
  a?b
  $ grep -c '"job_id":"a?b"' marks.json
  3
