#!/bin/sh
# measure.sh BUILD: measures the GPUs of this machine, or its processors if there is no GPU, into
# results/<host>-<time>.csv, shows the roofs and draws the roofline next to that file. `make run` calls it.
# Failures and the next commands come last. The exit status is that of the program, but 0 if only some rows failed:
# otherwise `make` would print an error after the one that matters.
set -u
cd "$(dirname "$0")/.." || exit 1
gpubench=$1/gpubench
ln -sfn "$gpubench" gpubench # what README.md and docs/getting-started.md call
name=results/$(uname -n)-$(date +%Y%m%d-%H%M%S)
csv=$name.csv
# Ctrl-C stops the program as well; the trap lets this script continue after it.
interrupted=
trap 'interrupted=yes' INT

# say TEXT: prints it in lines of at most 80 columns, except for longer words.
say() {
	echo "$*" | fmt -s -w 79
}

rows() {
	echo $(($(wc -l <"$csv") - 1))
}

# failures: the number of failed rows, and the first of them.
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

# is_busy: more threads want to run than there are cores, now or in the last minute.
is_busy() {
	awk -v cores="$(nproc)" '{ split($4, now, "/"); exit !($1 > 1.5 * cores || now[1] > 2 * cores) }' /proc/loadavg
}

what="--all"
reference=
if ! tools/toolchain/gpu-here.sh; then
	what="--all --device host --quick --deadline 80"
	reference=results/h200-sxm/all.csv
	# The identity of the host is only for the rows.
	host=$("$gpubench" --device host --list-devices |
		sed 's/^host *//; s/ CPU-[-0-9a-f]* / /; s/   */, /g; s/ 1 cores/ 1 core/')
	say "No NVIDIA GPU here: measuring the host, $host"
	if is_busy; then
		# Its arrays are larger than all caches: filling them takes minutes.
		what="-b host_cache,host_case,host_fma,host_latency ${what#--all }"
		say "It is busy: memory bandwidth takes minutes then, so -b host_dram is left out."
	fi
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
	say "The results so far are kept: ./gpubench $what --resume $csv completes them."
	exit 130
fi
# shellcheck disable=SC2086 # a file or none
# The scripts are those of this tree, even if the build is in another folder.
if said=$(GPUBENCH_PLOTS=plots "$gpubench" plot roofline "$csv" $reference -o "$name.svg" 2>&1); then
	say "The roofline${reference:+, with that of an H200}: $name.svg"
else
	echo "$said" >&2
fi
[ $status -ne 2 ] || tell_failures
if [ $status -eq 0 ]; then
	echo "Next:"
	echo "  ./gpubench roofs $csv"
	echo "  ./gpubench report $csv -o $name.html"
fi
exit $status
