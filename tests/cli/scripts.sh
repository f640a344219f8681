#!/bin/bash
# scripts.sh BUILD: tests the GPU scripts (tests/gpu) on hand-written numbers and on the fake device.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# ---- columns of a CSV ------------------------------------------------------------------------------------------------

awk -f "$tests/shared/columns.awk" column < <(yes column,other | head -50000) 2>"$err" | head -1 >"$out"
check "a reader that has enough of the rows is no error" test ! -s "$err"

# compute-sanitizer, replaced by a stand-in that prints typical output

mkdir -p "$work/tool" "$work/small/plugins"
cp "$fake" "$work/small/gpubench"
ln -s "$build/tests/plugins/toy.so" "$build/tests/plugins/toy_cycles.so" "$work/small/plugins"
cat >"$work/tool/compute-sanitizer" <<'END'
#!/bin/bash
while [ "${1#--}" != "$1" ]; do
	[ "$1" != --tool ] || tool=$2
	[ "$1" != --help ] || exit 0
	shift 2
done
sleep "${TAKES:-0}"
"$@"
code=$?
[ "$tool" != racecheck ] ||
	echo "========= RACECHECK SUMMARY: ${FINDS:-0} hazards displayed (${FINDS:-0} errors, 0 warnings)"
[ "$tool" = racecheck ] || echo "========= ERROR SUMMARY: ${FINDS:-0} errors"
exit $code
END
chmod +x "$work/tool/compute-sanitizer"

# sanitize [TREE] SETTINGS... -- BENCHMARKS...: runs the script of that tree, or otherwise of this one.
sanitize() {
	local tree=$tests/..
	[ ! -d "$1" ] || { tree=$1; shift; }
	local settings=()
	while [ "$1" != -- ]; do
		settings+=("$1")
		shift
	done
	shift
	run env PATH="$work/tool:$PATH" "${settings[@]}" "$tree/tests/gpu/sanitize.sh" "$work/small" "$@"
}
sanitize --
check "all benchmarks under all tools" ends 0
check "a line for each" \
	test "$(grep -cE '^ok: [a-z]+, toy(_cycles)?: [1-9][0-9]* points launched, [1-9][0-9]* measured' "$out")" -eq 8
check "its totals" grep -qE '^8 passed, 0 failed, 0 not done' "$out"
sanitize FINDS=3 TOOLS="memcheck racecheck" -- toy
check "an error that a tool finds" ends 1
check "it is told" grep -qE '^0 passed, 2 failed, 0 not done' "$out"
sanitize GPUBENCH_FAKE=fail=launch:9+ TOOLS=memcheck -- toy
check "rows that fail" grep -qE '^0 passed, 1 failed, 0 not done' "$out"
mkdir -p "$work/tree/tests" "$work/tree/bench/toy"
cp -r "$tests/gpu" "$tests/shared" "$work/tree/tests"
echo 'extern "C" __global__ void toy() {}' >"$work/tree/bench/toy/toy.cu"
sanitize "$work/tree" TOOLS="racecheck memcheck" -- toy
check "kernels without shared memory have no races in it" ends 0
check "that is no pass" grep -qE '^1 passed, 0 failed, 0 not done' "$out"
echo '__shared__ int room;' >>"$work/tree/bench/toy/toy.cu"
sanitize "$work/tree" TOOLS=racecheck -- toy
check "with shared memory they are checked" grep -qE '^racecheck: 1 of 1 clean' "$out"
sanitize TAKES=3 LIMIT=1 JOBS=1 TOOLS="memcheck synccheck" -- toy
check "what takes too long" ends 1
check "that is neither passed nor failed" grep -qE '^0 passed, 0 failed, 2 not done' "$out"
sanitize TOOLS=memcheck -- none
check "a benchmark that is not there" grep -qE '^0 passed, 1 failed, 0 not done' "$out"

totals
