#!/bin/bash
# nvml.sh BUILD: tests machines on which NVML reports little or nothing, such as Jetson, GB10 and virtual machines:
# everything works, and unknown values are empty. The library is that of tests/nvml; the fake device calls it like the
# CUDA backend.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

mkdir "$work/nvml" "$work/absent"
ln -s "$build/tests/libfake_nvml.so" "$work/nvml/libnvidia-ml.so.1"
# A file that is not a library has the same effect as none, and hides one that this machine may have.
echo >"$work/absent/libnvidia-ml.so.1"
export GPUBENCH_HOST=site

# with LIKE SETTINGS ARGUMENTS...: runs on a GPU with these settings, and a library of that kind.
with() {
	local folder=$work/nvml like=$1 settings=nvml=1$2
	[ "$like" != absent ] || folder=$work/absent
	shift 2
	LD_LIBRARY_PATH=$folder GPUBENCH_FAKE_NVML=$like GPUBENCH_FAKE=$settings run "$fake" "$@"
}

# device FILE "COLUMNS": the GPU's columns in the rows, if all rows agree.
device() {
	fields "$2" <"$1" | sort -u
}

# The values that the library leaves for answers that it refuses, and the text of an invalid number.
refused='692-2G520|rubbish|700|3\.201|3201|1\.98e|00\.00\.00|123456|\bnan\b|\binf\b'
# nothing_invented FILE...: none of these values occurs, except as counts and times: by name in JSON, after the unit in
# a CSV; or in the name of a run.
nothing_invented() {
	! sed -E -e 's/"(time_utc|run_id|version|value|lo|hi|min|max)":[^,}]*//g' \
		-e 's/,B\/s(,[0-9.e+]+){3},/,B\/s,/g' \
		-e 's/\b[0-9a-f]{32}\b//g' -e 's/^(gpubench_last_measurement_timestamp_seconds.*) [0-9]+$/\1/' "$@" |
		grep -E "$refused"
}

# ---- a card that reports everything, for comparison ------------------------------------------------------------------

# counted FILE: the lines of info about errors, without labels.
counted() {
	local names='[a-z]+ ECC errors|rows of memory replaced|row replacements (pending|failed)'
	names+='|(PCIe|NVLink) packets sent again'
	sed -nE "s/^  ($names) +(.*)\$/\4/p" "$1"
}

what='gpu_uuid pci_bus_id driver vbios board ecc mig power_limit_w numa_node memory_bytes'
first=a0000000-1111-2222-3333-444444444444
place=0000:18:00.0
with card "" --all --quick -o "$work/card.csv" --json "$work/card.json"
check "a card of which all is known" test "$status" -eq 0
check "says all of it" test "$(device "$work/card.csv" "$what")" = \
	"GPU-$first $place 580.00 96.00.61.00.01 692-2G520-0282-001 on off 700  67108864"
with card "" info
check "what it counts of errors" test "$(counted "$out")" = \
	"40 since the driver was loaded
2 since the driver was loaded
3 since the card was made
1 since the last reset
0 since the card was made
700 since the last reset
not known"
with card ,sleep=0.01 -b toy -a op=add -a parts=4 --sustained 0.7 -o "$work/drawn.csv"
check "what it draws under load, and what holds it back" grep -q '^100 61 72 sw_power_cap$' \
	<(fields power_w temperature_c mem_temperature_c throttle <"$work/drawn.csv")

# unreported values are empty

# told LIKE SETTINGS DEVICE: a GPU that reports only this can be measured and shown.
told() {
	local like=$1 settings=$2 known=$3 name=$work/like.$1 also
	with "$like" "$settings" --all --quick -o "$name.csv" --json "$name.json"
	check "$like: everything is measured" test "$status" -eq 0
	check "$like: every row is there" test "$(wc -l <"$name.csv")" -eq "$(wc -l <"$work/card.csv")"
	check "$like: none failed" test "$(fields status <"$name.csv" | grep -cE '^(failed|suspect)$')" -eq 0
	check "$like: what is known" test "$(device "$name.csv" "$what")" = "$known"
	check "$like: no state" \
		test -z "$(fields power_w temperature_c mem_temperature_c energy_j throttle <"$name.csv" | tr -d ' \n')"
	with "$like" "$settings" info
	check "$like: info" test "$status" -eq 0
	check "$like: info tells memory as CUDA does" grep -qE '^  device memory +64 MiB$' "$out"
	check "$like: info says what is not known" grep -qE '^  power limit +(not known|700)' "$out"
	check "$like: info does not break off" test "$(grep -cE '[ ,(]$' "$out")" -eq 0
	cp "$out" "$name.info"
	with "$like" "$settings" --list-devices
	check "$like: the list of devices" test "$status" -eq 0
	for also in "roofs $name.csv" "roofs $name.csv --csv" "roofs $name.csv --json" \
			"compare $name.csv $work/card.csv" \
		"check $name.csv --baseline $name.csv --max-drop 5%" "check --baseline $name.csv --max-drop 5%" \
		"roofs $name.csv --export prometheus" \
		"roofs $name.csv --export aiconfigurator" "report $name.csv -o $name.html"; do
		# shellcheck disable=SC2086 # words
		with "$like" "$settings" $also
		check "$like: ${also//"$work/"/}" test "$status" -eq 0
		[[ $also = *card.csv* ]] || cat "$out" "$err" >>"$name.shown"
	done
}

# unknown LIKE SETTINGS DEVICE: the same, and nothing else is reported.
unknown() {
	local name=$work/like.$1
	told "$@"
	check "$1: the memory clock is not told" test -z "$(fields mem_clock_hz <"$name.csv" | tr -d '\n')"
	check "$1: errors are not told, and not 0" test "$(counted "$name.info" | sort -u)" = "not known"
	check "$1: no number is made up" nothing_invented "$name.json" "$name.info" "$name.shown"
}

unknown unsupported "" "GPU-$first $place 580.00       67108864"
unknown vgpu "" "GPU-$first $place 580.00       67108864"
unknown nothing "" "GPU-$first $place        67108864"
unknown noinit "" "GPU-$first $place        67108864"
unknown absent "" "GPU-$first $place        67108864"
for like in noinit absent; do
	with "$like" "" info
	check "$like: no driver is named" grep -qE '^  driver +not known$' "$out"
done

# a GPU that is part of its host's chip

unknown nothing ,integrated=1,nouuid=1 "         67108864"

# ---- a part of a GPU -------------------------------------------------------------------------------------------------

told mig "" "MIG-$first $place 580.00 96.00.61.00.01 692-2G520-0282-001 on on 700  67108864"
with mig ,sleep=0.01 -b toy -a op=add -a parts=4 --sustained 0.7 -o "$work/slice.csv"
check "a slice is not said to draw what its card draws" \
	test -z "$(fields power_w energy_j <"$work/slice.csv" | tr -d ' \n')"
check "what holds its card back holds it back" \
	grep -q '^61 sw_power_cap$' <(fields temperature_c throttle <"$work/slice.csv")
with mig "" -d "MIG-${first%%-*}" --list-devices
check "it goes by its UUID" grep -qF "MIG-$first" "$out"
with mig "" -b toy -a op=add -a parts=4 -o "$work/%u.csv"
check "which is that of its file" rows "$work/MIG-$first.csv" 1
with mig "" --resume "$work/%u.csv" -b toy -a op=add -a parts=4
check "and of its rows" ends 0 "1 point"

totals
