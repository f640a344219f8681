#!/bin/bash
# gallery.sh BUILD RESULTS: draws the gallery of plots/README.md from a result file, into BUILD/gallery;
# results/renew.sh copies the pictures that plots/gallery has. Optional files next to RESULTS are NAME-sizes.csv, with
# more sizes of benchmark NAME than a full run, and two-gpus.csv, with benchmarks that need two GPUs. Optional files
# above it are NAME.csv, with several models; h100-sxm/all.csv, another model; and, in study/ or NAME/, a file named
# like RESULTS' folder, with benchmarks that a full run leaves out. The fleet is simulated from the roofs of that file
# (tests/simulate/simulate_fleet.py), and the points of points.svg are those of plots/points.csv.
set -euo pipefail
shopt -s nullglob
program=$1/gpubench gallery=$(realpath "$1")/gallery results=$2 plots=$(dirname "$0")
study=$plots/../results/study/$(basename "$(dirname "$results")").csv
rm -rf "$gallery"
mkdir "$gallery"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() {
	local name=$1
	shift
	"$program" plot "$@" -o "$gallery/$name.svg"
	echo "  PLOT    $name.svg"
}

# True if FILE has a row of $name with a value.
has_values() {
	awk -F, -v name="$name" '$20 == name && /,ok,/ { found = 1 } END { exit !found }' "$1"
}

# These pictures show both models. They and models.svg are in plots/gallery.
other=$(dirname "$results")/../h100-sxm/all.csv
both="roofline limits cache latency stride occupancy divergence bank transfer"
[ -e "$other" ] || both=
second() { case " $both " in *" $1 "*) echo "$other" ;; esac; }
draw roofline roofline "$results" ${both:+"$other"}
draw limits limits "$results" ${both:+"$other"}
for picture in "$plots"/../bench/*/*.plot; do
	name=$(basename "$picture" .plot)
	from=
	for file in "$(dirname "$results")/../$name.csv" "$(dirname "$results")/$name-sizes.csv" "$results" \
			"$(dirname "$results")/two-gpus.csv" "$study" \
		"$(dirname "$results")/../$name/$(basename "$(dirname "$results")").csv"; do
		if [ -e "$file" ] && has_values "$file"; then
			from=$file
			break
		fi
	done
	if [ -n "$from" ]; then
		mapfile -t beside < <(second "$name")
		draw "$name" "$name" "$from" "${beside[@]}"
	else
		echo "  $results has no rows of $name: it is not drawn"
	fi
done

# Rows that set a roof have an additional word before their metric.
rows() {
	head -n 1 "$results"
	grep -E ",($1),(bandwidth|flop_rate|op_rate)," "$results" | grep ',ok,'
}
rows 'dram\.read|fp32' >"$work/two-roofs.csv"
draw points roofline "$work/two-roofs.csv" --kernels "$plots/points.csv"
rows '(dram|l1|shared)\.read|fp32' >"$work/four-roofs.csv"
"$plots/../tools/pages/example.py" "$results" >"$work/steps.csv"
if grep -q '^"library",' "$work/steps.csv"; then
	draw example roofline "$work/four-roofs.csv" --kernels "$work/steps.csv"
fi
rows '(dram|l1|l2|shared)\.(read|write|copy|triad)|fp32|fp64|fp16|tensor\.(fp16|tf32|fp8|int8|fp64)' >"$work/roofs.csv"
SICK=6 "$plots/../tests/simulate/simulate_fleet.py" "$work/fleet" 160 0.05 3 "$work/roofs.csv" \
	"$plots/../harness/reading/analysis/scatter.c"
draw compare compare "$work/fleet/fleet.csv"
if [ -e "$other" ]; then
	draw models compare "$results" "$other"
fi
