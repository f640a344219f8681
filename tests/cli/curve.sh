#!/bin/bash
# curve.sh BUILD: tests how a deadline ends conclusions, and Ctrl-C a load that lasts, on the fake device.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

curve=(--plugin "$build/tests/plugins/toy_curve.so" -b toy_curve --quick)

SECONDS=0
on "" "${curve[@]}" -a end=endless --deadline 1 # with a hang limit of 5 s, instead of a minute
check "a deadline bounds conclusions too" \
	ends 2 "while it drew conclusions from its rows, the worker was ended by signal 9"
check "a deadline bounds conclusions too: $SECONDS s" test "$SECONDS" -lt 55

GPUBENCH_FAKE=power=200 begin -b toy --quick -a op=add -a parts=1 --sustained 100
sleep 5 # into the sustained load; before that, the state does not matter
kill -INT "$pid"
finish
check "Ctrl-C ends it soon" ends 130 "interrupted"

totals
