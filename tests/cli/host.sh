#!/bin/bash
# host.sh BUILD: tests the processors of this host as a device, with the whole program.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

ln -s "$build/tests/plugins/toy_host.so" "$work/bin/plugins"

# here ARGUMENTS...: runs on this host. On a busy machine, other work makes rows suspect; only their contents count.
here() {
	on "" --device host "$@"
}

# ---- which device, which benchmark -----------------------------------------------------------------------------------

here --list-devices
check "the host is one device" test "$(wc -l <"$out")" -eq 1
check "with its name, identity and cores" grep -qE '^host .+  CPU-[0-9a-f-]{36}  [0-9]+ cores  [0-9.]+ GB$' "$out"
here info
check "the host tells of itself" grep -qE '^  L1 data cache, a core +[0-9]+ KiB$' "$out"
check "and not of a PCI address of its own" test "$(grep -c '^  PCI' "$out")" -eq 0
on "" info --device host
check "wherever the option stands" grep -qE '^host: ' "$out"

on "" --describe toy_host
check "--describe, too" grep -qF "toy_host (host): adds a number" "$out"

here --plan -b toy_host
check "its plan is for a host that does nothing else" grep -qE '^about [0-9]+ s if nothing else runs' "$out"

# ---- rows ------------------------------------------------------------------------------------------------------------

here --all --quick
check "a run on the host" ends 0
check "its row" test "$(fields device compute_capability cuda benchmark metric unit <"$out")" = \
	"host   toy_host bandwidth B/s"
check "has a value and a clock" awk -v row="$(fields value sm_clock_hz <"$out")" \
	'BEGIN { split(row, v, " "); exit !(v[1] > 1e7 && v[2] > 2e8 && v[2] < 8e9) }'
check "and the identity of --list-devices" \
	test "$(fields gpu_uuid <"$out")" = "$("$fake" --device host --list-devices | grep -oE 'CPU-[0-9a-f-]{36}')"

here -b toy_host -a op=add,wrong,crash --quick
check "a wrong result and a crash" ends 2 "verify: word 262143" "signal 11"
check "cost a row each" \
	test "$(fields point status <"$out" | cut -d ' ' -f 1,2 | sed 's/,threads=[0-9]*//; s/ suspect$/ ok/')" = \
	"op=add ok
op=wrong failed
op=crash failed"

here -b toy_host --quick -o "$work/host.csv"
cp "$work/host.csv" "$work/host-before.csv"
here -b toy_host --quick --resume "$work/host.csv"
check "a whole run of the host has nothing to resume" cmp "$work/host.csv" "$work/host-before.csv"

rm "$work/bin/plugins/toy_host.so"

totals
