#!/bin/bash
# pairs.sh BUILD: tests runs over several GPUs on the fake device: the measured pairs, the cost of a fault, and the
# detection of a slow pair. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"
ln -s "$build/tests/plugins/toy_pair.so" "$work/bin/plugins"
pairs=(-b toy_pair --quick)

on devices=8 "${pairs[@]}" --plan -o "$work/unmeasured.csv"
check "nothing is measured" test ! -e "$work/unmeasured.csv"
one=$(awk '/^GPU 0/ { print $NF }' "$out")
all=$(awk '/^toy_pair/ { print $NF }' "$out")
check "eight GPUs take about eight times as long as one" test "$all" -ge $((4 * one)) -a "$all" -le $((8 * one))
on devices=8,sleep=0.002 "${pairs[@]}" --deadline 3
check "a deadline: the other rows are there and say why" test \
	"$(fields status reason <"$out" | grep -c '^failed the deadline of the run, 3 s, passed')" -gt 0
check "a deadline: all rows are there" rows "$out" 72

# ---- faults ----------------------------------------------------------------------------------------------------------

on devices=3,hungpeer=1 "${pairs[@]}" --patience 3
check "a kernel of a peer hangs: the row says so" ends 2 "failed: hung: no answer for"
for operation in peer_can peer_access peer_copy peer_wait; do
	for nth in 2 9+; do
		on "devices=3,fail=$operation:$nth" "${pairs[@]}"
		check "call $nth of $operation fails: every row is there" rows "$out" 12
	done
done

# ---- pictures --------------------------------------------------------------------------------------------------------

ln -s "$tests/../plots" "$work/plots"
on devices=8,slowpair=25 "${pairs[@]}" -o "$work/fleet.csv"
sed 's/GPU-/GPU-f/g' "$work/fleet.csv" >"$work/other.csv"
run "$fake" plot pairs "$work/fleet.csv" "$work/other.csv" --data "$work/pairs.dat"
check "another host of the same name has its own matrix" \
	test "$(awk '/^#/ { sizes = sizes " " n; n = 0 } /^[0-9]/ { n++ } END { print sizes, n }' "$work/pairs.dat")" = "  56 56"
if command -v gnuplot >/dev/null; then
	on devices=2 plot node -o "$work/node.svg"
	check "the host is drawn" grep -q '</svg>' "$work/node.svg"
	run "$fake" plot pairs "$work/fleet.csv" -o "$work/pairs.svg"
	check "the matrix is drawn" grep -q '</svg>' "$work/pairs.svg"
else
	skip "pictures: gnuplot is not here"
fi

totals
