#!/bin/bash
# renew.sh BUILD [MODEL FOLDER]...: takes all.csv, quick.csv and info.txt in FOLDER as those of results/MODEL (h200-sxm,
# h100-sxm), adds their roofs to results/fleet/MODEL.csv, and writes the references, pictures and pages that are made
# from them. Without MODEL it only writes.
set -euo pipefail
build=$(realpath "$1")
results=$(realpath "$(dirname "$0")")
shift
while [ $# -ge 2 ]; do
	folder=$results/$1
	cp "$2/all.csv" "$2/quick.csv" "$2/info.txt" "$folder"
	for runs in all quick; do
		"$results/keep.py" "$folder/$runs.csv" "$results/fleet/$1.csv"
	done
	shift 2
done
cd "$results/.."
for model in h200-sxm h100-sxm; do
	made=$(results/reference.py --without transfer.both --without launch --without l2_far.latency --without gemm \
		--without clock "results/reference/$model.csv" "results/$model/quick.csv" "results/fleet/$model.csv")
	echo "$made" >"results/reference/$model.csv"
done
plots/gallery.sh "$build" results/h200-sxm/all.csv
for picture in plots/gallery/*.svg; do
	cp "$build/gallery/$(basename "$picture")" "$picture"
done
export GB_GOLDEN=write
tests/cli/guides.py "$build"
tests/unittests.py python/tests
tools/pages/why_example.py -w "$build/gpubench" >/dev/null
# Last, because it fails if the rows no longer support a sentence.
tools/pages/figures.py -w
