#!/usr/bin/env bash
# How far the median of so many samples in a row moves in one long run: what a point that is sampled as long may miss.
#
#   gpubench -b ffma -a type=fp32 --min-time 10 --json long.json -o long.csv
#   tests/gpu/windows.sh long.json [N...]            windows of N samples each (20 64)
#
# Spread is (largest - smallest) / median of the windows' medians. `dips` are the spells of three samples or more that are all
# more than a thousandth below the median of the run, and how many samples the middle one of them has.
set -euo pipefail

file=$1
shift
[ $# -gt 0 ] || set -- 20 64
echo "| point | samples | seconds | dips | samples of a dip |$(printf ' spread of %s |' "$@")"
echo "| --- | --- | --- | --- | --- |$(printf ' --- |%.0s' "$@")"
# A row a line: its point, the samples' values and times.
sed -n 's/.*"point":"\([^"]*\)".*"batch_seconds":\[\([^]]*\)\],"value":\[\([^]]*\)\].*/\1 \2 \3/p' "$file" | awk -v sizes="$*" -v file="$file" '
	function median(list, first, count,   i, j, t, s) {
		for (i = 1; i <= count; i++) {
			t = list[first + i - 1]
			for (j = i; j > 1 && s[j - 1] > t; j--)
				s[j] = s[j - 1]
			s[j] = t
		}
		return count % 2 ? s[(count + 1) / 2] : (s[count / 2] + s[count / 2 + 1]) / 2
	}
	function spread(size,   at, m, low, high) {
		if (size > n)
			return "-"
		for (at = 1; at + size - 1 <= n; at += size) {
			m = median(value, at, size)
			low = at == 1 || m < low ? m : low
			high = at == 1 || m > high ? m : high
		}
		return sprintf("%.2f %%", 100 * (high - low) / whole)
	}
	{
		n = split($3, value, ",")
		split($2, time, ",")
		whole = median(value, 1, n)
		seconds = dips = length_now = 0
		for (i = 1; i <= n + 1; i++) {
			seconds += time[i]
			if (i <= n && value[i] < 0.999 * whole) {
				length_now++
				continue
			}
			if (length_now >= 3)
				dip[++dips] = length_now
			length_now = 0
		}
		printf "| %s | %d | %.2f | %d | %s |", $1, n, seconds, dips, dips ? median(dip, 1, dips) : "-"
		sizes_count = split(sizes, size, " ")
		for (i = 1; i <= sizes_count; i++)
			printf " %s |", spread(size[i])
		print ""
		rows++
	}
	END {
		if (rows)
			exit
		print "no row with raw samples is in " file >"/dev/stderr"
		exit 1
	}'
