#!/bin/sh
# measure.sh BUILD: measures the GPUs of this machine, or its processors if there is no GPU, into results/<host>-<time>.csv;
# shows the roofs, and draws the roofline next to it. `make run` calls it.
# The last lines say what failed, if anything did. The exit status is the program's, but 0 where some rows failed and others did
# not: this run was to measure and to show, and `make` would end in an error of its own, behind the one that matters.
set -u
cd "$(dirname "$0")/.." || exit 1
gpubench=$1/gpubench
name=results/$(uname -n)-$(date +%Y%m%d-%H%M%S)
csv=$name.csv
# After the program, which Ctrl-C stops as well.
interrupted=
trap 'interrupted=yes' INT

# say TEXT: wrapped to a screen of 80 columns, except for a longer word.
say() {
	echo "$*" | fmt -s -w 79
}

rows() {
	echo $(($(wc -l <"$csv") - 1))
}

# failures: how many rows failed, and the first of them.
failures() {
	"$gpubench" roofs "$csv" 2>/dev/null | sed -n 's/^\([0-9]*\) rows\{0,1\} failed, first /\1 /p' |
		awk '{ sum += $1; sub(/^[0-9]* /, ""); if (NR == 1) first = $0 } END { if (sum > 0) print sum, first }'
}

tell_failures() {
	failed=$(failures)
	[ -n "$failed" ] || return
	say "${failed%% *} of $(rows) rows failed$([ "${failed%% *}" -eq 1 ] || echo ", first"): ${failed#* }"
	say "Every row, with its reason, is in $csv"
	[ "${failed%% *}" -eq "$(rows)" ] || status=0
}

what="--all"
reference=
if ! ci/gpu-here.sh; then
	what="--all --device host"
	reference=results/h200-sxm/all.csv
	# Its identity is for the rows only.
	host=$("$gpubench" --device host --list-devices | sed 's/^host *//; s/ CPU-[-0-9a-f]* / /; s/   */, /g; s/ 1 cores/ 1 core/')
	say "No NVIDIA GPU here: measuring the host, $host"
fi
# shellcheck disable=SC2086 # options
"$gpubench" $what -o "$csv"
status=$?
[ -e "$csv" ] || exit $status
if [ "$(rows)" -le 0 ]; then
	rm "$csv"
	exit $status
fi
if [ -n "$interrupted" ]; then
	say "The results so far are kept; to complete them: $1/gpubench $what --resume $csv"
	exit 130
fi
say "Every number, with its state: $csv"
# shellcheck disable=SC2086 # a file or none
if GPUBENCH_PLOTS=plots "$gpubench" plot roofline "$csv" $reference -o "$name.svg"; then
	say "The roofline${reference:+, with that of an H200}: $name.svg"
fi
[ $status -ne 2 ] || tell_failures
exit $status
