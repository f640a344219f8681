#!/bin/bash
# run.sh BUILD: the program on a real GPU. Where there is none, everything is counted as skipped. The last line has the
# totals.
set -u
build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
gpubench=$build/gpubench
out=$work/out err=$work/err status=0
unset GPUBENCH_PLUGIN_PATH

run() {
	timeout 300 "$@" >"$out" 2>"$err" </dev/null
	status=$?
}

# check NAME COMMAND...
check() {
	local name=$1
	shift
	if "$@" >"$work/why" 2>&1; then
		passed=$((passed + 1))
		return
	fi
	failed=$((failed + 1))
	echo "FAILED: $name: $*"
	sed 's/^/  | /' "$work/why"
	echo "  exit status $status; standard output, error:"
	head -c 4000 "$out" | sed 's/^/  > /'
	head -c 2000 "$err" | sed 's/^/  2> /'
}

# ends STATUS [TEXT]
ends() {
	[ "$status" -eq "$1" ] && { [ $# -eq 1 ] || grep -qF -- "$2" "$err"; }
}

# column NAME: that column of the CSV $out, a line a row.
column() {
	awk -v name="$1" '
		{
			sub(/\r$/, "")
			line = ""
			for (i = 1; i <= length($0); i++) {
				c = substr($0, i, 1)
				if (c == "\"")
					quoted = !quoted
				else
					line = line (c == "," ? (quoted ? "," : "\t") : c)
			}
			count = split(line, cell, "\t")
		}
		NR == 1 { columns = count; for (i = 1; i <= count; i++) if (cell[i] == name) at = i; next }
		{ print count == columns ? cell[at] : "line " NR " is broken" }' "$out"
}

# all COLUMN CONDITION: an awk condition on v holds for every row, and there are rows.
all() {
	column "$1" | awk "{ v = \$0 } !($2) { print \"$1 is '\" v \"'\"; bad = 1 } END { exit bad || NR == 0 }"
}

same() {
	[ "$(column "$1" | sort -u)" = "$2" ] || { column "$1" | sort -u; return 1; }
}

# ---- the tests -------------------------------------------------------------------------------------------------------

plain_run() {
	run "$gpubench" --all --quick -d 0
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
	check "both benchmarks" test "$(column benchmark | sort -u | tr '\n' ' ')" = "dram ffma "
	check "roofs" test "$(column roof | sort -u | grep -c .)" -ge 4
	check "a table of them" grep -q "measured roofs" "$err"
	uuid=$(column gpu_uuid | head -1)
	pci=$(column pci_bus_id | head -1)
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
	check "both of its variants" test "$(column variant | sort | uniq -c | tr -s ' \n' ' ')" = " 2 dlcm-ca 2 dlcm-cg "
	check "all of it is right" same status ok
	run "$gpubench" --plugin "$build/tests/plugins/toy.so" -b toy -d 0 --quick
	check "a plug-in without kernels is a failure with a reason" ends 2 "without kernels"
	check "and a row for each point" same status failed
}

interruption() {
	"$gpubench" --all -d 0 >"$out" 2>"$err" </dev/null &
	local pid=$!
	for _ in $(seq 400); do
		[ "$(wc -l <"$out")" -lt 3 ] || break
		sleep 0.05
	done
	kill -INT $pid
	wait $pid
	status=$?
	check "Ctrl-C" ends 130 "interrupted"
	check "Ctrl-C leaves rows" all value 'v > 0'
	check "they are whole" test "$(tail -c 1 "$out")" = ""
	check "and ok" same status ok
}

# Each check of the functions above is one line and runs once.
tests=$(grep -c '^	check ' "$0")

run "$gpubench" --list-devices
if [ "$status" -ne 0 ]; then
	echo "SKIPPED: the tests on a GPU. This machine has none that gpubench can use:"
	sed 's/^/  /' "$err"
	echo "0 passed, 0 failed, $tests skipped"
	exit 0
fi
plain_run
devices
skeleton
interruption
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
