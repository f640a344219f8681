#!/bin/sh
# run.sh [SECONDS]: runs every fuzz program, or those in NAMES, for SECONDS (5), under the address and
# undefined-behaviour sanitizers, two at a time. Inputs of findings are kept in $BUILD/findings (BUILD is
# build-ci/fuzz). Inputs that cover new code are kept in $BUILD/corpus, from which the next run continues; the first run
# begins with the seeds of corpus/. The last line has the totals. Exit status 77 where clang has no fuzzer runtime
# (Debian: libclang-rt-14-dev).
set -u
cd "$(dirname "$0")/../.." || exit 1
seconds=${1-5}
build=${BUILD-build-ci/fuzz}
clang=${CLANG-clang}
names=${NAMES-csv axis plan options complete loader object wire delivery exports report ncu trace}
passed=0 failed=0
# Settings of a calling make must not affect the makes below.
export MAKEFLAGS=

mkdir -p "$build/findings" "$build/log"
echo 'int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { (void)b; (void)n; return 0; }' >"$build/try.c"
if ! "$clang" -fsanitize=fuzzer,address,undefined -o "$build/try" "$build/try.c" 2>/dev/null; then
	echo "$clang cannot link with -fsanitize=fuzzer: no fuzzing" \
		"(Debian: apt-get install clang libclang-rt-14-dev)" >&2
	exit 77
fi

# ---- build -----------------------------------------------------------------------------------------------------------
# Without kernels: they are not fuzzed.

settings="CC=$clang CUDA_HOME=none BUILD=$build"
objects="$build/obj/plugins/dram/dram.o $build/obj/plugins/dram/dram_variants.o
	$build/obj/harness/measuring/device/gpu_none.o $build/obj/harness.a"
# shellcheck disable=SC2086 # lists of words
make -s $settings SANITIZE=fuzzer-no-link,address,undefined $objects || exit 1
# shellcheck disable=SC2086
compile=$(make -s $settings SANITIZE=fuzzer,address,undefined print-gb_cc) || exit 1
libs=$(make -s print-libs)
for name in $names; do
	# shellcheck disable=SC2086
	$compile -D_GNU_SOURCE= -o "$build/fuzz_$name" "tests/fuzz/fuzz_$name.c" \
		tests/fuzz/fuzz.c tests/fuzz/made.c $objects $libs || exit 1
done

# ---- run -------------------------------------------------------------------------------------------------------------

# length NAME: the length of the longest input.
length() {
	case $1 in
	csv) echo 8192 ;;
	exports | report | ncu | trace) echo 4096 ;;
	object) echo 8192 ;;
	axis) echo 64 ;; # each word may have 4096 values, which takes time
	*) echo 1024 ;;
	esac
}

# fuzz NAME: runs the program; its output goes to $build/log/NAME.log.
fuzz() {
	mkdir -p "$build/corpus/$1"
	seeds=$1
	[ "$1" != report ] || seeds=exports # both read a file of rows
	if ! tests/fuzz/seeds.py "tests/fuzz/corpus/$seeds.seeds" "$build/corpus/$1" >"$build/log/$1.log" 2>&1; then
		echo 1 >"$build/log/$1.status"
		return
	fi
	set -- "$1" "-seed=1" "-max_total_time=$seconds" "-max_len=$(length "$1")" "-timeout=20" "-rss_limit_mb=2048" \
		"-print_final_stats=1" "-artifact_prefix=$build/findings/$1-"
	name=$1
	shift
	[ ! -f "tests/fuzz/corpus/$name.dict" ] || set -- "$@" "-dict=tests/fuzz/corpus/$name.dict"
	"$build/fuzz_$name" "$@" "$build/corpus/$name" >"$build/log/$name.log" 2>&1
	echo $? >"$build/log/$name.status"
}

# report NAME
report() {
	log=$build/log/$1.log
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	cover=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
	if [ "$(cat "$build/log/$1.status")" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok: $1, ${runs:-0} inputs in $seconds s, $cover"
	else
		failed=$((failed + 1))
		grep -v '^#[0-9]*[[:space:]]*\(NEW\|REDUCE\|pulse\)' "$log" | tail -n 40
		echo "FAILED: $1; the input is kept: $(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)"
	fi
}

# shellcheck disable=SC2086
set -- $names
while [ $# -gt 0 ]; do
	fuzz "$1" &
	[ $# -lt 2 ] || fuzz "$2" &
	wait
	for name in "$1" ${2+"$2"}; do
		report "$name"
	done
	shift
	[ $# -eq 0 ] || shift
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
