#!/usr/bin/env bash
# Compare our accounting with the hardware's own counters: for every measured row of a result file, run its very point
# again under Nsight Compute and print bytes and FMAs a launch, ours beside the counters', as a Markdown table.
#
#   tests/gpu/audit.sh BUILD RESULTS.csv > docs/audit-MODEL.md
#
# Needs ncu and the right to read counters. Exit status: 0 all within TOLERANCE, 1 some are not, 77 cannot be done here.
set -uo pipefail

build=$1 results=$2
tolerance=${TOLERANCE:-0.02}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

read_bytes=dram__bytes_read.sum
written_bytes=dram__bytes_write.sum
ffma=smsp__sass_thread_inst_executed_op_ffma_pred_on.sum

skip() { echo "audit: $1" >&2; exit 77; }
command -v ncu >/dev/null || skip "ncu (Nsight Compute) is not on the PATH"
"$build/gpubench" --list-devices >/dev/null 2>&1 || skip "no GPU"

# column NAME: the values of a column of a CSV on standard input. Quoted fields are understood, line breaks in them not.
column() {
	awk -v want="$1" '
	function fields(line, out,   n, c, i, quoted, field) {
		n = 0; field = ""; quoted = 0
		for (i = 1; i <= length(line); i++) {
			c = substr(line, i, 1)
			if (c == "\"") quoted = !quoted
			else if (c == "," && !quoted) { out[++n] = field; field = "" }
			else if (c != "\r") field = field c
		}
		out[++n] = field
		return n
	}
	NR == 1 { n = fields($0, head); for (i = 1; i <= n; i++) if (head[i] == want) at = i; next }
	{ fields($0, row); print row[at] }'
}


# launch_work: bytes or operations of one launch, from the first raw sample: value x seconds / launches.
launch_work() {
	awk '
	function number(key,   at) {
		at = index($0, "\"" key "\":")
		if (!at) return 0
		return substr($0, at + length(key) + 3) + 0
	}
	function first(key,   at) {
		at = index($0, "\"" key "\":[")
		if (!at) return 0
		return substr($0, at + length(key) + 4) + 0
	}
	/"raw":/ { sub(/.*"raw":/, ""); printf "%.0f\n", first("value") * first("batch_seconds") / number("launches_per_batch") }' "$1"
}

# metric NAME: mean over the launches profiled.
metric() {
	paste -d ' ' <(column "Metric Name" <"$work/ncu.csv") <(column "Metric Value" <"$work/ncu.csv") |
		awk -v want="$1" '$1 == want { gsub(",", "", $2); sum += $2; n++ } END { if (n) printf "%.0f\n", sum / n }'
}

# profile BENCH POINT: one run of exactly this point, its third to fifth timed launch under ncu.
profile() {
	local choices=() choice
	IFS=, read -ra parts <<<"$2"
	for choice in "${parts[@]}"; do choices+=(-a "$choice"); done
	ncu --clock-control none --cache-control none --print-units base --csv --log-file "$work/ncu.txt" \
		--metrics "$read_bytes,$written_bytes,$ffma" \
		--kernel-name 'regex:^(dram_(read|write|copy|scale|add|triad|mix)_|ffma_c)' --launch-skip 2 --launch-count 3 \
		"$build/gpubench" -b "$1" "${choices[@]}" --every-point --min-samples 6 --timeout 0.01 \
		-o "$work/run.csv" --json "$work/run.json" >"$work/log" 2>&1 || return 1
	grep '^"' "$work/ncu.txt" >"$work/ncu.csv"
	[ -s "$work/ncu.csv" ]
}

failed=0
# verdict LABEL OURS COUNTED: one line of the table.
verdict() {
	local line
	line=$(awk -v ours="$2" -v counted="$3" -v tolerance="$tolerance" 'BEGIN {
		off = ours > 0 ? counted / ours - 1 : 1
		printf "%.6g | %.6g | %+.2f %% | %s", ours, counted, 100 * off,
			(off <= tolerance && off >= -tolerance ? "agrees" : "DIFFERS") }')
	echo "| $1 | $line |"
	case $line in *agrees) ;; *) failed=1 ;; esac
}

version=$(column version <"$results" | head -n 1)
gpu=$(column gpu_name <"$results" | head -n 1)
driver=$(column driver <"$results" | head -n 1)
cat <<E
# Our accounting against the hardware's counters: $gpu

Made by \`make audit-gpu\` (tests/gpu/audit.sh) with gpubench $version, driver $driver and
$(ncu --version | grep -o 'Version.*'), \`--clock-control none --cache-control none\`.
Each line is one row of the result file, run again at exactly its point: what we say one launch does, and what the
counters saw, as the mean of three launches. Bytes are \`$read_bytes\` + \`$written_bytes\`,
FMAs \`$ffma\` (an FMA is two of our FLOP).
The driver's copy is not a kernel and cannot be profiled this way.

| benchmark, point | counted | ours, a launch | hardware | difference | |
| --- | --- | --- | --- | --- | --- |
E

while IFS='|' read -r bench point status; do
	case $status:$point in ok:*driver_copy* | skipped:* | failed:*) continue ;; esac
	if ! profile "$bench" "$point"; then
		echo "audit: $bench $point: ncu gave nothing:" >&2
		tail -n 3 "$work/log" "$work/ncu.txt" >&2
		skip "counters cannot be read here"
	fi
	ours=$(launch_work "$work/run.json")
	case $bench in
	dram) verdict "$bench $point | bytes" "$ours" $(($(metric $read_bytes) + $(metric $written_bytes))) ;;
	ffma) verdict "$bench $point | FMAs" "$((ours / 2))" "$(metric $ffma)" ;;
	esac
done < <(paste -d '|' <(column benchmark <"$results") <(column point <"$results") <(column status <"$results"))
exit $failed
