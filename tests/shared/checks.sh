# checks.sh: counts the checks of the script that reads it, which has a folder $work.
# shellcheck shell=bash disable=SC2154 # variables of that script
passed=0 failed=0 skipped=0

# explain: what ran before a check that failed. A script may have its own.
explain() {
	echo "  exit status $status; standard output, error:"
	# Whole lines: the totals come after them.
	head -c 2000 "$out" | awk '{ print "  > " $0 }'
	head -c 2000 "$err" | awk '{ print "  2> " $0 }'
}

# check NAME COMMAND...: the command must succeed; what it said is shown when it does not, and what ran before it.
check() {
	local name=$1
	shift
	if "$@" >"$work/why" 2>&1; then
		passed=$((passed + 1))
		return
	fi
	failed=$((failed + 1))
	echo "FAILED: $name: $*"
	sed 's/^/  | /' "$work/why"
	explain
}

skip() {
	skipped=$((skipped + 1))
	echo "skipped: $1"
}

# totals: the last line of a test, and its exit status.
totals() {
	echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
	[ "$failed" -eq 0 ]
}
