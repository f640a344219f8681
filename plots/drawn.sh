#!/bin/sh
# drawn.sh BUILD: draws the gallery, every kind of picture with one, two and three GPUs, and the pictures of reports on
# an H200, an H100, a host, two models and 1000 GPUs, and checks them with lint.py. The pictures that the tree keeps
# must have the texts of the gallery's.
set -eu
cd "$(dirname "$0")/.."
program=$1/gpubench
command -v gnuplot >/dev/null || {
	echo "skipped: gnuplot is not installed: no picture was drawn"
	echo "0 passed, 0 failed, 1 skipped"
	exit
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SICK=3 tests/simulate/simulate_fleet.py "$work" 1000 0.05 4 results/h200-sxm/all.csv harness/reading/analysis/scatter.c
"$program" report results/h200-sxm/all.csv -o "$work/h200.html"
"$program" report results/h100-sxm/all.csv -o "$work/h100.html"
"$program" report results/zen4-vm/all.csv -o "$work/host.html"
"$program" report results/h200-sxm/all.csv results/h100-sxm/all.csv -o "$work/two.html"
"$program" report "$work/fleet.csv" -o "$work/thousand.html"

# card MODEL NUMBER NAME: all benchmarks of a model, as one card of that name.
card() {
	{ cat "results/$1-sxm/all.csv"; tail -qn +2 "results/study/$1-sxm.csv" "results/energy/$1-sxm.csv"; } |
		sed -E "s/GPU-[0-9a-f]{8}[-0-9a-f]*/GPU-$2/g; s/NVIDIA H[12]00[^,\"]*/$3/" >"$work/$2.csv"
}
card h200 1 'NVIDIA H200'
card h100 2 'NVIDIA H100 80GB HBM3'
card h200 3 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition'
"$program" plot | while read -r kind _; do
	set --
	for card in 1 2 3; do
		set -- "$@" "$work/$card.csv"
		"$program" plot "$kind" "$@" -o "$work/$kind-$card.svg" 2>/dev/null || : # other kinds read other rows
	done
done
set -- "$1" "$work"/*-[123].svg
[ $# -gt 120 ] || {
	echo "FAILED: only $(($# - 1)) pictures of one, two and three GPUs were drawn"
	exit 1
}
plots/gallery.sh "$1" results/h200-sxm/all.csv
for picture in plots/gallery/*.svg; do
	for file in "$picture" "$1/gallery/$(basename "$picture")"; do
		grep -oE '<t(ext|span)[^<]*' "$file" | # without the version
			grep -v '>gpubench [0-9]' >"$work/$(basename "$(dirname "$(dirname "$file")")").texts"
	done
	diff "$work/plots.texts" "$work/$(basename "$1").texts" || {
		echo "FAILED: $picture is not what the results show (results/renew.sh build draws it)"
		exit 1
	}
done
python3 plots/lint.py "$work"/*.html "$work"/*.svg "$1"/gallery/*.svg
