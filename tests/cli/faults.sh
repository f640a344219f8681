#!/bin/bash
# faults.sh BUILD: tests that faults during a run cost only their row, on the fake device. results/fault-outcomes.md
# lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)
# The plug-in that fails in every way.
breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --quick)

# ---- processes -------------------------------------------------------------------------------------------------------

for fault in hang endless; do
	on "" "${breaking[@]}" --patience 1 -a "fault=$fault,fine_last"
	check "$fault: no process is left" until_true alone
done
on "" "${breaking[@]}" -a fault=leaves,fine_last
check "a process of a plug-in" ends 0
check "is ended" until_true alone
on "" "${breaking[@]}" -a fault=leaves,abort,fine_last
check "also where its worker crashes" until_true alone
run "$fake" "${breaking[@]}" --dry-run -a fault=leaves
check "and in a dry run" until_true alone
sh -c "sleep 300 & echo \$! >'$work/sleeper'; exec '$fake' ${breaking[*]} -a fault=leaves" >"$out" 2>"$err" </dev/null
check "a process that was there before is not" kill "$(cat "$work/sleeper")"

# ---- calls that fail -------------------------------------------------------------------------------------------------

# Every operation fails at its first call and at later ones: the number of rows stays the same, and the status is 2 if
# one has failed.
expect_whole() {
	local bad told
	bad=$(fields status <"$out" | grep -c failed)
	if [ ! -s "$out" ]; then
		[ "$status" -eq 2 ] && [ "$(wc -l <"$err")" -eq 1 ] # the devices could not be listed
		return
	fi
	# One line for each failure, or one for several similar ones with their number.
	told=$(awk '/: failed: .*cu/ { n++ } / more points?: the same$/ { n += $4 } END { print n + 0 }' "$err")
	rows "$out" 5 && [ "$status" -eq $((bad > 0 ? 2 : 0)) ] && [ "$told" -eq "$bad" ]
}
for operation in count describe open memory_free alloc fill copy_in copy_out load kernel occupancy launch mark \
		sync elapsed; do
	for nth in 1 9+; do
		on "fail=$operation:$nth" -b 'toy|skeleton' --quick -a bytes=1048576
		check "call $nth of $operation fails" expect_whole
	done
done

# ---- plug-ins of others, whose code is never in the program itself ---------------------------------------------------

# loads STATUS ARGUMENTS: other processes load a plug-in, the program does not, and its status is not that of a
# destructor.
loads() {
	rm -f "$work/loaded"
	# shellcheck disable=SC2086 # words of a command line
	(echo "$BASHPID" >"$work/program"; FAULTS_LOADED=$work/loaded GPUBENCH_PLUGIN_PATH=$build/tests/plugins \
		become "$fake" $2) >"$out" 2>"$err" </dev/null
	[ $? -eq "$1" ] && [ -s "$work/loaded" ] && ! grep -qxf "$work/program" "$work/loaded"
}
for command in --list --help --man "--describe faults" "--plan=90 -b faults" "-b faults"; do
	check "$command: children load plug-ins" loads 0 "$command"
done
check "--dry-run: children load plug-ins" loads 2 "--dry-run -b faults"
check "a fault: children load plug-ins" loads 2 "-b faults -a fault=abort"

# The checksum of its build is in a note.
"$python" - "$build/tests/plugins/toy_curve.so" "$work/toy_curve.so" <<'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.index(b"\x09\0\0\0\x18\0\0\0\x01\0\0\0gpubench\0") + 24
data[at:at + 24] = bytes(24)
open(sys.argv[2], "wb").write(data)
END
on "" --plugin "$build/tests/plugins/toy_curve.so" -b toy_curve --quick
fields benchmark variant point metric status <"$out" >"$work/ours"
on "" --plugin "$work/toy_curve.so" -b toy_curve --quick
check "a plug-in without a checksum: its rows and conclusions are the same" \
	test "$(fields benchmark variant point metric status <"$out")" = "$(cat "$work/ours")"
check "and there are conclusions" grep -q '^toy_curve  ' "$work/ours"

# ---- bounds ----------------------------------------------------------------------------------------------------------

late="failed the deadline of the run, 8 s, passed before this was measured"
on devices=2 "${breaking[@]}" -a fault=fine_first,hang --deadline 8
check "a deadline" ends 2
check "what was not measured by then has failed" has "$out" "device status reason" "0 ok 
0 $late
1 $late
1 $late"
check "a deadline leaves no process" until_true alone
on "" "${toy[@]}" --deadline 600
check "a deadline that is far" ends 0

totals
