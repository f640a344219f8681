#!/bin/bash
# renew.sh BUILD [MODEL FOLDER]...: takes all.csv, quick.csv and info.txt in FOLDER as those of results/MODEL (h200-sxm,
# h100-sxm), then writes the references, pictures and pages that are made from them. Without MODEL it only writes. The
# roofs of the files that are replaced stay in board-NNN.csv and quick-cards.csv, those of the new card are added
# to cards.csv.
set -euo pipefail
build=$(realpath "$1")
results=$(realpath "$(dirname "$0")")
shift
while [ $# -ge 2 ]; do
	folder=$results/$1
	board=$(python3 "$results/../tests/shared/rows.py" board <"$folder/all.csv" | sort -u)
	"$results/keep.py" "$folder/all.csv" "$folder/board-${board##*-}.csv"
	"$results/keep.py" "$folder/quick.csv" "$folder/quick-cards.csv"
	cp "$2/all.csv" "$2/quick.csv" "$2/info.txt" "$folder"
	"$results/keep.py" --instead <("$build/gpubench" roofs "$folder/all.csv" --csv 2>/dev/null) "$folder/cards.csv"
	shift 2
done
cd "$results/.."
for model in h200-sxm h100-sxm; do
	(cd "results/$model" && ../reference.py --without transfer.both --without launch.round_trip \
		--without l2_far.latency \
		quick-cards.csv quick.csv >"../reference/$model.csv")
done
plots/gallery.sh "$build" results/h200-sxm/all.csv
export GB_GOLDEN=write
tests/cli/guides.py "$build"
tests/unittests.py python/tests
tools/pages/why_example.py -w "$build/gpubench" >/dev/null
tools/pages/predictions.py -w "$build/gpubench" >/dev/null
# Last, because it fails if a sentence of its page no longer agrees.
tools/pages/sources.py -w
