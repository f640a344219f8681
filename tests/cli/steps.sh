#!/bin/bash
# steps.sh BUILD: tests that each step of `make run` is one line on the screen (tools/step.sh): its progress, its time,
# and its output if it failed.
# shellcheck disable=SC2154,SC2034 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

log=$work/folder/log
unset V

# step ARGUMENTS...: of tools/step.sh.
step() {
	run "$tests/../tools/step.sh" "$@"
}

# says WORD...: a command that prints these, one per line.
# shellcheck disable=SC2016 # as it is written
says=(sh -c 'printf "%s\n" "$@"; exit "${STATUS:-0}"' says)

# is FILE TEXT
is() {
	printf '%s\n' "$2" | diff - "$1"
}

# ends_in LINE: the last line, with any number of seconds.
ends_in() {
	tail -n 1 "$out" | grep -qE "^$1\$"
}

# ---- how it ends -----------------------------------------------------------------------------------------------------

step Working "$log" "${says[@]}" one two
check "a step is one line" test "$(wc -l <"$out")" -eq 1
check "with its time" ends_in "Working +done in [0-9]+ s"
check "what it says is in the log" is "$log" "$(printf 'one\ntwo')"
step -c '^  CC' Working "$log" "${says[@]}" "nothing to do"
check "one that had nothing to do is not told of" test ! -s "$out"
step -w -c '^  CC' Working "$log" "${says[@]}" "  CC a.c" "a.c:1: warning: odd" "  CC b.c"
check "warnings are counted, and the log is named" ends_in "Working +done in [0-9]+ s, 1 warning in $log"
step -w Working "$log" printf 'whole\nno newline'
check "a last line that is not whole counts" is "$log" "$(printf 'whole\nno newline')"

step -q Working "$log" "${says[@]}" one
check "nor is the first part of a step" test ! -s "$out"
STATUS=1 step -q Working "$log" "${says[@]}" wrong
check "unless it fails" grep -qx '  | wrong' "$out"

STATUS=3 step -c '^  CC' Working "$log" "${says[@]}" "  CC a.c" "a.c:1: error: wrong" "  CC b.c"
check "a step that fails ends as its command does" ends 3
check "says so" grep -qE '^Working +FAILED after [0-9]+ s$' "$out"
check "and shows what was said, but for its progress" test "$(grep '^  | ' "$out")" = "  | a.c:1: error: wrong"
check "and where all of it is" ends_in "  Complete output: $log"
STATUS=1 step Working "$log" "${says[@]}" "$(printf 'word %.0s' {1..60})"
check "long lines are broken" test "$(wc -L <"$out")" -lt 80
STATUS=1 step Working "$log" "${says[@]}" "$(seq -f 'line %.0f' 100)"
check "the last lines are shown" test "$(grep -c '^  | ' "$out")" -eq 15
check "to the last" grep -qx '  | line 100' "$out"
step Working "$log" "$work/nothing"
check "a command that is not there has failed" ends 127
STATUS=1 step Working /dev/full "${says[@]}" last
check "a full disk does not keep the last lines" grep -qx '  | last' "$out"
check "and no log is named that has not got them" test "$(grep -c 'Complete output' "$out")" -eq 0

V=1 run "$tests/../tools/step.sh" Working "$log" "${says[@]}" one two
check "V=1 shows what is said" is "$out" "$(printf 'one\ntwo')"

is_there() {
	kill -0 "$(cat "$log")"
}
step Working "$log" sh -c 'sleep 60 & echo $!'
check "a service that was started is not waited for" is_there
kill "$(cat "$log")"

# ---- Ctrl-C ----------------------------------------------------------------------------------------------------------

# A separate session, as on a terminal: the signal goes to all of its processes, and is not ignored as in a script's
# job.
in_session='import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL)
os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])'
rm "$log"
"$python" -c "$in_session" "$tests/../tools/step.sh" Working "$log" sh -c 'echo begun; sleep 60' >"$out" 2>"$err" \
	</dev/null &
pid=$!
until_true has_lines "$log" 1
kill -INT -- -$pid
finish
check "Ctrl-C ends a step" grep -qE '^Working +stopped after [0-9]+ s$' "$out"
check "and what called it" test "$status" -eq 130

# ---- a terminal ------------------------------------------------------------------------------------------------------

# shown PATTERN: the pattern was on the terminal at some time.
shown() {
	tr '\r' '\n' <"$work/terminal" | sed 's/\x1b\[K//g' | grep -qE "$1"
}
if command -v script >/dev/null; then
	cat >"$work/build.sh" <<-END
		exec '$tests/../tools/step.sh' -c '^  CC' -n 4 Building '$log' \\
			sh -c 'for i in 1 2 3 4; do echo "  CC \$i"; done'
	END
	TERM=xterm run script -qec "stty cols 80 rows 24; bash '$work/build.sh'" "$work/terminal"
	check "a terminal shows how far it is" shown '^Building +\[#{12} {12}\] 2 of 4  [0-9]+ s$'
	check "and in the end what a pipe has" shown '^Building +done in [0-9]+ s$'
	check "all on one line" test "$(grep -c Building "$work/terminal")" -eq 1
	TERM=xterm run script -qec "stty cols 40 rows 24; bash '$work/build.sh'" "$work/terminal"
	check "no line is wider than it" \
		test "$(tr '\r' '\n' <"$work/terminal" | sed 's/\x1b\[K//g; /^Script/d' | wc -L)" -lt 40
	TERM=dumb run script -qec "bash '$work/build.sh'" "$work/terminal"
	check "a terminal that cannot go back has the last line alone" shown '^Building +done in [0-9]+ s$'
	check "and no control characters" sh -c "! grep -q \"$(printf '\033')\" '$work/terminal'"
else
	skip "there is no 'script' to make a terminal"
fi

totals
