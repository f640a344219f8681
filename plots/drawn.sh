#!/bin/sh
# drawn.sh BUILD: draws the gallery, every kind of picture with one, two and three GPUs, what `make run` draws, and the
# pictures of reports on an H200, an H100, a host, two models, three nodes of two GPUs and 1000 GPUs, and checks all of
# them with lint.py. The pictures kept in the tree must have the same texts as those of the gallery.
set -eu
cd "$(dirname "$0")/.."
program=$(realpath "$1")/gpubench
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

plots/cards.py "$work"
"$program" report "$work"/[123].csv -o "$work/nodes.html"

# made NAME STATUS ROWS: the picture that `make run` draws if ROWS are measured and gpu-here.sh ends with STATUS.
made() {
	tree=$work/$1
	mkdir -p "$tree/results/h200-sxm" "$tree/tools/toolchain" "$tree/build"
	cp results/measure.sh "$tree/results"
	cp results/h200-sxm/all.csv "$tree/results/h200-sxm"
	ln -s "$PWD/plots" "$tree/plots"
	printf '#!/bin/sh\nexit %s\n' "$2" >"$tree/tools/toolchain/gpu-here.sh"
	cat >"$tree/build/gpubench" <<-END
		#!/bin/sh
		case \$1 in
		-b | --all) for csv; do :; done && cp '$PWD/$3' "\$csv" ;;
		*) exec '$program' "\$@" ;;
		esac
	END
	chmod +x "$tree/tools/toolchain/gpu-here.sh" "$tree/build/gpubench"
	"$tree/results/measure.sh" build >/dev/null
	mv "$tree"/results/*.svg "$work/make-run-$1.svg"
}
made gpu 0 results/h200-sxm/all.csv
made host 1 results/zen4-vm/all.csv
"$program" plot history results/fleet/h200-sxm.csv -o "$work/history.svg" 2>/dev/null
"$program" plot | while read -r kind _; do
	set --
	for card in 1 2 3; do
		set -- "$@" "$work/$card.csv"
		"$program" plot "$kind" "$@" -o "$work/$kind-$card.svg" 2>/dev/null || : # other kinds read other rows
	done
done
set -- "$1" "$work"/*-[123].svg
[ $# -gt 145 ] || {
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
