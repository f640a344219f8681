#!/usr/bin/env bash
# Runs the kernels of each benchmark under each tool of compute-sanitizer, on small working sets, several at a time.
#
#   tests/gpu/sanitize.sh BUILD [BENCHMARK...]
#
#   TOOLS="racecheck memcheck initcheck synccheck"   which tools
#   JOBS=14                                          number at a time; two fewer than there are processors
#   PROGRAM=BUILD/gpubench BENCHES="bench/*"         the program, and the folders of the benchmarks
#   LIMIT=540                                        seconds in all; checks not done by then are reported, and are
#                                                    not a success
#
# Each kernel is launched once (--every-point --launches 1, one value of the axes that only shape a launch), and a few
# points are measured, so that the kernels that fill and verify also run; loops are short (--work). racecheck only
# examines shared memory: kernels without it have nothing to show. The last line has the totals. Exit status 77: cannot
# be done here.
set -uo pipefail
# Letters and numbers are those of the C locale.
export LC_ALL=C

program=${PROGRAM:-$1/gpubench}
shift
tools=${TOOLS:-racecheck memcheck initcheck synccheck}
jobs=${JOBS:-$(($(nproc) > 3 ? $(nproc) - 2 : 1))}
work=$(mktemp -d)
here=$(dirname "$0")
benches=${BENCHES:-$(echo "$here"/../../bench/*)}
trap 'rm -rf "$work"' EXIT
start=$(date +%s)
end=$((start + ${LIMIT:-540}))

skip() { echo "sanitize: $1" >&2; exit 77; }
command -v compute-sanitizer >/dev/null || skip "compute-sanitizer is not on the PATH"
"$program" --list-devices >/dev/null 2>&1 || skip "no GPU"

# one_shape BENCH: one value for each axis that does not select a kernel.
one_shape() {
	case $1 in
	bank) echo -a stride=1,2 -a degree=1,32 -a share=4 -a seed=1 ;;
	case) echo -a sets_in_turn=2 -a sets=4 -a n=256 -a depth=16 ;;
	cache) echo -a set=131072 -a share=131072 -a bytes=1048576 -a total=50331648 -a blocks=1 ;;
	constant) echo -a distinct=1,32 -a set=65536 -a body=1024,2048,4096,8192,524288 -a warps=4 ;;
	divergence) echo -a paths=1,32 ;;
	dram) echo -a block=256 -a grid=persistent -a skew=0 -a stripes=64 ;;
	ffma) echo -a warps=16 -a block=256 ;;
	fused) echo -a load=50 ;;
	gemm) echo -a n=256 -a n32=256 -a algo=0 -a data=normal ;;
	instr) echo -a block=128 ;;
	interfere) echo -a share=50 ;;
	l1) echo -a offset=0,1 -a carveout=0 ;;
	occupancy) echo -a warps=4 -a blocks=8 -a fit=4 ;;
	offset) echo -a offset=0,1 ;;
	overlap) echo -a warps=16 ;;
	random) echo -a set=65536 -a within=1048576 -a block=512 ;;
	shared) echo -a warps=32 -a block=256 ;;
	stride) echo -a stride=1,32 -a span=268435456 ;;
	tensor) echo -a warps=8 -a data=normal ;;
	texture) echo -a shift=1 -a window=64 -a block=256 ;;
	transpose) echo -a n=1024 ;;
	esac
}

# one_value BENCH: the first --quick value of every axis that is searched or numeric; all names of a named axis. The
# matrices of gemm and the sets of random are too large for that.
one_value() {
	"$program" --describe "$1" | awk '
		/^    [a-z][a-z0-9_]* \((every|searched)/ { axis = $1; searched = /\(searched/ }
		/^        quick / && (searched || $2 ~ /^[0-9]+$/) { printf "-a %s=%s ", axis, $2 }'
	case $1 in gemm | random) one_shape "$1" ;; esac
}

# without_races TOOL BENCH: bank's stores are excluded from racecheck: all warps store to the same words, and in some
# patterns all lanes of a warp, because that is the measurement.
without_races() { [ "$1 $2" != "racecheck bank" ] || echo -a op=load,add,exchange; }

# memory BENCH: bytes of device memory that it may use; streaming past L2 needs several times as much, unless --work
# reduces it.
memory() {
	case $1 in
	intensity | interfere | loaded) echo 1600e6 ;;
	stencil) echo 12e6 ;;
	*) echo 400e6 ;;
	esac
}

# has_shared BENCH: true if its kernels may use shared memory, as do those of the library that gemm calls.
has_shared() {
	local folder kernels=
	for folder in $benches; do [ "$(basename "$folder")" != "$1" ] || kernels=$folder/$1.cu; done
	[ "$1" = gemm ] || [ ! -e "$kernels" ] || grep -q __shared__ "$kernels"
}

# under TOOL NUMBER ROWS OPTIONS...: gpubench under the tool, with its output in $work/NUMBER.log. Tools that run at the
# same time need separate ports.
under() {
	local tool=$1 number=$2 rows=$3 left=$((end - $(date +%s))) port=()
	shift 3
	[ "$left" -gt 0 ] || return 124
	[ -z "$ports" ] || port=(--port $((49152 + 16 * number)))
	timeout -k 5 "$left" compute-sanitizer --tool "$tool" "${port[@]}" --target-processes all --error-exitcode 9 \
		"$program" "$@" --work "$work_part" --max-memory "$(memory "$2")" --patience 300 -o "$rows" \
		>>"$work/$number.log" 2>&1 </dev/null
}

# points FILE PATTERN: the number of points with a row whose status and reason begin like this.
points() {
	awk -f "$here/../shared/columns.awk" variant point status reason <"$1" |
		sed -nE "s/^([^ ]* [^ ]*) ($2).*/\1/p" | sort -u | wc -l
}

# closed LOG: the number of processes that ended without an error. racecheck has its own closing line.
closed() { grep -cE 'ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards' "$1"; }

# clean LOG: both runs have ended without errors.
clean() { [ "$(closed "$1")" -ge 2 ] && ! grep -qE '(ERROR|RACECHECK) SUMMARY: [1-9]' "$1"; }

# check NUMBER TOOL BENCH: no error from the tool, no failed row, and at least one launch and one measurement.
check() {
	local number=$1 tool=$2 name=$3 log=$work/$1.log status began launched measured text
	if [ "$tool" = racecheck ] && ! has_shared "$name"; then
		echo "nothing to check: $tool, $name: no kernel has shared memory" | tee "$work/$number.result"
		return
	fi
	began=$(date +%s)
	touch "$log" "$work/$1.a.csv" "$work/$1.b.csv"
	# shellcheck disable=SC2046 # words
	under "$tool" "$number" "$work/$1.a.csv" -b "$name" --every-point --launches 1 $(one_shape "$name") \
		$(without_races "$tool" "$name") &&
		under "$tool" "$number" "$work/$1.b.csv" -b "$name" --quick $(one_value "$name") \
		$(without_races "$tool" "$name") \
			--min-samples 1 --max-noise 1 --timeout 0.001
	status=$?
	launched=$(points "$work/$1.a.csv" 'skipped launched 1 times') measured=$(points "$work/$1.b.csv" 'ok|suspect')
	text="$tool, $name: $launched points launched, $measured measured, $(($(date +%s) - began)) s"
	if [ $status -eq 124 ] || [ $status -eq 137 ]; then
		echo "NOT DONE: $text, $(closed "$log") processes closed without an error"
	elif [ $status -eq 0 ] && [ "$launched" -gt 0 ] && [ "$measured" -gt 0 ] && clean "$log"; then
		echo "ok: $text"
	else
		echo "FAILED: $text, status $status"
		grep -vE ': (suspect|skipped): ' "$log" | head -n 30 | sed 's/^/  | /'
	fi >"$work/$number.result"
	cat "$work/$number.result"
}

ports=$(compute-sanitizer --help 2>/dev/null | grep -oE -m 1 -- '--port\b')
work_part=0.001
export program benches here work end ports work_part
export -f one_shape one_value without_races memory has_shared under points closed clean check

[ $# -gt 0 ] || mapfile -t all < <("$program" --list | awk '$2 == "GPU" { print $1 }')
[ $# -gt 0 ] || set -- "${all[@]}"
number=0
for tool in $tools; do
	for name in "$@"; do
		number=$((number + 1))
		echo $number "$tool" "$name"
	done
done | xargs -P "$jobs" -L 1 bash -c 'check "$@"' check

# count WORD [TOOL]
count() { cat "$work"/*.result | grep -cE "^$1: $2"; }
idle="nothing to check"
for tool in $tools; do
	echo "$tool: $(count ok "$tool,") of $(($# - $(count "$idle" "$tool,"))) clean"
done
wanted=$(($(wc -w <<<"$tools") * $# - $(count "$idle" ""))) passed=$(count ok "") failed=$(count FAILED "")
echo "$passed passed, $failed failed, $((wanted - passed - failed)) not done, in $(($(date +%s) - start)) s"
[ "$passed" -eq "$wanted" ]
