#!/usr/bin/env bash
# Compare what the benchmarks say a launch does with the hardware's own counters: points of a result file are launched again
# under Nsight Compute, with the very shapes they were measured with. bench/<name>/<name>.counters says what is compared
# (docs/counters.md).
#
#   tests/gpu/audit.sh BUILD RESULTS.csv [BENCHMARK...] > results/MODEL/counters.md
#
# Needs ncu and the right to read counters. Exit status: 0 all agree or are explained, 1 some differ, 77 cannot be done here.
set -uo pipefail

build=$1 results=$2
shift 2
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The first launch is not counted.
launches=3
failed=0

skip() { echo "audit: $1" >&2; exit 77; }
command -v ncu >/dev/null || skip "ncu (Nsight Compute) is not on the PATH"
"$build/gpubench" --list-devices >/dev/null 2>&1 || skip "no GPU"

# counters MODE BENCH FILES...
counters() {
	local mode=$1 bench=$2
	shift 2
	awk -f "$here/csv.awk" -f "$here/../audit/value.awk" -f "$here/counters.awk" -v mode="$mode" -v bench="$bench" \
		-v launches=$launches -v totals="$work/totals" "bench/$bench/$bench.counters" "$@"
}

# first COLUMN: its value in the first row of the results.
first() {
	# shellcheck disable=SC2016 # awk expands them
	awk -f "$here/csv.awk" -f <(echo 'NR == 1 { columns($0, at) } NR == 2 { cells($0, row); print row[at[want]]; exit }') \
		-v want="$1" "$results"
}

# profile BENCH: its points under ncu; $work/launched.csv and $work/ncu.csv.
profile() {
	ncu --clock-control none --cache-control none --print-units base --csv --page raw --log-file "$work/ncu.csv" \
		--metrics "$(counters metrics "$1")" --kernel-name "regex:$(counters kernels "$1")" \
		"$build/gpubench" -b "$1" --points "$work/points.csv" --launches $launches -o "$work/launched.csv" \
		>"$work/log" 2>&1 </dev/null
	grep -q '^"[0-9]' "$work/ncu.csv" && return
	tail -n 5 "$work/log" "$work/ncu.csv" >&2
	skip "$1: counters cannot be read here"
}

# audit BENCH
audit() {
	counters select "$1" "$results" >"$work/points.csv" || exit 2
	if [ "$(wc -l <"$work/points.csv")" -lt 2 ]; then
		echo "audit: $1: no such points in $results" >&2
		return
	fi
	profile "$1"
	printf '\n## %s\n\n| point | what | ours, a launch | counters | difference | |\n| --- | --- | --- | --- | --- | --- |\n' "$1"
	counters compare "$1" "$work/launched.csv" "$work/ncu.csv" || failed=1
}

cat <<E
# Our accounting against the hardware's counters: $(first gpu_name)

Made by \`make audit-gpu\` (tests/gpu/audit.sh) with gpubench $(first version), driver $(first driver) and Nsight Compute
$(ncu --version | grep -o 'Version.*'), \`--clock-control none --cache-control none\`, on points of
$results. Each line is one point, launched again with the shape it was measured with: what we
say one launch does, and what the counters saw, as the mean of $((launches - 1)) launches. bench/NAME/NAME.counters
says which counters; docs/counters.md describes it.
E
for file in bench/*/*.counters; do
	name=$(basename "$file" .counters)
	[ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
	audit "$name"
done
exit $failed
