A step of `make run` is one line on the screen (tools/step.sh): its progress, its time, and its output if it failed.

  $ cat >step <<'END'
  > unset V; step() { tests/../tools/step.sh "$@" 2>&1 | sed 's/[0-9]* s\b/N s/'; }
  > says=(sh -c 'printf "%s\n" "$@"; exit "${STATUS:-0}"' says)
  > END
  $ . ./step; step Working folder/log "${says[@]}" one two; cat folder/log
  Working                     done in N s
  one
  two

Nothing is said of a step that had nothing to do, nor of the first part of one:

  $ . ./step; step -c '^  CC' Working log "${says[@]}" "nothing to do"
  $ . ./step; step -q Working log "${says[@]}" one
  $ . ./step; export STATUS=1; step -q Working log "${says[@]}" wrong
  Working                     FAILED after N s
    | wrong
    Complete output: log
  [1]

Warnings are counted, and a last line that is not whole counts:

  $ . ./step; step -w -c '^  CC' Working log "${says[@]}" "  CC a.c" "a.c:1: warning: odd" "  CC b.c"
  Working                     done in N s, 1 warning in log
  $ . ./step; step -w Working log printf 'whole\nno newline'; cat log
  Working                     done in N s
  whole
  no newline

A step that fails ends as its command does, and shows what was said, without its progress:

  $ . ./step; export STATUS=3; step -c '^  CC' Working log "${says[@]}" "  CC a.c" "a.c:1: error: wrong" "  CC b.c"
  Working                     FAILED after N s
    | a.c:1: error: wrong
    Complete output: log
  [3]
  $ . ./step; step Working log ./nothing | sed -n 1p
  Working                     FAILED after N s
  [127]
  $ . ./step; export STATUS=1; step Working log "${says[@]}" "$(printf 'word %.0s' {1..60})"
  Working                     FAILED after N s
    | word word word word word word word word word word word word word word word
    | word word word word word word word word word word word word word word word
    | word word word word word word word word word word word word word word word
    | word word word word word word word word word word word word word word word
    Complete output: log
  [1]
  $ . ./step; export STATUS=1; step Working log "${says[@]}" "$(seq -f 'line %.0f' 100)"
  Working                     FAILED after N s
    | line 86
    | line 87
    | line 88
    | line 89
    | line 90
    | line 91
    | line 92
    | line 93
    | line 94
    | line 95
    | line 96
    | line 97
    | line 98
    | line 99
    | line 100
    Complete output: log
  [1]

A full disk does not keep the last lines, and no log is named:

  $ . ./step; export STATUS=1; step Working /dev/full "${says[@]}" last
  Working                     FAILED after N s
    | last
  [1]

V=1 shows what is said:

  $ . ./step; export V=1; step Working log "${says[@]}" one two
  one
  two

A service that was started is not waited for:

  $ . ./step; step Working log sh -c 'sleep 60 & echo $!'; kill "$(cat log)"
  Working                     done in N s
