#!/bin/bash
# gallery.sh BUILD RESULTS: draw the gallery of plots/README.md into plots/*.svg from a result file. The fleet is made up from
# the roofs of that file (tests/fleet.sh), and the points of points.svg are those of plots/points.csv.
set -euo pipefail
program=$1/gpubench results=$2 plots=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kinds="roofline offset stride bank spill cache l1 occupancy transpose texture instr intensity overlap divergence tensor"

draw() {
	local name=$1
	shift
	"$program" plot "$@" -o "$plots/$name.svg"
	echo "  PLOT    $plots/$name.svg"
}

for kind in $kinds; do
	draw "$kind" "$kind" "$results"
done

# Rows that set a roof have a word before their metric.
rows() {
	head -n 1 "$results"
	grep -E ",($1),(bandwidth|flop_rate|op_rate)," "$results" | grep ',ok,'
}
rows 'dram\.read|fp32' >"$work/two-roofs.csv"
draw points roofline "$work/two-roofs.csv" --kernels "$plots/points.csv"
rows '(dram|l1|l2|shared)\.(read|write|copy|triad)|fp32|fp64|fp16|tensor\.(fp16|tf32|fp8|int8|fp64)' >"$work/roofs.csv"
"$plots/../tests/fleet.sh" "$work/fleet" 160 "$(($(wc -l <"$work/roofs.csv") - 1))" 6 2 "$work/roofs.csv"
draw compare compare "$work"/fleet/*.csv
