#!/usr/bin/env bash
# What the supervisor and its workers cost: gpubench against gpubench-alone, the same program in one process, in turn.
#
#   tests/gpu/overhead.sh BUILD [RUNS [OPTIONS...]]      5 runs of each of --all --quick
#
# Prints the medians of the time until the first row was measured, from there to the last, and from the last to the end. Where
# there is no GPU, a fake one whose points cost next to nothing, and the least times instead of the medians: what differs is what
# the processes do, and what moves is the host. Exit status 1: more than 3 % of a run on a GPU, or rows are missing.
set -uo pipefail

build=$(realpath "$1")
runs=${2:-5}
shift $(($# < 2 ? $# : 2))
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if "$build/gpubench" --list-devices >/dev/null 2>&1; then
	cp "$build/gpubench" "$work/processes"
	cp "$build/tests/gpubench-alone" "$work/alone"
	ln -s "$build/plugins" "$work"
	on="this GPU" most=3 what=medians
	[ $# -gt 0 ] || set -- --all --quick
else
	cp "$build/tests/gpubench-fake" "$work/processes"
	cp "$build/tests/gpubench-fake-alone" "$work/alone"
	mkdir "$work/plugins"
	ln -s "$build/tests/plugins/toy.so" "$build/tests/plugins/toy_cycles.so" "$work/plugins"
	on="the fake device" most="" what=least
	export HWLOC_COMPONENTS=-pci
	[ $# -gt 0 ] || set -- -b 'toy|toy_cycles' -a op=add,double --every-point
fi

# time_one PROGRAM: a line of its parts in seconds: start, rows, end, all; and how many rows there were.
time_one() {
	local began ended
	began=$(date +%s.%N)
	"$work/$1" "${@:2}" -o "$work/$1.csv" 2>"$work/$1.err" </dev/null
	ended=$(date +%s.%N)
	# shellcheck disable=SC2016,SC2028 # awk expands them
	awk -f "$here/csv.awk" -f <(echo '
		# Seconds behind the start, of a moment in the day.
		function since(second) { return second - start + (second < start - 43200 ? 86400 : 0) }
		BEGIN { start = began % 86400 }
		NR == 1 { columns($0, at); next }
		{ cells($0, row) }
		row[at["status"]] ~ /^(ok|suspect|skipped)$/ && row[at["variant"]] != "" {
			split(row[at["time_utc"]], part, /[T:Z]/)
			last = since(3600 * part[2] + 60 * part[3] + part[4])
			if (!rows++)
				first = last
		}
		END { printf "%.6f %.6f %.6f %.6f %d\n", first, last - first, ended - began - last, ended - began, rows }') \
		-v began="$began" -v ended="$ended" "$work/$1.csv"
}

for run in $(seq 0 "$runs"); do
	for program in processes alone; do
		line=$(time_one $program "$@")
		# The first of each pays for what the next ones find in caches.
		[ "$run" -eq 0 ] || echo "$program $line"
	done
done >"$work/times"

echo "gpubench $* on $on, $runs runs of each in turn, $what:"
awk -v most="$most" -v what="$what" '
	function median(list, n,   i, j, t) {
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
				t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
			}
		return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
	}
	function of(program, part,   i, list) {
		for (i = 1; i <= n[program]; i++)
			list[i] = time[program, part, i]
		t = median(list, n[program])
		low = list[1]
		high = list[n[program]]
		return what == "least" ? low : t
	}
	{
		n[$1]++
		for (part = 1; part <= 4; part++)
			time[$1, part, n[$1]] = $(part + 1)
		if (!($6 > 0) || (NR > 1 && $6 != rows))
			missing = 1
		rows = $6
	}
	END {
		split("until the first row|first to last row|behind the last row|all", name, "|")
		printf "| part | with processes | in one process | difference |\n| --- | --- | --- | --- |\n"
		for (part = 1; part <= 4; part++) {
			a = of("processes", part); spread = sprintf("%.3f ... %.3f", low, high)
			b = of("alone", part)
			printf "| %s | %.4f s | %.4f s | %+.4f s |\n", name[part], a, b, a - b
			more[part] = a - b
		}
		if (missing) {
			print "rows are missing, or not the same in all runs"
			exit 1
		}
		printf "%d rows; runs with processes took %s s, in one process %.3f ... %.3f s\n", rows, spread, low, high
		printf "the processes cost %.2f %% of a run; %.1f ms before and behind the rows, %.1f us a row\n", 100 * (a - b) / a,
			1e3 * (more[1] + more[3]), 1e6 * more[2] / rows
		exit most != "" && 100 * (a - b) / a > most
	}' "$work/times"
