#!/bin/sh
# peers.sh BUILD [DUELS]: host_dram beside likwid-bench, on this machine and in the same minutes. First each looks for its best:
# ours searches, of likwid-bench every kernel runs that this processor can run. Then the best of both run in turn, DUELS times
# (10), a second each, as other guests of a host may take half of its memory for seconds: the best of each side counts. Both go
# through as many bytes with all cores.
# Ends with 1 where ours is below LEAST (0.98) of theirs, with 77 where likwid-bench is missing.
set -u
export LC_ALL=C
build=$1 duels=${2:-10} least=${LEAST:-0.98} here=$(dirname "$0")

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

# field NAME METRIC <CSV: that column of the first row of the metric.
field() {
	awk -f "$here/../gpu/csv.awk" -f "$work/field.awk" -v want="$1" -v metric="$2"
}
cat >"$work/field.awk" <<'AWK'
NR == 1 { columns($0, at); next }
{ cells($0, row) }
row[at["metric"]] == metric && !done { print row[at[want]]; done = 1 }
AWK

# ours OP [OPTIONS]: appends "bytes/s point" to $work/ours.OP, and leaves the working set in $set.
ours() {
	op=$1
	shift
	if ! "$build/gpubench" -b host_dram --device host -a "op=$op" "$@" >"$work/csv" 2>"$work/err"; then
		echo "gpubench: op=$op: $(tail -n 1 "$work/err")" >&2
		exit 1
	fi
	value=$(field value bandwidth <"$work/csv")
	if [ -z "$value" ]; then
		echo "gpubench: op=$op: no value: $(field reason '' <"$work/csv")" >&2
		exit 1
	fi
	set=$(field value working_set <"$work/csv")
	echo "$value $(field point bandwidth <"$work/csv")" >>"$work/ours.$op"
}

# theirs OP KERNEL: appends "bytes/s kernel" to $work/theirs.OP. -W: each thread touches its own part first.
theirs() {
	kib=$(awk "BEGIN { printf \"%d\", $set / 1000 }")
	rate=$(likwid-bench -t "$2" -s 1 -W "N:${kib}kB" 2>/dev/null | awk '/^MByte\/s:/ { print $2 * 1e6 }')
	[ -z "$rate" ] || echo "$rate $2" >>"$work/theirs.$1"
}

# best SIDE OP: "bytes/s what" of the best run so far.
best() {
	sort -g "$work/$1.$2" | tail -n 1
}

# axes POINT: the options for these values of its axes, but for the operation.
axes() {
	echo "$1" | tr ',' '\n' | sed '/^op=/d; s/^/-a /'
}

for op in read write copy triad; do
	echo "$op: looking for the best of each" >&2
	ours "$op"
	for kernel in $(kernels_of "$op"); do
		theirs "$op" "$kernel"
	done
	if ! [ -s "$work/theirs.$op" ]; then
		echo "likwid-bench gave no bandwidth for $op" >&2
		exit 1
	fi
	echo "$op: $duels duels" >&2
	for _ in $(seq "$duels"); do
		# shellcheck disable=SC2046 # words
		ours "$op" $(axes "$(best ours "$op" | cut -d ' ' -f 2)") --quick --timeout 0.5
		theirs "$op" "$(best theirs "$op" | cut -d ' ' -f 2)"
	done
done

failed=0
printf '%-6s %12s %12s %7s  %-22s %s\n' op gpubench likwid-bench ratio "likwid-bench's best" "gpubench's best"
for op in read write copy triad; do
	{ best ours "$op"; best theirs "$op"; } | awk -v op="$op" -v least="$least" '
		NR == 1 { ours = $1; point = $2 }
		NR == 2 {
			printf "%-6s %7.2f GB/s %7.2f GB/s %7.3f  %-22s %s\n", op, ours / 1e9, $1 / 1e9, ours / $1, $2, point
			exit ours / $1 < least
		}' || failed=1
done
[ "$failed" = 0 ] || echo "below $least of likwid-bench" >&2
exit "$failed"
