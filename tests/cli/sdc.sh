#!/bin/bash
# sdc.sh BUILD: tests a watch for silent data corruption on the fake device: planted faults are found and named.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

flips=(--plugin "$build/tests/plugins/flips.so" -b flips)

# metric NAME WHERE: the value of a metric in the rows whose point contains that text.
metric() {
	fields point metric value <"$out" | awk -v metric="$1" -v point="$2" '$1 ~ point && $2 == metric { print $3 }'
}

# enough PASSES WHERE SETTINGS ARGUMENTS...: watches for increasing times, until units whose point contains the text
# have PASSES passes.
enough() {
	local passes=$1 point=$2 settings=$3 seconds
	shift 3
	for seconds in 0.1 1 10 100; do
		on "$settings" --sdc "$seconds" "$@"
		[ "$(metric sdc_passes "$point" | sort -n | head -n 1)" -lt "$passes" ] || return 0
	done
}

# says PATTERN: the messages match the pattern.
says() {
	grep -qE -- "$1" "$err"
}

# events CORRECTED REPLACED: the last line ends with exactly these counts.
events() {
	local line="corrected ECC errors $1, uncorrected ECC errors 0, rows of memory replaced $2, "
	line+="row replacements pending 0, row replacements failed 0, PCIe packets sent again 0, "
	echo "${line}NVLink packets sent again 0, Xid events 0\$"
}

# ---- a healthy card --------------------------------------------------------------------------------------------------

enough 10 fault=none "" "${flips[@]}"
check "a healthy card" test "$status" -eq 0
check "a healthy card: no errors" test "$(metric sdc_errors fault=none)" = 0
check "a healthy card: many passes" test "$(metric sdc_passes fault=none)" -ge 1
check "a healthy card: every word of every pass is compared" test "$(metric sdc_words fault=none)" -ge \
	$((262144 * $(metric sdc_passes fault=none)))
check "a healthy card: the mode and the status" \
	has "$out" "mode status" "$(yes 'sdc ok' | head -n "$(fields mode <"$out" | wc -l)")"
check "a healthy card: the last line" \
	says "^gpubench: 0 wrong results in [0-9.e+]+ passes, .* words checked; $(events 0 0)"
check "a healthy card: no row sets a roof" test -z "$(fields roof <"$out" | tr -d '\n')"

# ---- planted faults --------------------------------------------------------------------------------------------------

# Word 70001 is in block 273, which runs on SM 1 of the fake device; the bit is 0x400.
word='the word at 0x445c4 of buffer 1 \(1048576 bytes\): got 0xff427c22, expected 0xff427822 \(bits 0x00000400\)'
word+='; block 273'

# planted FAULT PASS TEXT: exactly one error, in that pass.
planted() {
	enough 12 "fault=$1" "" "${flips[@]}" -a "fault=none,$1"
	check "$1: exit status 3" test "$status" -eq 3
	check "$1: one error" test "$(metric sdc_errors "fault=$1")" = 1
	check "$1: none elsewhere" test "$(metric sdc_errors fault=none)" = 0
	check "$1: the unit, the pass and the word" \
		says "^gpubench: GPU 0: flips fault=$1: failed: 1 of [0-9]+ passes is wrong; pass $2: $3"
	check "$1: its rows have failed, with the reason" \
		test "$(fields point status <"$out" | sort -u | tr "\n" " ")" = \
		"$(printf "%s\n" "fault=none ok" "fault=$1 failed" | sort | tr "\n" " ")"
	check "$1: the watch goes on afterwards" \
		test "$(metric sdc_passes "fault=$1")" -gt "$(metric sdc_errors "fault=$1")"
	check "$1: the last line" says '^gpubench: 1 wrong result in '
}

planted second 2 "$word, SM unknown; verify: word 70001: got 0xff427c22, expected 0xff427822$"
planted first 1 "verify: word 70001: got 0xff427c22, expected 0xff427822; $word, SM 1$"
planted late "[0-9]" "$word, SM 1"
planted accepted "[0-9]" "$word, SM 1"
planted checked "[0-9]" "$word, SM 1; (verify: )?1 of 262144 (words|results) are wrong, the first at 70001$"

enough 16 fault=always "" "${flips[@]}" -a fault=always,none
check "a unit that is always wrong: exit status 3" test "$status" -eq 3
check "a unit that is always wrong is not visited forever" test "$(metric sdc_errors fault=always)" -eq 16
check "a unit that is always wrong: the others are watched" test "$(metric sdc_passes fault=none)" -ge 1

enough 20 fault=none sdc_ecc_uncorrected=20 "${flips[@]}"
check "an uncorrected memory error: exit status 3" test "$status" -eq 3
check "an uncorrected memory error: the row" \
	test "$(fields metric value status reason <"$out" | grep '^sdc_ecc_uncorrected')" = \
	"sdc_ecc_uncorrected 1 failed uncorrected ECC errors: 1"
enough 20 fault=none sdc_ecc_corrected=20,sdc_rows_remapped=20 "${flips[@]}"
check "a corrected memory error is no corruption" test "$status" -eq 0
check "a corrected memory error is counted" \
	says "$(events 1 1)"
enough 20 fault=none sdc_xids=20 "${flips[@]}"
check "an Xid: exit status 3" test "$status" -eq 3
check "an Xid: its number" says 'flips fault=none: failed: Xid events: 1, the last 79$'

enough 2 fault=second devices=2 "${flips[@]}" -a fault=second
check "two GPUs: both are watched" test "$(fields device metric value <"$out" | grep sdc_errors)" = "0 sdc_errors 1
1 sdc_errors 1"

# ---- other failures --------------------------------------------------------------------------------------------------

breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --patience 1)
on "" --sdc 0.2 "${breaking[@]}" -a fault=fine_first,abort,fine_last
check "a crash is a failure, and no corruption" test "$status" -eq 2
check "a crash: its row" grep -q 'fault=abort failed' <(fields point status <"$out")
check "a crash: rows of the others" test "$(fields point status <"$out" | sort -u | grep -c ok)" -eq 2

# ---- Ctrl-C ----------------------------------------------------------------------------------------------------------

GPUBENCH_FAKE="" begin --sdc 600 "${flips[@]}" -o "$work/stopped.csv"
# Half a second of processor time is enough for a pass.
works() {
	local of
	of=$(worker | head -n 1)
	[ -n "$of" ] && [ "$(awk '{ print $14 + $15 }' "/proc/$of/stat")" -ge 50 ]
}
until_true works
# A terminal sends the signal to both. The worker receives two signals at once here, and still sends its rows: without
# blocking, the second signal would end it.
of=$(worker | head -n 1)
kill -STOP "$of"
kill -INT "$of" "$pid"
kill -TERM "$of"
kill -CONT "$of"
finish
check "Ctrl-C: status 130" test "$status" -eq 130
check "Ctrl-C: the summary" says '^gpubench: 0 wrong results in [0-9]+'
check "Ctrl-C: the rows" test "$(fields status <"$work/stopped.csv" | sort -u)" = ok

totals
