#!/bin/bash
# pairs.sh BUILD: tests a deadline of runs over several GPUs on the fake device, and pictures of pairs and of the host.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"
ln -s "$build/tests/plugins/toy_pair.so" "$work/bin/plugins"
pairs=(-b toy_pair --quick)

on devices=8,sleep=0.002 "${pairs[@]}" --deadline 3
check "a deadline: the other rows are there and say why" test \
	"$(fields status reason <"$out" | grep -c '^failed the deadline of the run, 3 s, passed')" -gt 0
check "a deadline: all rows are there" rows "$out" 72

# ---- pictures --------------------------------------------------------------------------------------------------------

ln -s "$tests/../plots" "$work/plots"
on devices=8,slowpair=25 "${pairs[@]}" -o "$work/fleet.csv"
if command -v gnuplot >/dev/null; then
	on devices=2 plot node -o "$work/node.svg"
	check "the host is drawn" grep -q '</svg>' "$work/node.svg"
	run "$fake" plot pairs "$work/fleet.csv" -o "$work/pairs.svg"
	check "the matrix is drawn" grep -q '</svg>' "$work/pairs.svg"
else
	skip "pictures: gnuplot is not here"
fi

totals
