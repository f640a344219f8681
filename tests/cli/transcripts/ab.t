Pairs of commands that cannot be compared.

A command that fails:

  $ gpubench-fake ab -- true -- sh -c 'echo first >&2; echo "out of luck" >&2; exit 7'
  gpubench: B, run 2: sh: ended with status 7: out of luck
  [2]

One that is killed:

  $ gpubench-fake ab -- sh -c 'kill -9 $$' -- true
  gpubench: A, run 1: sh: ended by signal 9
  [2]

One whose status looks like it:

  $ gpubench-fake ab -- sh -c 'exit 137' -- true
  gpubench: A, run 1: sh: ended with status 137
  [2]

No match:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo y=1
  gpubench: B, run 2: echo: nothing in its output matches 'x='
  [2]

A match that ends a line: the next begins one; and a ratio of any numbers:

  $ gpubench-fake ab --match $'^v\n' --better lower -- printf 'v\nv\n1e308' -- printf 'v\nv\n1e-308'
        median  command
    A  1e+308   printf v\nv\n1e308
    B  1e-308   printf v\nv\n1e-308
  
  B is not worse than A by more than 1 %: ^v\n -100.00 % (98 % interval: -100.00 % to -100.00 %) after 18 pairs

No number after it:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=one
  gpubench: B, run 2: echo: no number follows the last match of 'x='
  [2]

A decimal comma:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=1,5
  gpubench: B, run 2: echo: after 'x=': found '1,5', expected a number as C writes it: 1234.5
  [2]

A number that has no ratio:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=-1
  gpubench: B, run 2: echo: x= is -1, and a ratio needs a value above 0
  [2]

There is no input:

  $ gpubench-fake ab --error 30% --match 'x=' --better lower -- sh -c 'cat; echo x=1' -- echo x=1
       median  command
    A      1   sh -c cat; echo x=1
    B      1   echo x=1
  
  B is not worse than A by more than 1 %: x= +0.00 % (40 % interval: +0.00 % to +0.00 %) after 6 pairs

Expected two commands:

  $ gpubench-fake ab true
  gpubench: expected two commands, gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS..., or --from FILE
  [1]

Expected two commands:

  $ gpubench-fake ab
  gpubench: expected two commands, gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS..., or --from FILE
  [1]

More than two commands:

  $ gpubench-fake ab -- true -- true -- true
  gpubench: more than two commands, or a command that contains --; put it into a script: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

No command A:

  $ gpubench-fake ab -- -- true
  gpubench: no command A: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

No command B:

  $ gpubench-fake ab -- true --
  gpubench: no command B: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

Are mutually exclusive:

  $ gpubench-fake ab --match x --column y --better lower -- true -- true
  gpubench: --processor, --match, --column and --from are mutually exclusive
  [1]

--better lower or --better higher:

  $ gpubench-fake ab --match x -- true -- true
  gpubench: --better lower or --better higher: which values are better?
  [1]

Expected lower or higher:

  $ gpubench-fake ab --match x --better more -- true -- true
  gpubench: --better 'more': expected lower or higher
  [1]

--where needs --column:

  $ gpubench-fake ab --where a=b -- true -- true
  gpubench: --where needs --column
  [1]

Expected COLUMN=TEXT:

  $ gpubench-fake ab --column a --where b --better lower -- true -- true
  gpubench: --where 'b': expected COLUMN=TEXT
  [1]

--match '(':

  $ gpubench-fake ab --match '(' --better lower -- true -- true
  gpubench: --match '(': Unmatched ( or \(
  [1]

An even number of at least 18:

  $ gpubench-fake ab --pairs 10 -- true -- true
  gpubench: --pairs 10: expected an even number of at least 18, which --error 1% needs
  [1]

An even number of at least 18:

  $ gpubench-fake ab --pairs 21 -- true -- true
  gpubench: --pairs 21: expected an even number of at least 18, which --error 1% needs
  [1]

Expected 0.4 or less:

  $ gpubench-fake ab --error 0.5 -- true -- true
  gpubench: --error 0.5: expected 0.4 or less
  [1]

Runs no command:

  $ gpubench-fake ab --from runs.csv -- true -- true
  gpubench: 'true': --from judges earlier runs, and runs no command
  [1]

Cannot be combined with --from:

  $ gpubench-fake ab --from runs.csv --keep x.csv --better lower
  gpubench: --keep, --log and --seed need commands: they cannot be combined with --from
  [1]

Two commands whose output is fixed, so nothing depends on the speed of the machine: times of about N times 10000, varied by 0.5 % with the number of calls.

  $ cat >prints <<<'read -r n <count; echo $((n + 1)) >count; echo "warm: 1"; echo "time: $(($1 * (10000 + n * 7919 % 101 - 50))) ms"'
  $ echo 'echo 0 >count; command gpubench-fake ab --match "time: " --better lower --seed s "$@"' >times

A against itself, 2 % and 5 % more, 1 % where less is allowed or as much, and 2 % less:

  $ . ./times -- sh prints 1000 -- sh prints 1000 | tail -1
  B is not worse than A by more than 1 %: time: +0.00 % (98 % interval: -0.53 % to +0.53 %) after 18 pairs
  $ . ./times -- sh prints 1000 -- sh prints 1020 | tail -1
  B is worse than A by more than 1 %: time: +2.00 % (98 % interval: +1.46 % to +2.55 %) after 18 pairs
  [3]
  $ . ./times -- sh prints 1000 -- sh prints 1050 | tail -1
  B is worse than A by more than 1 %: time: +5.00 % (98 % interval: +4.44 % to +5.56 %) after 18 pairs
  [3]
  $ . ./times --tolerance 0.3% -- sh prints 1000 -- sh prints 1010 | tail -1
  B is worse than A by more than 0.3 %: time: +1.00 % (98 % interval: +0.46 % to +1.54 %) after 18 pairs
  [3]
  $ . ./times --pairs 20 -- sh prints 1000 -- sh prints 1010 | tail -1
  Undecided whether B is worse than A by more than 1 %: time: +1.00 % (98 % interval: +0.49 % to +1.51 %) after 20 pairs
  [4]
  $ . ./times -- sh prints 1020 -- sh prints 1000 | tail -1
  B is not worse than A by more than 1 %: time: -1.96 % (98 % interval: -2.48 % to -1.44 %) after 18 pairs

Runs are kept. Every block is ABBA or BAAB, and there are both. The seed gives the order.

  $ . ./times --keep runs.csv --json -o one.json -- sh prints 1000 -- sh prints 1020
  [3]
  $ echo 'awk -F, '"'"'NR > 3 { printf "%s", $3 }'"'"' $1 | sed "s/..../& /g"' >order; . ./order runs.csv | tr ' ' '\n' | sort -u
  ABBA
  BAAB
  $ . ./times --keep again.csv -- sh prints 1000 -- sh prints 1020 >/dev/null; cmp <(cut -d, -f 1-4 runs.csv) <(cut -d, -f 1-4 again.csv)
  $ . ./times --seed other --keep other.csv -- sh prints 1000 -- sh prints 1020 >/dev/null; cmp -s <(. ./order runs.csv) <(. ./order other.csv)
  [1]

What was kept says the same in every number, also from standard input:

  $ gpubench-fake ab --from runs.csv --json -o two.json
  [3]
  $ python3 -c 'import json; one, two = (json.load(open(name)) for name in ("one.json", "two.json")); print([name for name in ("verdict", "change", "lo", "hi", "pairs", "a", "b", "tolerance", "error", "confidence") if one[name] != two[name]], one["command_a"], one["seed"], one["lo"] > 0.01)'
  [] sh prints 1000 s True
  $ gpubench-fake ab --from - --csv <runs.csv | fields verdict better most_pairs
  worse lower 100
  [3]

Turned round, with another tolerance, and of fewer pairs:

  $ gpubench-fake ab --from runs.csv --better higher
  gpubench: runs.csv: column better is 'lower', expected higher: use --better as in the run that wrote it
  [2]
  $ gpubench-fake ab --from runs.csv --tolerance 5% | tail -1
  B is not worse than A by more than 5 %: value +2.00 % (98 % interval: +1.46 % to +2.55 %) after 18 pairs
  $ head -n 30 runs.csv >some.csv; gpubench-fake ab --from some.csv --markdown
  |  | median |
  | --- | ---: |
  | A | 9.981e+06  |
  | B | 1.0208e+07  |
  
  Undecided whether B is worse than A by more than 1 %: value +2.00 % (an interval needs at least 18 pairs) after 12 pairs
  [4]

A column of some rows of a CSV, of others, and values that are no numbers:

  $ cat >table <<<'printf "name,value\none,%s\ntwo,%s\nbad,none\n" "$1" "$2"'
  $ echo 'command gpubench-fake ab --column value --better higher "$@"' >columns
  $ . ./columns --where name=one -- sh table 100 1 -- sh table 98 9 | tail -1
  B is worse than A by more than 1 %: value -2.00 % (98 % interval: -2.00 % to -2.00 %) after 18 pairs
  [3]
  $ . ./columns --where name=two -- sh table 100 1 -- sh table 98 9 | tail -1
  B is not worse than A by more than 1 %: value +800.00 % (98 % interval: +800.00 % to +800.00 %) after 18 pairs
  $ . ./columns --where name=bad -- sh table 100 1 -- sh table 98 9
  gpubench: A, run 1: sh: row 4 of the CSV that it printed: 'none' is not a number above 0: value
  [2]
  $ . ./columns --where nme=one -- sh table 1 1 -- sh table 1 1
  gpubench: A, run 1: sh: --where 'nme=one': the CSV that it printed has no such column
  [2]
  $ . ./columns -- sh table 1 1 -- printf 'value\n1\n'
  gpubench: A, run 1: sh: row 4 of the CSV that it printed: 'none' is not a number above 0: value
  [2]
  $ . ./columns -- printf 'value\n1\n2\n' -- printf 'value\n1\n'
  gpubench: B, run 2: printf: the CSV that it printed has 1 such rows, but that of the first run has 2
  [2]

One that is not there, and one that fails later: what was measured before is kept.

  $ gpubench-fake ab -- true -- ./nothing
  gpubench: B, run 2: ./nothing: cannot be run: No such file or directory
  [2]
  $ cat >third <<<'read -r n <count; echo $((n + 1)) >count; [ "$n" -lt 7 ] && echo x=1'
  $ echo 0 >count; gpubench-fake ab --match 'x=' --better lower --seed s --keep kept.csv -- sh third -- sh third
  gpubench: A, run 8: sh: ended with status 1
  [2]
  $ wc -l <kept.csv
  8

No shell sees the words:

  $ touch should-stay; gpubench-fake ab --error 30% -- echo '$(rm should-stay)' '`rm should-stay`' ';rm should-stay' -- true >/dev/null 2>&1; ls should-stay
  should-stay

The log has both outputs and a line for each run, and nothing is shown:

  $ gpubench-fake ab --error 30% --log log.txt -- sh -c 'echo to out; echo to err >&2' -- true 2>&1 | grep '^to '
  [1]
  $ grep -cm 14 '^to ' log.txt; grep -m 1 '^==== run 2: ' log.txt | cut -d, -f 1-2
  14
  ==== run 2: B, pair 0

Bad files:

  $ for bad in 'pair,command\n1,A' 'pair,command,value\n1,C,1' 'pair,command,value\n1,A,1\n1,A,2' 'pair,command,value\nx,A,1' 'pair,command,value\n1,A,0' 'pair,command,value\n' '' 'pair,command,value\n1,A,2\n1,B,2'; do printf '%b\n' "$bad" >bad.csv; gpubench-fake ab --from bad.csv; done
  gpubench: bad.csv: no column 'value': expected a file written by --keep
  gpubench: bad.csv: row 2: command 'C': expected A or B
  gpubench: bad.csv: row 3: A of pair 1 appears twice
  gpubench: bad.csv: row 2: its pair is not a whole number
  gpubench: bad.csv: row 2: its value is not a number above 0
  gpubench: bad.csv: no run in it
  gpubench: bad.csv: no run in it
  gpubench: fewer than two pairs to judge
  [2]

Other values: a metric of the fake device, as with two builds of gpubench, and processor time.

  $ device="gpubench-fake -b toy -a op=add -a parts=1 --quick"; for slow in 1 1.02; do command gpubench-fake ab --column value --where metric=bandwidth --better higher --error 30% -- $device -- env GPUBENCH_FAKE=slow=$slow $device | tail -1 | sed 's/ after .*//'; done
  B is not worse than A by more than 1 %: value +0.00 % (40 % interval: +0.00 % to +0.00 %)
  B is worse than A by more than 1 %: value -1.96 % (40 % interval: -1.96 % to -1.96 %)
  [3]
  $ gpubench-fake ab --processor --error 30% --pairs 6 -- sleep 0 -- true | grep -om 1 'processor time' || :
  processor time
  $ gpubench-fake ab --error 30% --json -- true -- sleep 0.2 | python3 -c 'import json, sys; print(0.2 < json.load(sys.stdin)["b"] < 60)'
  True
  [3]
  $ for option in --output --log; do gpubench-fake ab --error 30% $option /dev/full -- echo word -- true; done
  gpubench: /dev/full: cannot write: No space left on device
  gpubench: A, run 1: echo: the log cannot be written: No space left on device
  [2]

The comparing step of a job of GitHub, as a runner executes it, with its settings: a pull request that changes nothing,
one that is 5 % slower, two that are undecided, and one that does not run.

  $ sed -n '/name: Compare/,/^    - /p' tests/../docs/cluster/github-ab.yml | sed '1,2d; $d; s/^        //; s/gpubench ab/& --match time: --better lower --pairs 20/' >step.sh
  $ mkdir base head path; ln -s "$(type -P gpubench-fake)" path/gpubench; ln -s ../prints ../count base; ln -s ../prints ../count head
  $ cat >pull <<'END'
  > echo 0 >count; rm -f ab.md summary.md
  > for side in base:$2 head:$3; do printf '#!/bin/sh\nexec sh prints %s\n' "${side#*:}" >${side%:*}/app; chmod +x ${side%:*}/app; done
  > export GITHUB_STEP_SUMMARY=$PWD/summary.md RUN=./app TOLERANCE=1% UNDECIDED=$1 PATH=$PWD/path:$PATH
  > env -u BASH_ENV bash -e step.sh >step.log 2>&1; status=$?; grep :: step.log; tail -qn 1 summary.md 2>/dev/null | cut -d : -f 1; exit $status
  > END
  $ . ./pull fail 1000 1000
  B is not worse than A by more than 1 %
  $ . ./pull fail 1000 1050
  ::error::worse than the base by more than 1%
  B is worse than A by more than 1 %
  [3]
  $ . ./pull fail 1000 1010
  ::error::undecided: too much noise for this number of pairs
  Undecided whether B is worse than A by more than 1 %
  [4]
  $ . ./pull pass 1000 1010
  ::warning::undecided: too much noise for this number of pairs
  Undecided whether B is worse than A by more than 1 %
  $ . ./pull fail 1000 none
  ::error::not compared: status 2
  [2]

gpubench-profile performs it in the process that was started. It is found from a link to gpubench; where it is missing,
that is said, and help and mistakes need none.

  $ gpubench-fake ab --pairs 18 -- sh -c 'echo $PPID >parent' -- true >/dev/null & wait; [ "$(cat parent)" = $! ]
  $ ln -s "$(type -P gpubench-fake)" elsewhere; ./elsewhere ab -- true
  gpubench: expected two commands, gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS..., or --from FILE
  [1]
  $ mkdir "a b"; cp build/gpubench "a b"; for command in "profile -- true" "ab -- true -- true" "ab --paar"; do "a b/gpubench" $command; done
  gpubench: profile needs a b/gpubench-profile, which cannot be run: No such file or directory
  gpubench: ab needs a b/gpubench-profile, which cannot be run: No such file or directory
  gpubench: '--paar' is not an option; see gpubench ab --help
  [1]
  $ "a b/gpubench" profile --help >help; head -1 help
  gpubench profile -- PROGRAM ARGS...: runs a program and traces where its time goes, then runs it under Nsight Compute,
