#!/bin/bash
# sdc.sh BUILD: tests a watch for silent data corruption with a crash and with Ctrl-C. transcripts/sdc.t has planted
# faults.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

flips=(--plugin "$build/tests/plugins/flips.so" -b flips)

# says PATTERN: the messages match the pattern.
says() {
	grep -qE -- "$1" "$err"
}

# ---- a crash ---------------------------------------------------------------------------------------------------------

breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --patience 1)
on "" --sdc 0.2 "${breaking[@]}" -a fault=fine_first,abort,fine_last
check "a crash is a failure, and no corruption" test "$status" -eq 2
check "a crash: its row" grep -q 'fault=abort failed' <(fields point status <"$out")
check "a crash: rows of the others" test "$(fields point status <"$out" | sort -u | grep -c ok)" -eq 2

# ---- Ctrl-C ----------------------------------------------------------------------------------------------------------

GPUBENCH_FAKE="" begin --sdc 600 "${flips[@]}" -o "$work/stopped.csv"
# Half a second of processor time is enough for a pass.
works() {
	local of
	of=$(worker | head -n 1)
	[ -n "$of" ] && [ "$(awk '{ print $14 + $15 }' "/proc/$of/stat")" -ge 50 ]
}
until_true works
# A terminal sends the signal to both. The worker receives two signals at once here, and still sends its rows: without
# blocking, the second signal would end it.
of=$(worker | head -n 1)
kill -STOP "$of"
kill -INT "$of" "$pid"
kill -TERM "$of"
kill -CONT "$of"
finish
check "Ctrl-C: status 130" test "$status" -eq 130
check "Ctrl-C: the summary" says '^gpubench: 0 wrong results in [0-9]+'
check "Ctrl-C: the rows" test "$(fields status <"$work/stopped.csv" | sort -u)" = ok

totals
