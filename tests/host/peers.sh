#!/bin/sh
# peers.sh BUILD [ROUNDS]: host_dram beside likwid-bench, on this machine and in the same minutes: in turn, best of ROUNDS (3).
# Both go through as many bytes with all cores; each round has every kernel of likwid-bench that this processor can run.
# Ends with 1 where ours is below LEAST (0.98) of theirs, with 77 where likwid-bench is missing.
set -u
export LC_ALL=C
build=$1 rounds=${2:-3} least=${LEAST:-0.98}

if ! command -v likwid-bench >/dev/null; then
	echo "SKIPPED: likwid-bench is missing (Debian: apt-get install likwid): nothing was compared" >&2
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Kernels of likwid-bench for an operation. Its `stream` is what is called triad here.
kernels_of() {
	case $1 in
	read) names="load_avx512 load_avx load_sse load" ;;
	write) names="store_mem_avx512 store_mem_avx store_mem_sse store_avx512 store_avx store_sse" ;;
	copy) names="copy_mem_avx512 copy_mem_avx copy_mem_sse copy_avx512 copy_avx copy_sse" ;;
	triad) names="stream_mem_avx512 stream_mem_avx stream_mem_avx_fma stream_mem_sse stream_avx512_fma stream_avx_fma stream_sse" ;;
	esac
	for name in $names; do
		case $name in
		*avx512*) flag=avx512f ;;
		*avx*) flag=avx2 ;;
		*sse*) flag=sse2 ;;
		*) flag= ;;
		esac
		if [ -z "$flag" ] || grep -qw "$flag" /proc/cpuinfo; then
			echo "$name"
		fi
	done
}

# field NAME <CSV: that column of the first row of the bandwidth, in its quotes or without.
field() {
	awk -v want="$1" '
		function cut(line, out,   n, c, quoted, i) {
			n = 1
			out[1] = ""
			for (i = 1; i <= length(line); i++) {
				c = substr(line, i, 1)
				if (c == "\"") quoted = !quoted
				else if (c == "," && !quoted) out[++n] = ""
				else out[n] = out[n] c
			}
			return n
		}
		NR == 1 { n = cut($0, head); for (i = 1; i <= n; i++) place[head[i]] = i; next }
		{ cut($0, cell) }
		cell[place["metric"]] == metric && !done { print cell[place[want]]; done = 1 }
	' metric="$2"
}

# ours OP: appends "bytes/s point" to $work/ours.OP, and leaves the working set in $set.
ours() {
	if ! "$build/gpubench" -b host_dram --device host -a "op=$1" >"$work/csv" 2>"$work/err"; then
		echo "gpubench: op=$1: $(tail -n 1 "$work/err")" >&2
		exit 1
	fi
	value=$(field value bandwidth <"$work/csv")
	if [ -z "$value" ]; then
		echo "gpubench: op=$1: no value: $(field reason '' <"$work/csv")" >&2
		exit 1
	fi
	set=$(field value working_set <"$work/csv")
	echo "$value $(field point bandwidth <"$work/csv")" >>"$work/ours.$1"
}

# theirs OP: appends "bytes/s kernel" to $work/theirs.OP for each kernel. -W: each thread touches its own part first.
theirs() {
	kib=$(awk "BEGIN { printf \"%d\", $set / 1000 }")
	for kernel in $(kernels_of "$1"); do
		rate=$(likwid-bench -t "$kernel" -s 1 -W "N:${kib}kB" 2>/dev/null | awk '/^MByte\/s:/ { print $2 * 1e6 }')
		if [ -n "$rate" ]; then
			echo "$rate $kernel" >>"$work/theirs.$1"
		fi
	done
}

for round in $(seq "$rounds"); do
	for op in read write copy triad; do
		echo "round $round of $rounds: $op" >&2
		ours "$op"
		theirs "$op"
	done
done

failed=0
printf '%-6s %12s %12s %7s  %-22s %s\n' op gpubench likwid-bench ratio "likwid-bench's best" "gpubench's best"
for op in read write copy triad; do
	if ! [ -s "$work/theirs.$op" ]; then
		echo "likwid-bench gave no bandwidth for $op" >&2
		exit 1
	fi
	sort -g "$work/ours.$op" | tail -n 1 >"$work/best"
	sort -g "$work/theirs.$op" | tail -n 1 >>"$work/best"
	awk -v op="$op" -v least="$least" '
		NR == 1 { ours = $1; point = $2 }
		NR == 2 {
			printf "%-6s %7.2f GB/s %7.2f GB/s %7.3f  %-22s %s\n", op, ours / 1e9, $1 / 1e9, ours / $1, $2, point
			exit ours / $1 < least
		}
	' "$work/best" || failed=1
done
[ "$failed" = 0 ] || echo "below $least of likwid-bench" >&2
exit "$failed"
