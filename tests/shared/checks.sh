# checks.sh: counts the checks of the script that reads it, which has a folder $work.
# shellcheck shell=bash disable=SC2154 # variables of that script
passed=0 failed=0 skipped=0

# explain: prints the output before a failed check. A script may have its own version.
explain() {
	echo "  exit status $status; standard output, error:"
	# Prints complete lines, because the totals follow.
	head -c 2000 "$out" | awk '{ print "  > " $0 }'
	head -c 2000 "$err" | awk '{ print "  2> " $0 }'
}

# check NAME COMMAND...: the command must succeed; otherwise its output is shown, and the output before it.
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

# totals: prints the last line of a test, and ends with its exit status.
totals() {
	echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
	[ "$failed" -eq 0 ]
}
