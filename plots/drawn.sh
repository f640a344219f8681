#!/bin/sh
# drawn.sh BUILD: draws the pictures of reports on an H200, an H100, a host, two models and 1000 GPUs, and checks them
# and the pictures of the tree with lint.py.
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
SICK=3 tests/simulate_fleet.py "$work" 1000 0.05 4 results/h200-sxm/all.csv harness/analysis/scatter.c
"$program" report results/h200-sxm/all.csv -o "$work/h200.html"
"$program" report results/h100-sxm/all.csv -o "$work/h100.html"
"$program" report results/zen4-vm/all.csv -o "$work/host.html"
"$program" report results/h200-sxm/all.csv results/h100-sxm/all.csv -o "$work/two.html"
"$program" report "$work/fleet.csv" -o "$work/thousand.html"
"$program" plot compare results/h200-sxm/all.csv results/h100-sxm/all.csv -o "$work/models.svg"
python3 plots/lint.py "$work"/*.html "$work"/*.svg plots/*.svg bench/*/*.svg
