#!/bin/bash
# steps.sh BUILD: tests a step of `make run` (tools/step.sh) on a terminal, and Ctrl-C. transcripts/steps.t has the
# rest.
# shellcheck disable=SC2154,SC2034 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

log=$work/folder/log
unset V

# ---- Ctrl-C ----------------------------------------------------------------------------------------------------------

# A separate session, as on a terminal: the signal goes to all of its processes, and is not ignored as in a script's
# job.
in_session='import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL)
os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])'
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
