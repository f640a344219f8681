#!/bin/sh
# run.sh BUILD: every unit program, then the tests of scripts, then the scripts of cli/, host/ and gpu/; the last line has the totals.
# A program that crashes, or ends in failure without naming a failed test, counts as one failed.

build=$1
passed=0 failed=0 skipped=0
log=$build/tests/log
GB_BUILD=$build
export GB_BUILD

# report NAME STATUS PASSED FAILED SKIPPED
report() {
	bad=$4
	[ "$2" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
	[ $(($3 + bad + $5)) -gt 0 ] || bad=1
	passed=$((passed + $3)) failed=$((failed + bad)) skipped=$((skipped + $5))
	echo "  $1: $3 passed, $bad failed$([ "$5" -eq 0 ] || echo ", $5 skipped")"
}

count() {
	grep -cE "$1" "$log"
}

for source in tests/unit/test_*.c bench/*/test_*.c tests/plugins/*/test_*.c; do
	name=$(basename "$source" .c)
	CMOCKA_MESSAGE_OUTPUT=TAP "$build/tests/unit/$name" >"$log" 2>&1
	status=$?
	skips=$(count '^(not )?ok .*# SKIP')
	bad=$(($(count '^not ok') - $(count '^not ok .*# SKIP')))
	[ "$status" -eq 0 ] || cat "$log"
	report "$name" "$status" $(($(count '^ok') - $(count '^ok .*# SKIP'))) "$bad" "$skips"
done

# number NAME: the number before NAME in the last line of the log
number() {
	tail -n 1 "$log" | grep -oE "[0-9]+ $1" | grep -oE '^[0-9]+' || echo 0
}

for script in rooms.py unittests.py cli/run.sh cli/files.sh cli/analysis.sh cli/gates.sh cli/hostile.py host/audit_host.py gpu/run.sh; do
	case $script in
	rooms.py) set -- ;; # of the sources
	unittests.py) set -- tests/audit tests/gpu tests/host ;;
	*) set -- "$build" ;;
	esac
	{ "tests/$script" "$@" 2>&1; echo $? >"$log.status"; } | tee "$log"
	report "tests/${script%.*}" "$(cat "$log.status")" "$(number passed)" "$(number failed)" "$(number skipped)"
done

echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
