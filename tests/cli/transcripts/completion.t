Completion for bash. `tab LINE WORD...` presses TAB at the end of a line that the shell has split into these words. The
offers are on the first line; the requests to the shell follow.

  $ mkdir -p path/plugins; cp build/tests/gpubench-fake path/gpubench; ln -s "$PWD"/build/tests/plugins/{toy,toy_cycles,skeleton}.so path/plugins
  $ cat >tab <<'END'
  > tab() {
  >   PATH=$PWD/path:$PATH env -u BASH_ENV bash --norc -c '
  >     . tests/../harness/commands/options/gpubench.bash
  >     COMP_LINE=$1 COMP_POINT=${#1}
  >     shift
  >     COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  >     compopt() { asked="$*"; }
  >     _gpubench "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
  >     echo "${COMPREPLY[*]}${asked:+ [$asked]}"' bash "$@"
  > }
  > END

Commands and options:

  $ . ./tab; tab "gpubench " gpubench ""
  run info show roofs peaks compare check history store plot profile ab report
  $ . ./tab; tab "gpubench --li" gpubench --li
  --list --list-devices
  $ . ./tab; for command in $(tab "gpubench " gpubench ""); do tab "gpubench $command --" gpubench $command -- | tr ' ' '\n' | sort | diff - <(gpubench-fake $command --help | grep -oE '^  (-.,|   ) --[a-z-]+' | grep -oE -- '--[a-z-]+' | sort); done

Benchmarks, also behind a = or the letter of an option, and in a regular expression:

  $ . ./tab; tab "gpubench -b " gpubench -b ""
  skeleton toy toy_cycles
  $ . ./tab; tab "gpubench --benchmark=sk" gpubench --benchmark = sk
  skeleton
  $ . ./tab; tab "gpubench --bench=" gpubench --bench =
  skeleton toy toy_cycles
  $ . ./tab; tab "gpubench -bsk" gpubench -bsk
  -bskeleton
  $ . ./tab; tab "gpubench -b 'toy|sk" gpubench -b "'toy|sk"
  toy|skeleton

Axes and their values:

  $ . ./tab; tab "gpubench -b toy -a " gpubench -b toy -a ""
  op= parts= block=
  $ . ./tab; tab "gpubench -b toy -a p" gpubench -b toy -a p
  parts= [-o nospace]
  $ . ./tab; tab "gpubench -b toy -a op=" gpubench -b toy -a op =
  add double wrong absent
  $ . ./tab; tab "gpubench -b toy -a op=double,wr" gpubench -b toy -a op = double,wr
  double,wrong
  $ . ./tab; tab "gpubench -b toy --axis=op=dou" gpubench -b toy --axis = op = dou
  double
  $ . ./tab; tab "gpubench -b toy -a 'op=dou" gpubench -b toy -a "'op=dou"
  op=double
  $ . ./tab; export COMP_WORDBREAKS=' '; tab "gpubench -b toy -a op=dou" gpubench -b toy -a op=dou
  op=double

Tools, pictures and files:

  $ . ./tab; tab "gpubench roofs --export " gpubench roofs --export ""
  ncu ert nersc superbench aiconfigurator prometheus
  $ . ./tab; export GPUBENCH_PLUGIN_PATH=build/plugins; tab "gpubench plot o" gpubench plot o
  occupancy offset overlap
  $ . ./tab; for words in "roofs x" "compare x" "report x" "-o x" "--json x" "--plugin x" "--points x" "roofs a.csv x" "plot offset --data x"; do tab "gpubench $words" gpubench $words; done | sort | uniq -c
        9  [-o default]
  $ . ./tab; tab "gpubench roofs --output=x" gpubench roofs --output = x
   [-o default]

No candidates:

  $ . ./tab; for words in "--timeout x" "--all x" "--min-samples 1" "--shuffle=x" "none x" "-x y" "--al1 -z" "info x" "-- roofs x"; do tab "gpubench $words" gpubench $words; done | sort | uniq -c
        9 
  $ gpubench-fake --complete
  gpubench: no words: gpubench --complete -- WORD...
  [1]

A plug-in on the line, a program that is not on the path, an alias, no program, and one that fails:

  $ . ./tab; tab "gpubench --plugin build/tests/plugins/toy_curve.so -b toy_c" gpubench --plugin build/tests/plugins/toy_curve.so -b toy_c
  toy_curve toy_cycles
  $ . ./tab; tab "$PWD/path/gpubench -b skel" "$PWD/path/gpubench" -b skel
  skeleton
  $ . ./tab; tab "gb -b skel" gb -b skel
  skeleton
  $ . ./tab; mv path/gpubench path/away; tab "gpubench -b skel" gpubench -b skel
  
  $ . ./tab; ln -s /bin/false path/gpubench; tab "gpubench -b skel" gpubench -b skel
  

In the middle of a line, the rest is ignored:

  $ mv path/away path/gpubench; PATH=$PWD/path:$PATH env -u BASH_ENV bash --norc -c '. tests/../harness/commands/options/gpubench.bash; COMP_LINE="gpubench -b skelxyz -a op=add" COMP_POINT=16 COMP_WORDS=(gpubench -b skelxyz -a op = add) COMP_CWORD=2; _gpubench gpubench skel -b; echo "${COMPREPLY[*]}"'
  skeleton

What the program says to the function of the shell, for these words:

  $ cat >complete <<'END'
  > export PATH=$PWD/path:$PATH; unset -f gpubench
  > while IFS= read -r line; do eval "set -- $line"; echo "$line: $(gpubench --complete -- "$@" | paste -sd ' ')"; done
  > END
  $ . ./complete <<'END'
  > ''
  > r
  > run ''
  > run -b toy
  > --every
  > roofs - ''
  > roofs -- -
  > check ''
  > show ''
  > show all.csv toy_
  > --color a
  > -d
  > -da
  > -lb t
  > -lba x -a
  > -zb t
  > --zb=
  > $'--all\n'
  > -b $'a\n|to'
  > --
  > END
  '': run info show roofs peaks compare check history store plot profile ab report
  r: run roofs report
  run '': 
  run -b toy: toy toy_cycles
  --every: --every-point
  roofs - '': @files
  roofs -- -: @files
  check '': @files
  show '': @files
  show all.csv toy_: toy_cycles
  --color a: auto always
  -d: -d
  -da: -dall
  -lb t: toy toy_cycles
  -lba x -a: -a
  -zb t: 
  --zb=: 
  $'--all\n': 
  -b $'a\n|to': 
  --: --all --deep --benchmark --axis --device --quick --every-point --points --plugin --allow-foreign --plan --dry-run --model --allow-unverified --max-noise --min-samples --min-time --timeout --watch --patience --deadline --wait-idle --max-memory --work --shuffle --concurrent --strict --remember --sustained --sdc --launches --output --csv --no-file --resume --json --verbose --list --list-devices --describe --version --man --complete --help --wide --rows --color

Plots:

  $ for words in 'plot c' 'plot cache x' 'plot -o x.svg ca'; do gpubench --complete -- $words | paste -sd ' '; done
  compare cache case clocks collective constant
  @files
  cache case

Axes and values:

  $ . ./complete <<'END'
  > -b 'toy|toy_cycles' -a ''
  > -b toy_cycles -a ''
  > -b toy -b toy_cycles -a ''
  > -b "'toy_cycles|'" -a ''
  > -b t.y -a pa
  > -b '"t.y"' --axis=pa
  > -b toy -aop=d
  > -b toy -a op=add,add,w
  > -b toy -a parts=
  > -b toy -a parts=1:
  > -b nothing -a ''
  > -b '[' -a ''
  > END
  -b 'toy|toy_cycles' -a '': op= parts= block= stride=
  -b toy_cycles -a '': stride=
  -b toy -b toy_cycles -a '': op= parts= block= stride=
  -b "'toy_cycles|'" -a '': stride=
  -b t.y -a pa: parts=
  -b '"t.y"' --axis=pa: --axis=parts=
  -b toy -aop=d: -aop=double
  -b toy -a op=add,add,w: op=add,add,wrong
  -b toy -a parts=: parts=1 parts=4
  -b toy -a parts=1:: 
  -b nothing -a '': 
  -b '[' -a '': 

A word that is too long matches nothing:

  $ export PATH=$PWD/path:$PATH; long=$(printf 'x%.0s' {1..4000}); for words in "-b $long" "-b toy -a op=$long" "--benchmark=$long"; do command gpubench --complete -- $words; done
