#!/bin/sh
# code.sh BUILD: the loops of the host's kernels are, in machine code, what the benchmarks say they are (code.awk). Skipped where
# there is no objdump, or the build is not optimised. The last line has the totals.
set -u
build=$1
here=$(dirname "$0")
bench=$here/../../bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

skip() {
	echo "skipped: the machine code of the host's kernels: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}

for tool in objdump strings; do
	command -v $tool >/dev/null || skip "no $tool (binutils)"
done
grep -q -e -fsanitize "$build/obj/cc.flags" && skip "built with a sanitizer"
grep -qE -e '-O([1-3s]|fast)' "$build/obj/cc.flags" || skip "built without optimisation"

# constant NAME FILE: of an enum.
constant() {
	sed -n "s/^.*$1 = \([0-9]*\).*/\1/p" "$2"
}

examine() {
	awk -v unroll="$(constant HOST_FMA_UNROLL "$bench/host_fma/host_fma.h")" \
		-v chase="$(constant HOST_LATENCY_UNROLL "$bench/host_latency/host_latency.h")" -f "$here/code.awk" "$@"
}

fail() {
	failed=$((failed + 1))
	echo "FAILED: $1" | cut -c 1-300
}

# ---- every kernel of a plug-in's table -------------------------------------------------------------------------------

# plugin NAME PATTERN: kernels by their names in the table, which are those of the functions.
plugin() {
	objdump -d --no-show-raw-insn "$build/plugins/$1.so" >"$work/$1" || fail "$1: objdump"
	examine "$work/$1" >"$work/verdicts"
	strings -n 5 "$build/plugins/$1.so" | grep -xE "$2" | sort -u >"$work/names"
	[ -s "$work/names" ] || fail "$1 has no kernels"
	while read -r kernel; do
		if grep -qx "$kernel ok" "$work/verdicts"; then
			passed=$((passed + 1))
		else
			fail "$1: $(grep "^$kernel:" "$work/verdicts" || echo "$kernel: no function of that name")"
		fi
	done <"$work/names"
}
plugin host_fma 'fp(32|64)_[a-z0-9]+_c[0-9]+'
plugin host_latency chase

# ---- and what is wrong is found --------------------------------------------------------------------------------------

# broken WHAT PATTERN SCRIPT: the functions fp64_*_c8 with their text changed by sed's SCRIPT.
broken() {
	awk '/^[0-9a-f]+ </ { on = /<fp64_[a-z0-9]+_c8>:$/ } on' "$work/host_fma" | sed -E "$3" | examine >"$work/verdicts"
	if [ -s "$work/verdicts" ] && ! grep -qvE "$2" "$work/verdicts"; then
		passed=$((passed + 1))
	else
		fail "$1 is not found: $(head -n 3 "$work/verdicts")"
	fi
}
one='(vfmadd[0-9]*pd|v?mulpd|fmla)[ \t].*'
# The first multiply-add of each function: from its head on, the address range ends with it.
broken "a multiply-add that is gone" ' [0-9]+ and [0-9]+ multiply-adds, not ' "/>:\$/,/$one/{/$one/d}"
broken "a spill" ' beside the counter: vmovapd ' "/>:\$/,/$one/s/$one/vmovapd %ymm1,0x20(%rsp)/"
broken "a copy" ' beside the counter: mov' "/>:\$/,/$one/s/$one/movapd %xmm1,%xmm2/"
broken "a scalar" ' beside the counter: ' "/>:\$/,/$one/s/$one/vfmadd132sd %xmm1,%xmm2,%xmm3/"
broken "narrow vectors" ' multiply-adds, not ' "s/%[xyz]mm/%rmm/g;s/[.]2d/.4h/g"
broken "a loop that is gone" ' 0 loops' 's/\t(j[a-z]+|b[.a-z]*|cbn?z) .*/\tnop/'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
