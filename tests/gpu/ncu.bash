# ncu.bash BUILD [RESULTS.csv]: functions shared by the comparisons with Nsight Compute; ends with status 77 if they
# cannot be run.
# shellcheck shell=bash disable=SC2034 # variables of the script that reads this
set -uo pipefail
# Letters and numbers are those of the C locale.
export LC_ALL=C

build=$(realpath "$1") results=${2-}
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

skip() { echo "${0##*/}: $1: nothing is tested" >&2; exit 77; }
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)}
command -v ncu >/dev/null || skip "ncu (Nsight Compute) is not on the PATH"
[ -n "$nvcc" ] || skip "nvcc was not found"
"$build/gpubench" --list-devices >/dev/null 2>&1 || skip "no GPU"

# check NAME COMMAND...: shows the output of the command, and if it fails the end of the file $log, if there is one.
check() {
	local name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name"
		[ -z "${log-}" ] || tail -n 60 "$log"
	fi
}

# measure BENCHMARKS: measures the roofs, unless RESULTS.csv was given.
measure() {
	[ -z "$results" ] || return 0
	results=$work/gpu.csv
	"$build/gpubench" -b "$1" -o "$results"
}

# totals: prints the last line of a test, and ends with its exit status.
totals() {
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
}
