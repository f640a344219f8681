#!/bin/bash
# run.sh BUILD: tests the program on a real GPU. Without one, everything is counted as skipped. The last line has the
# totals.
# shellcheck disable=SC2034,SC2154 # variables of background.sh
set -u
build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gpubench=$build/gpubench program=$build/gpubench
out=$work/out err=$work/err status=0
unset GPUBENCH_PLUGIN_PATH

run() {
	timeout 300 "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# ends STATUS [TEXT]
ends() {
	[ "$status" -eq "$1" ] && { [ $# -eq 1 ] || grep -qF -- "$2" "$err"; }
}

# column NAME: that column of the CSV $out, one row per line.
column() {
	awk -f "$here/../shared/columns.awk" "$1" <"$out"
}

# all COLUMN CONDITION: an awk condition on v holds for every row, and there is at least one row.
all() {
	column "$1" | awk "{ v = \$0 } !($2) { print \"$1 is '\" v \"'\"; bad = 1 } END { exit bad || NR == 0 }"
}

same() {
	[ "$(column "$1" | sort -u)" = "$2" ] || { column "$1" | sort -u; return 1; }
}

# shellcheck source=/dev/null
. "$here/../cli/background.sh"
# shellcheck source=tests/shared/checks.sh
. "$here/../shared/checks.sh"

# ---- the tests -------------------------------------------------------------------------------------------------------

plain_run() {
	run "$gpubench" -b 'dram|ffma' --quick -d 0
	check "a quick run ends well" ends 0
	check "every row is ok" same status ok
	check "fractions of the limit" all fraction 'v >= 0.5 && v <= 1.003'
	check "values" all value 'v > 0'
	check "intervals" all hi 'v > 0'
	check "SM clocks" all sm_clock_hz 'v > 1e8 && v < 5e9'
	check "memory clocks" all mem_clock_hz 'v > 1e8 && v < 2e10'
	check "UUIDs" all gpu_uuid 'v ~ /^(GPU|MIG)-[0-9a-f-]+$/'
	check "PCI addresses" all pci_bus_id 'v ~ /^[0-9a-fA-F]+:[0-9a-fA-F]+:[0-9a-fA-F]+\.0$/'
	check "drivers" all driver 'v ~ /^[0-9]+\./'
	check "roofs" test "$(column roof | sort -u | grep -c .)" -ge 4
	check "a table of them" grep -q "measured roofs" "$err"
	uuid=$(column gpu_uuid | head -1)
	pci=$(column pci_bus_id | head -1)
	dram_rows=$(column benchmark | grep -c dram)
}

# Every benchmark: complete, verified, and not above its limit. Suspect and skipped rows have a reason.
everything() {
	run "$gpubench" --all --deep --quick -d 0
	check "everything, studies too, quick, ends well" ends 0
	check "no row failed" all status 'v != "failed"'
	check "every benchmark has rows" test "$(column benchmark | uniq | sort -u)" = \
		"$("$gpubench" --list | awk '$2 == "GPU" { print $1 }' | sort)"
	check "no value is above its limit" all fraction 'v == "" || v <= 1.003'
	check "what is not ok has a reason" \
		test "$(paste <(column status) <(column reason) | grep -cE '^(skipped|suspect|failed)\t$')" -eq 0
	check "few rows are suspect" \
		test "$(column status | grep -c suspect)" -lt "$(($(column status | grep -c ok) / 20))"
}

devices() {
	run "$gpubench" -b dram -a op=read --quick -d "${uuid%"${uuid#????????????}"}"
	check "a device by the start of its UUID" ends 0
	check "it is that device" same gpu_uuid "$uuid"
	run "$gpubench" -b dram -a op=read --quick -d "$pci"
	check "a device by its PCI address" same gpu_uuid "$uuid"
	run "$gpubench" --all -d 99
	check "a device that is not there" ends 1 "no device '99'; there is 0 ("
	check "it names those there are" grep -qF "$uuid" "$err"
	run env CUDA_VISIBLE_DEVICES= "$gpubench" --all
	check "every GPU hidden" ends 2 "CUDA_VISIBLE_DEVICES"
	check "no rows then" test ! -s "$out"
	run "$gpubench" info -d 0
	check "info has peaks" grep -q 'DRAM .* = 2 x ' "$out"
	check "info knows the card" grep -qF "$uuid" "$out"
}

skeleton() {
	run "$gpubench" --plugin "$build/tests/plugins/skeleton.so" -b skeleton -d 0 -a bytes=1048576,268435456
	check "the skeleton runs" ends 0
	check "both of its variants" test "$(column variant | sort | uniq -c | tr -s ' \n' ' ')" = \
		" 2 dlcm-ca 2 dlcm-cg "
	# A copy of 1 MB is a launch of a few microseconds, which need not be steady.
	check "none of it failed" test "$(column status | grep -cvxE 'ok|suspect')" -eq 0
	check "and its large copies are right" \
		test "$(paste -d ' ' <(column point) <(column status) | grep -c '^bytes=268435456.* ok$')" -eq 2
	run "$gpubench" --plugin "$build/tests/plugins/toy.so" -b toy -d 0 --quick
	check "a plug-in without kernels is a failure with a reason" ends 2 "without kernels"
	check "and a row for each point" same status failed
}

interruption() {
	begin -b 'dram|ffma|stride' -d 0
	until_true has_lines "$out" 3
	kill -INT "$pid"
	finish
	check "Ctrl-C" ends 130 "interrupted"
	check "Ctrl-C leaves rows" all value 'v >= 0'
	check "they are whole" test "$(tail -c 1 "$out")" = ""
	check "and ok" same status ok
}

# faults, each of which costs only its own row

# reason POINT PATTERN: the reason of that row matches.
reason() {
	paste <(column point) <(column reason) | grep -iqE -- "^$1	.*$2" || { column reason; return 1; }
}

# The patience is meant for the endless kernel; a context must be created within that time.
faults() {
	run "$gpubench" --plugin "$build/tests/plugins/faults.so" -b faults --quick -d 0 --patience 5 \
		-a fault=fine_first,illegal_address,abort,segfault,wrong,endless,fine_last
	check "faults make it fail" ends 2 "failed:"
	check "each costs its own row" test "$(paste -d ' ' <(column point) <(column status | sed 's/suspect/ok/'))" = \
		"fault=fine_first ok
fault=illegal_address failed
fault=abort failed
fault=segfault failed
fault=wrong failed
fault=endless failed
fault=fine_last ok"
	check "an illegal address: the CUDA error" reason fault=illegal_address 'illegal_?address'
	check "an abort: the signal" reason fault=abort 'ended by signal 6 '
	check "a wild pointer: the signal" reason fault=segfault 'ended by signal 11 '
	check "a wrong result" reason fault=wrong 'verify: the last word: got'
	check "a kernel that never ends: hung" reason fault=endless 'hung: no answer for 5 s'
	check "rows that failed have no value" test "$(column value | grep -c .)" -eq 2
	check "no process is left of them" until_true alone
}

# one_lost: the CSV $out has all rows of dram, and one of them failed.
one_lost() {
	[ "$(column status | wc -l)" -eq "$dram_rows" ] && [ "$(column status | grep -c '^failed$')" -eq 1 ] &&
		[ "$(column status | grep -cvE '^(ok|suspect|failed)$')" -eq 0 ] &&
		[ "$(column point | sort -u | wc -l)" -eq "$dram_rows" ]
}

signals() {
	local file=$work/killed.csv

	begin -b dram --quick -d 0
	until_true has_lines "$out" 2
	kill -KILL "$(worker)"
	finish
	check "SIGKILL to the worker" ends 2 "the worker was ended by signal 9"
	check "SIGKILL to the worker costs one row" one_lost

	begin -b dram --quick -d 0 --patience 5
	until_true has_lines "$out" 2
	kill -STOP "$(worker)"
	finish
	check "SIGSTOP to the worker" ends 2 "hung: no answer for 5 s; the worker was killed"
	check "SIGSTOP to the worker costs one row" one_lost

	begin -b dram --quick -d 0 -o "$file"
	until_true has_lines "$file" 2
	kill -KILL "$pid"
	finish
	cp "$file" "$out"
	check "SIGKILL to the supervisor leaves rows" all value 'v > 0'
	check "they are whole and ok" same status ok
	check "no worker is left" until_true alone
	run "$gpubench" -b dram --quick -d 0 --resume "$file"
	check "resuming that run" ends 0 "points are kept"
	cp "$file" "$out"
	check "resumed, it has every row" test "$(column point | sed 's/,vec=.*//' | sort -u | wc -l)" -eq "$dram_rows"
	check "and each once" test "$(column point | wc -l)" -eq "$dram_rows"
	check "all ok" same status ok
}

# If NVML does not report other processes (some containers), or the utilization of a GPU (MIG), these cannot be
# reported.
told() {
	[ "$listed" -eq 0 ] || column reason | grep -q "other compute process"
}
seen_busy() {
	[ "$busy" = unknown ] || column reason | grep -q "the GPU was busy with other work"
}

foreign_process() {
	err=$work/background.err begin -b ffma -d 0 --every-point -o "$work/background.csv"
	until_true has_lines "$work/background.csv" 2
	listed=$(nvidia-smi --query-compute-apps=pid --format=csv,noheader 2>/dev/null | grep -c .)
	[ "$listed" -gt 0 ] || echo "NVML lists no processes here: reporting another one cannot be tested"
	busy=$(nvidia-smi -i "$uuid" --query-gpu=utilization.gpu --format=csv,noheader,nounits 2>/dev/null |
		grep -xE '[0-9]+')
	busy=${busy:-unknown}
	[ "$busy" != unknown ] || echo "NVML reports no utilisation here: reporting other work cannot be tested"
	run "$gpubench" -b dram -a op=read --quick -d 0
	check "another process on the GPU is reported" told
	check "and is no failure" ends 0
	check "its work is reported" seen_busy
	(sleep 2; kill -TERM "$pid") &
	run "$gpubench" -b dram -a op=read --quick -d 0 --wait-idle 60
	check "--wait-idle waits until it is gone" test "$(column reason | grep -c 'other ')" -eq 0
	finish
}

# Each check by the functions above is one line and runs once.
tests=$(grep -c '^	check ' "$0")

run "$gpubench" --list-devices
if [ "$status" -ne 0 ]; then
	echo "SKIPPED: the tests on a GPU. This machine has none that gpubench can use:"
	sed 's/^/  /' "$err"
	echo "0 passed, 0 failed, $tests skipped"
	exit 0
fi
plain_run
everything
devices
skeleton
interruption
faults
signals
foreign_process
totals
