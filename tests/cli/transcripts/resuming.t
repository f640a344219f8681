--resume, by files that earlier runs left.

  $ gpubench-fake -b toy --quick -o whole.csv 2>/dev/null

Nothing left to do: the file stays as it was.

  $ cp whole.csv done.csv; gpubench-fake -b toy --quick --resume done.csv
  gpubench: done.csv: 3 points are kept, 0 measured anew
  $ cmp whole.csv done.csv

A file that is torn in its first row, or after a roof. The torn part may belong to the point before.

  $ head -2 whole.csv | head -c -20 >torn.csv; gpubench-fake -b toy --quick --resume torn.csv 2>&1 | grep kept
  gpubench: torn.csv: 0 points are kept, 3 measured anew
  $ fields point status <torn.csv
  op=double,block=256 ok
  op=add,parts=1,block=256 ok
  op=add,parts=4,block=256 ok
  $ { head -3 whole.csv; sed -n 4p whole.csv | head -c 200; } >torn.csv; gpubench-fake -b toy --quick --resume torn.csv 2>&1 | grep kept
  gpubench: torn.csv: 1 points are kept, 2 measured anew
  $ fields point status <torn.csv; fields run_id <torn.csv | sort -u | wc -l
  op=double,block=256 ok
  op=add,parts=1,block=256 ok
  op=add,parts=4,block=256 ok
  2

Where all failed, all is measured anew:

  $ GPUBENCH_FAKE=computes=0 gpubench-fake -b toy --quick -o failed.csv 2>/dev/null
  [2]
  $ gpubench-fake -b toy --quick --resume failed.csv 2>&1 | grep kept
  gpubench: failed.csv: 0 points are kept, 3 measured anew
  $ fields point status <failed.csv
  op=double,block=256 ok
  op=add,parts=1,block=256 ok
  op=add,parts=4,block=256 ok

Another GPU is added:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick -d 1 -o second.csv 2>/dev/null
  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume second.csv 2>/dev/null; fields device point <second.csv
  1 op=double,block=256
  1 op=add,parts=1,block=256
  1 op=add,parts=4,block=256
  0 op=double,block=256
  0 op=add,parts=1,block=256
  0 op=add,parts=4,block=256

Files that do not belong to the run stay as they were:

  $ cp second.csv before.csv
  $ gpubench-fake -b toy --quick --resume second.csv
  gpubench: second.csv: line 2: measured on GPU-b0000000-1111-2222-3333-444444444444 (Fake GPU), expected one of the GPUs of this run
  [1]
  $ cmp second.csv before.csv
  $ gpubench-fake -b toy --quick -a op=add --resume whole.csv
  gpubench: whole.csv: line 2: toy op=double,block=256 is not a row of this run; resume with the same options
  [1]
  $ gpubench-fake -b toy_cycles --resume whole.csv
  gpubench: whole.csv: line 2: toy op=double,block=256 is not a row of this run; resume with the same options
  [1]
  $ cmp whole.csv done.csv
  $ sed 's/^gpubench-1,/gpubench-2,/' whole.csv >schema.csv
  $ gpubench-fake -b toy --quick --resume schema.csv
  gpubench: schema.csv: line 2: column schema: found 'gpubench-2', expected gpubench-1
  [1]
  $ gpubench-fake -b toy -a op=add -a parts=4 --every-point -o every.csv 2>/dev/null
  $ gpubench-fake -b toy -a op=add -a parts=4 --resume every.csv
  gpubench: every.csv: line 3: toy op=add,parts=4,block=64 appears a second time, but this run has it once; resume with the same options
  [1]

A file that is not there is begun; a folder is not made:

  $ gpubench-fake -b toy --quick --resume absent.csv
  gpubench: absent.csv: does not exist yet: started, with 3 points to measure
  toy   3 points in #   best 102.4 MB/s toy.add
  GPU 0 on host, Fake GPU: measured roofs
    roof          value      +-       limit  % of limit   SM clock  status  throttle  point
    toy.add  102.4 MB/s  0.12 %  204.8 MB/s      50.0 %  1.500 GHz  ok      -         op=add,parts=4,block=256
  $ fields point status <absent.csv
  op=double,block=256 ok
  op=add,parts=1,block=256 ok
  op=add,parts=4,block=256 ok
  $ gpubench-fake -b toy --quick --resume absent/absent.csv
  gpubench: absent/absent.csv: cannot be resumed: No such file or directory
  [1]

One command line for the first run and for all that follow, with a file for each GPU:

  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume %h-%u.csv -d 1 2>&1 | grep '^gpubench'
  gpubench: host-GPU-b0000000-1111-2222-3333-444444444444.csv: does not exist yet: started, with 3 points to measure
  $ GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume %h-%u.csv 2>&1 | grep '^gpubench'
  gpubench: host-GPU-a0000000-1111-2222-3333-444444444444.csv: does not exist yet: started, with 3 points to measure
  gpubench: host-GPU-b0000000-1111-2222-3333-444444444444.csv: 3 points are kept, 0 measured anew
  $ wc -l host-*.csv
     4 host-GPU-a0000000-1111-2222-3333-444444444444.csv
     4 host-GPU-b0000000-1111-2222-3333-444444444444.csv
     8 total

Two names for one thing:

  $ gpubench-fake -b toy --quick --resume whole.csv -o other.csv
  gpubench: --resume appends to its own file: -o and --json cannot be combined with it
  [1]
  $ gpubench-fake -b toy --quick -o same --json same
  gpubench: -o and --json name the same file: 'same'
  [1]
  $ ls .gpubench.* same
  ls: cannot access '.gpubench.*': No such file or directory
  ls: cannot access 'same': No such file or directory
  [2]

Rows of another run are refused: another operation, a value that is not in the plan, an axis that is missing, another
variant, and an axis or a value of which this run's is a part. The file stays as it was.

  $ for change in s/op=double/op=triple/ s/parts=1/parts=2/ s/parts=1,// s/,default,/,other,/ s/op=double/top=double/ s/parts=4/parts=44/; do sed "$change" whole.csv >other.csv; cp other.csv before.csv; gpubench-fake -b toy --quick --resume other.csv; cmp other.csv before.csv; done
  gpubench: other.csv: line 2: toy op=triple,block=256 is not a row of this run; resume with the same options
  gpubench: other.csv: line 3: toy op=add,parts=2,block=256 is not a row of this run; resume with the same options
  gpubench: other.csv: line 3: toy op=add,block=256 is not a row of this run; resume with the same options
  gpubench: other.csv: line 2: toy op=double,block=256 is not a row of this run; resume with the same options
  gpubench: other.csv: line 2: toy top=double,block=256 is not a row of this run; resume with the same options
  gpubench: other.csv: line 4: toy op=add,parts=44,block=256 is not a row of this run; resume with the same options

So are links to nothing, whose target is not created, things that are no file, and a file that begins otherwise:

  $ ln -s elsewhere link.csv; gpubench-fake -b toy --quick --resume link.csv; ls elsewhere
  gpubench: link.csv: cannot be resumed: it is a dangling link
  ls: cannot access 'elsewhere': No such file or directory
  [2]
  $ mkfifo pipe.csv; gpubench-fake -b toy --quick --resume pipe.csv
  gpubench: pipe.csv: cannot be resumed: it is not a regular file
  [1]
  $ printf 'schema,versions and other notes' >notes.csv; gpubench-fake -b toy --quick --resume notes.csv; cat notes.csv
  gpubench: notes.csv: is empty, expected a header with the columns of gpubench-1
  schema,versions and other notes

Two GPUs in one file by two names, and a file of another GPU beside one that would be changed: neither is changed, and
none is made.

  $ mkdir two; ln -s GPU-a0000000-1111-2222-3333-444444444444.csv two/GPU-b0000000-1111-2222-3333-444444444444.csv; head -1 whole.csv >two/GPU-a0000000-1111-2222-3333-444444444444.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume two/%u.csv
  gpubench: two/GPU-b0000000-1111-2222-3333-444444444444.csv: cannot be resumed: two GPUs would go to the same file
  [1]
  $ rm two/*; sed 's/,ok,/,failed,/' whole.csv >two/GPU-a0000000-1111-2222-3333-444444444444.csv; cp two/GPU-a* before.csv; cp whole.csv two/GPU-b0000000-1111-2222-3333-444444444444.csv; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume two/%u.csv; cmp two/GPU-a* before.csv
  gpubench: two/GPU-b0000000-1111-2222-3333-444444444444.csv: line 2: measured on GPU-a0000000-1111-2222-3333-444444444444 (Fake GPU), expected one of the GPUs of this run that go to this file
  $ rm two/GPU-a*; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy --quick --resume two/%u.csv 2>/dev/null; ls two
  GPU-b0000000-1111-2222-3333-444444444444.csv
