#!/bin/bash
# faults.sh BUILD: tests that faults during a run cost only their row, on the fake device. results/fault-outcomes.md
# lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)
# The plug-in that fails in every way.
breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --quick)

# reasons FILE: status and reason of each row.
reasons() {
	fields status reason <"$1"
}

# says FILE LINE PATTERN: the reason of that row (from 1) matches.
says() {
	reasons "$1" | sed -n "$2p" | grep -qE -- "$3"
}

# ---- memory of the host ----------------------------------------------------------------------------------------------

on fail=buffer_alloc:1+ --plugin "$build/plugins/transfer.so" -b 'transfer|toy' --quick
check "host memory is refused: what needs it says so" \
	test "$(fields benchmark status reason <"$out" | sort -u | grep ^transfer)" = \
	"transfer failed 53673984 bytes of host memory: cudaHostAlloc: cudaErrorMemoryAllocation (out of memory)"
check "host memory is refused: the rest is measured" \
	test "$(fields benchmark status <"$out" | sort -u | grep ^toy)" = "toy ok"
check "host memory is refused: every row is there" test "$(fields benchmark <"$out" | grep -c ^transfer)" -eq 3

# ---- a fault costs its row -------------------------------------------------------------------------------------------

# fault NAME REASON
fault() {
	on "" "${breaking[@]}" --patience 1 -a "fault=fine_first,$1,fine_last"
	check "$1: its own row" has "$out" "point status" "fault=fine_first ok
fault=$1 failed
fault=fine_last ok"
	check "$1: whole rows" rows "$out" 3
	check "$1: the reason" says "$out" 2 "$2"
	check "$1: status 2 and the reason" ends 2 "GPU 0: faults fault=$1: failed: "
	check "$1: no process is left" until_true alone
}

fault abort '^failed the worker was ended by signal 6 \(Aborted\)$'
fault segfault '^failed the worker was ended by signal 11 \(Segmentation fault\)$'
fault exit '^failed the worker ended with status 0$'
fault hang '^failed hung: no answer for 1 s; the worker was killed$'
fault endless '^failed hung: no answer for 1 s; the worker was killed$'
fault illegal_address '^failed .*cudaErrorIllegalAddress'
fault wrong '^failed verify: the last word: got [0-9]+, expected [0-9]+$'

on "" "${breaking[@]}" -a fault=fine_first,prints,fine_last
check "a plug-in that prints: whole rows" rows "$out" 3
check "a plug-in that prints: none has failed" has "$out" status "ok
ok
ok"
# Only workers after the first are started while the files are open.
on "" "${breaking[@]}" -o "$work/stray.csv" --json "$work/stray.json" -a fault=abort,stray,fine_last
check "a plug-in that writes to every open file: all rows are there" has "$work/stray.csv" "point status" \
	"fault=abort failed
fault=stray ok
fault=fine_last ok"
check "and none of it is in a result" test "$(cat "$work"/stray.* | grep -cx stray)" -eq 0
on "" "${breaking[@]}" -a fault=fine_first,prints,fine_last
check "a plug-in that prints is heard on standard error" ends 0 "a library, of itself"

on "" "${breaking[@]}" -a fault=leaves,fine_last
check "a process of a plug-in" ends 0
check "is ended" until_true alone
on "" "${breaking[@]}" -a fault=leaves,abort,fine_last
check "also where its worker crashes" until_true alone
run "$fake" "${breaking[@]}" --dry-run -a fault=leaves
check "and in a dry run" until_true alone
sh -c "sleep 300 & echo \$! >'$work/sleeper'; exec '$fake' ${breaking[*]} -a fault=leaves" >"$out" 2>"$err" </dev/null
check "a process that was there before is not" kill "$(cat "$work/sleeper")"

on devices=2 "${breaking[@]}" --json "$work/faults.json" --patience 1 \
	-a fault=abort,fine_first,segfault,hang,illegal_address,exit,fine_last
check "one fault after the other, on two GPUs" has "$out" "device point status" "0 fault=abort failed
0 fault=fine_first ok
0 fault=segfault failed
0 fault=hang failed
0 fault=illegal_address failed
0 fault=exit failed
0 fault=fine_last ok
1 fault=abort failed
1 fault=fine_first ok
1 fault=segfault failed
1 fault=hang failed
1 fault=illegal_address failed
1 fault=exit failed
1 fault=fine_last ok"
check "a failed row has no value" test -z "$(fields status value <"$out" | grep -E '^failed .+')"
on devices=1 "${breaking[@]}" -o "$work/last.csv" -a fault=fine_first,abort,exit,fine_last
check "the last line says how many rows failed, and why" test "$(tail -n 1 "$err")" = \
	"gpubench: 2 rows failed, which is why the exit status is 2; the first: \
faults fault=abort: the worker was ended by signal 6 (Aborted)"
check "their JSON is valid" test "$("$build/tests/unit/test_json" "$work/faults.json")" = "14 rows"

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

on "" "${breaking[@]}" -a fault=fine_first,roof,fine_last
check "a hook that breaks before anything is measured" has "$out" "point status reason" \
	"fault=roof failed the worker was ended by signal 6 (Aborted)
fault=fine_first ok 
fault=fine_last ok "
run "$fake" "${breaking[@]}" -b toy --plan=90 -a fault=roof
check "a hook that breaks a plan: status 2" ends 2 \
	"faults: planning it ended a process by signal 6 (Aborted)"
check "a hook that breaks a plan: that is unknown" grep -qx 'faults  *unknown  *unknown  *unknown' "$out"
check "a hook that breaks a plan: the others are planned" grep -q '^toy  *3 ' "$out"

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

# for starting the program

# A closed standard stream must not become a worker's socket or the CSV.
timeout 120 "$fake" "${toy[@]}" --patience 2 </dev/null 2>"$err" >&-
status=$?
check "standard output is closed" ends 2 "gpubench: standard output: cannot write: Bad file descriptor"
check "standard output is closed: one line" test "$(wc -l <"$err")" -eq 1
GPUBENCH_FAKE=processes=1 timeout 120 "$fake" "${toy[@]}" --patience 2 -o "$work/closed.csv" <&- >&- 2>&-
status=$?
check "all streams are closed" test "$status" -eq 0
check "all streams are closed: whole rows" rows "$work/closed.csv" 3
check "all streams are closed: none has failed" test "$(fields status <"$work/closed.csv" | sort -u)" = suspect

# A worker would inherit ignored signals, and the way it ended would then be unknown.
run env --ignore-signal=CHLD "$fake" "${breaking[@]}" -a fault=fine_first,abort,fine_last
check "SIGCHLD is ignored" says "$out" 2 '^failed the worker was ended by signal 6 \(Aborted\)$'

(ulimit -f 1; on "" "${toy[@]}" -o "$work/short.csv"; exit "$status")
status=$?
check "a file that may not grow" ends 2 "complete rows: cannot write: File too large"

# Eight simultaneous workers need more files than allowed; those of a calling make do not count.
(exec 3>&- 4>&- 5>&- 6>&-; ulimit -n 7; GPUBENCH_FAKE=devices=8 timeout 120 "$fake" "${toy[@]}" --concurrent >"$out" \
	2>"$err" </dev/null)
status=$?
check "too few files for all workers" ends 2 "failed: no socket pair for a worker: Too many open files"
check "too few files for all workers: all rows are there" rows "$out" 24
check "too few files for all workers: those of the first GPU are fine" test \
	"$(fields device status <"$out" | head -3 | tr '\n' ,)" = "0 ok,0 ok,0 ok,"

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
