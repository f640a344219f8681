#!/usr/bin/env bash
# The kernels of each benchmark under each tool of compute-sanitizer, on a small working set.
#
#   tests/gpu/sanitize.sh BUILD [BENCHMARK...]         TOOLS="memcheck initcheck racecheck synccheck"
#
# The last line has the totals. Exit status 77: cannot be done here.
set -uo pipefail

build=$1
shift
tools=${TOOLS:-memcheck initcheck racecheck synccheck}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

skip() { echo "sanitize: $1" >&2; exit 77; }
command -v compute-sanitizer >/dev/null || skip "compute-sanitizer is not on the PATH"
"$build/gpubench" --list-devices >/dev/null 2>&1 || skip "no GPU"

# options BENCH: which points. Of the roofs every kernel: all values of the axes that choose one, one value of those that only
# shape its launch. Of the others what --quick takes.
options() {
	case $1 in
	dram) echo --every-point -a op=read,write,copy,scale,add,triad,mix -a block=256 -a grid=persistent -a skew=0 -a stripes=64 ;;
	ffma) echo --every-point -a warps=16 -a block=256 ;;
	*) echo --quick ;;
	esac
}

# check TOOL BENCH: no error of the tool's, and no row that failed.
check() {
	local tool=$1 name=$2 rows bad
	# shellcheck disable=SC2046 # words
	compute-sanitizer --tool "$tool" --target-processes all --error-exitcode 9 "$build/gpubench" -b "$name" $(options "$name") \
		--max-memory 400e6 --min-samples 1 --max-noise 1 --timeout 0.001 --patience 300 -o "$work/rows.csv" >"$work/log" 2>&1
	rows=$(($(wc -l <"$work/rows.csv") - 1))
	bad=$(grep -c ',failed,' "$work/rows.csv")
	# racecheck closes with a line of its own.
	local clean='ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards' dirty='(ERROR|RACECHECK) SUMMARY: [1-9]'
	if [ "$rows" -gt 0 ] && [ "$bad" -eq 0 ] && grep -qE "$clean" "$work/log" && ! grep -qE "$dirty" "$work/log"; then
		passed=$((passed + 1))
		echo "ok: $tool, $name: $rows rows"
	else
		failed=$((failed + 1))
		echo "FAILED: $tool, $name: $rows rows, $bad failed"
		grep -vE ': (suspect|skipped): ' "$work/log" | head -n 30
	fi
}

[ $# -gt 0 ] || mapfile -t all < <("$build/gpubench" --list | cut -d ' ' -f 1)
[ $# -gt 0 ] || set -- "${all[@]}"
for tool in $tools; do
	for name in "$@"; do
		check "$tool" "$name"
	done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
