#!/bin/bash
# names.sh BUILD: tests that no line is wider than a terminal of 80 columns if the processor's name has 60 letters.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

name="Intel(R) Xeon(R) Platinum 8592+ Processor (Emerald Rapids) B"
read -ra machine < <("$tests/shared/processor.sh" "$work/machine" "$name")
run env "${machine[@]}" "$real" --list-devices --device host
if ! grep -qF "$name" "$out"; then
	skip "a long name: hwloc does not take one that is made, here"
	totals
	exit
fi
check "elsewhere than on a terminal it is one line" test "$(wc -l <"$out")" -eq 1

# A short kernel, on one core.
one=(taskset -c "$(first_core)" "$real" --device host -b host_fma --quick -a type=fp64 -a threads=all -a chains=8)
run env "${machine[@]}" "${one[@]}" -o "$work/one.csv"
check "its rows" grep -qF "$name" "$work/one.csv"
sed 's/,CPU-[0-9a-f]*-/,CPU-00000000-/' "$work/one.csv" >"$work/other.csv"

# look NAME COMMAND...: run on the terminal; $work/lines has the visible lines.
look() {
	local what=$1
	shift
	run env "${machine[@]}" script -qec "stty cols 80 rows 24; $(printf '%q ' "$@")" "$work/terminal"
	tr '\r' '\n' <"$work/terminal" | sed 's/\x1b\[K//; /^Script /d' >"$work/lines"
	check "$what: no line with it is wider than the screen" \
		test -z "$(awk 'length($0) > 80 && /Intel|Xeon|Emerald/' "$work/lines")"
	check "$what: it has the name" test "$(tr -s ' \n' ' ' <"$work/lines" | grep -cF "$name")" -ge 1
}
if command -v script >/dev/null; then
	look "--list-devices" "$real" --list-devices --device host
	look info "$real" info --device host
	look "a run" "${one[@]}" -o "$work/again.csv"
	look roofs "$real" roofs "$work/one.csv"
	look compare "$real" compare "$work/one.csv" "$work/other.csv"
else
	skip "there is no 'script' to make a terminal"
fi

totals
