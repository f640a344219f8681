#!/bin/bash
# signals.sh BUILD: tests the effect of signals to a run or to its worker, on the fake device. results/fault-outcomes.md
# lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# The plug-in that fails in every way.
breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --quick)

slow=sleep=0.03 # a point takes some seconds, so that there is time for a signal
toy=(-b toy --quick)

for signal in KILL SEGV; do
	GPUBENCH_FAKE=$slow begin "${toy[@]}"
	until_true has_lines "$out" 2
	kill -$signal "$(worker)"
	finish
	check "SIG$signal to the worker" ends 2 "the worker was ended by signal"
	check "SIG$signal to the worker: all rows are there" rows "$out" 3
	check "SIG$signal to the worker: one has failed" test "$(fields status <"$out" | grep -c failed)" -eq 1
done

# Here a point takes less of its own time than the patience allows, even on a busy machine.
patient=(-b toy --quick --patience 4)
GPUBENCH_FAKE=sleep=0.02 begin "${patient[@]}"
until_true has_lines "$out" 2
kill -STOP "$(worker)"
finish
check "SIGSTOP to the worker" ends 2 "failed: hung: no answer for 4 s; the worker was killed"
check "SIGSTOP to the worker: all rows are there" rows "$out" 3
check "SIGSTOP to the worker: one has failed" test "$(fields status <"$out" | grep -c failed)" -eq 1
check "SIGSTOP to the worker: it is gone" until_true alone

# As with Ctrl-Z: time in which the supervisor was stopped does not count for a worker.
GPUBENCH_FAKE=sleep=0.02 begin "${patient[@]}"
until_true has_lines "$out" 2
measures=$(worker)
kill -STOP "$pid" "$measures"
check "all processes are stopped" until_true is_stopped "$pid"
sleep 5 # longer than the patience
kill -CONT "$measures" "$pid"
finish
check "all processes are stopped for longer than --patience" ends 0
check "all processes were stopped: all rows are there" rows "$out" 3
check "all processes were stopped: none has failed" test "$(fields status <"$out" | grep -c failed)" -eq 0

begin "${breaking[@]}" -a fault=fine_first,hang,fine_last
until_true has_lines "$out" 2
sleep 0.3 # during the hook that hangs; shortly before, the result would be the same
SECONDS=0
kill -INT "$pid"
finish
check "Ctrl-C does not wait for a plug-in that hangs" test "$SECONDS" -lt 4
check "Ctrl-C while a plug-in hangs" ends 130 "gpubench: interrupted; 1 complete row"
check "it leaves whole rows" rows "$out" 1
check "and no process" until_true alone

begin "${breaking[@]}" --dry-run -a fault=hang
until_true grep -q 'fault=hang' "$out"
kill -KILL "$pid"
finish
check "a dry run that is killed leaves no process" until_true alone

GPUBENCH_FAKE=$slow,devices=3 begin "${toy[@]}" --concurrent
until_true has_lines "$out" 2
kill -TERM "$pid"
finish
check "SIGTERM to three workers" ends 130 "gpubench: interrupted;"
check "they leave whole rows" rows "$out" "$(($(wc -l <"$out") - 1))"
check "none has failed" test "$(fields status <"$out" | grep -c failed)" -eq 0
check "and no process" until_true alone

GPUBENCH_FAKE=$slow,devices=2 begin "${toy[@]}" --concurrent --json "$work/hup.json"
until_true has_lines "$out" 2
kill -HUP "$pid"
finish
check "SIGHUP" ends 130 "gpubench: interrupted;"
check "SIGHUP leaves whole rows" rows "$out" "$(($(wc -l <"$out") - 1))"
check "and JSON that is valid" test "$("$build/tests/unit/test_json" "$work/hup.json")" = \
	"$(($(wc -l <"$out") - 1)) rows"
(trap '' HUP; GPUBENCH_FAKE=$slow begin "${toy[@]}"; until_true has_lines "$out" 2
	kill -HUP "$pid"; finish; exit "$status")
status=$?
check "SIGHUP under nohup" ends 0
check "SIGHUP under nohup: all rows are there" rows "$out" 3

totals
