#!/usr/bin/env bash
# How far each roof moves from run to run.
#
#   tests/gpu/ten.sh BUILD RUNS.csv [N [OPTIONS...]]      10 runs of --all
#
# Runs are added to RUNS.csv, so that they can be had in several goes; N = 0 prints the table alone. Spread is (largest -
# smallest) / median of the best row of each run, of its value, of its fraction of the limit, which leaves out what the clock
# did, and of the value over the clock of the slowest SM, which also leaves out that SMs differ in clock. Exit status 1: a run failed, or the value of a roof of dram or ffma moves by more than 0.3 %.
set -uo pipefail

build=$1 file=$2 runs=${3:-10}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- --all
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for run in $(seq "$runs"); do
	"$build/gpubench" "$@" -o "$work/run.csv" 2>"$work/err" </dev/null || {
		echo "run $run of gpubench $* ended with status $?:" >&2
		tail -n 5 "$work/err" >&2
		exit 1
	}
	if [ -s "$file" ]; then
		[ "$(head -n 1 "$file")" = "$(head -n 1 "$work/run.csv")" ] || { echo "$file has other columns" >&2; exit 1; }
		tail -n +2 "$work/run.csv" >>"$file"
	else
		cat "$work/run.csv" >"$file"
	fi
done

# shellcheck disable=SC2016,SC2028 # awk expands them
awk -f "$here/csv.awk" -f <(echo '
	function sort(list, n,   i, j, t) {
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
				t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
			}
	}
	# (largest - smallest) / median, percent; leaves the median.
	function spread(of_run, card,   i, n, list) {
		n = count[card]
		for (i = 1; i <= n; i++)
			list[i] = of_run[runs[card, i]]
		sort(list, n)
		median = n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
		return n > 1 && median > 0 ? 100 * (list[n] - list[1]) / median : ""
	}
	function percent(part) { return part == "" ? "" : sprintf("%.2f %%", part) }
	FNR == 1 { columns($0, at); next }
	{ cells($0, row) }
	row[at["roof"]] == "" || row[at["status"]] !~ /^(ok|suspect)$/ { next }
	{
		card = row[at["gpu_uuid"]] " " row[at["roof"]]
		run = card " " row[at["run_id"]]
		value = row[at["value"]] + 0
		if (!(card in count)) {
			order[++roofs] = card
			bench[card] = row[at["benchmark"]]
			unit[card] = row[at["unit"]]
		}
		if (!(run in best))
			runs[card, ++count[card]] = run
		less = unit[card] == "s" || unit[card] == "cycles"
		if (!(run in best) || (less ? value < best[run] : value > best[run])) {
			best[run] = value
			fraction[run] = row[at["fraction"]] + 0
			slowest = row[at["sm_clock_slowest_hz"]] + 0
			paced[run] = slowest > 0 ? value / slowest : 0
		}
		if (row[at["status"]] == "suspect")
			doubts[card]++
	}
	END {
		print "| GPU, roof | runs | median | spread | of the fraction | at the slowest SM | suspect rows | |"
		print "| --- | --- | --- | --- | --- | --- | --- | --- |"
		for (r = 1; r <= roofs; r++) {
			card = order[r]
			moved = spread(fraction, card)
			alike = spread(paced, card)
			value = spread(best, card)
			note = ""
			if (bench[card] ~ /^(dram|ffma)$/ && value > 0.3) {
				note = "above 0.3 %"
				bad = 1
			}
			printf "| %s | %d | %.5g %s | %s | %s | %s | %d | %s |\n", card, count[card], median, unit[card], percent(value),
				percent(moved), percent(alike), doubts[card], note
		}
		exit bad || roofs == 0
	}') "$file"
