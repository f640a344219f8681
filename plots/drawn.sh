#!/bin/sh
# drawn.sh BUILD: draws the gallery and the pictures of reports on an H200, an H100, a host, two models and 1000 GPUs,
# and checks them with lint.py. The pictures that the tree keeps must have the texts of the gallery's.
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
"$program" plot compare results/h200-sxm/all.csv results/h100-sxm/all.csv -o "$work/models.svg"
plots/gallery.sh "$1" results/h200-sxm/all.csv
for picture in plots/gallery/*.svg; do
	for file in "$picture" "$1/gallery/$(basename "$picture")"; do
		grep -oE '<t(ext|span)[^<]*' "$file" >"$work/$(basename "$(dirname "$(dirname "$file")")").texts"
	done
	diff "$work/plots.texts" "$work/$(basename "$1").texts" || {
		echo "FAILED: $picture is not what the results show (results/renew.sh build draws it)"
		exit 1
	}
done
python3 plots/lint.py "$work"/*.html "$work"/*.svg "$1"/gallery/*.svg
