#!/bin/sh
# measure.sh BUILD: measure the GPUs of this machine, or its processors where there is no GPU, into results/<host>-<time>.csv;
# show the roofs and draw the roofline next to it. `make run` calls it.
set -u
cd "$(dirname "$0")/.." || exit 1
gpubench=$1/gpubench
name=results/$(hostname)-$(date +%Y%m%d-%H%M%S)

if ci/gpu-here.sh; then
	"$gpubench" --all -o "$name.csv"
	status=$?
	reference=
else
	echo "There is no NVIDIA GPU here: measuring this host's processors,"
	"$gpubench" --device host --list-devices | sed 's/^host *//'
	"$gpubench" --all --device host -o "$name.csv"
	status=$?
	reference=results/h200-sxm/all.csv
fi
[ -e "$name.csv" ] || exit $status
echo
echo "Every number, with its state: $name.csv"
# shellcheck disable=SC2086 # a file or none
# Where the build is in another folder, the scripts are still those of this tree.
if GPUBENCH_PLOTS=plots "$gpubench" plot roofline "$name.csv" $reference -o "$name.svg"; then
	echo "The roofline${reference:+, with that of an H200}: $name.svg"
fi
exit $status
