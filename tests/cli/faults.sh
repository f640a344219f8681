#!/bin/bash
# faults.sh BUILD: what goes wrong while a run is under way, over the fake device.
# docs/reliability.md lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# The plug-in that breaks in every way.
breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --quick)
# A sanitizer would make an exit of a wild pointer.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0

# reasons FILE: status and reason of each row.
reasons() {
	fields status reason <"$1"
}

# says FILE LINE PATTERN: the reason of that row (from 1) matches.
says() {
	reasons "$1" | sed -n "$2p" | grep -qE -- "$3"
}

# ---- a fault costs its row --------------------------------------------------------------------------------------------

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
fault wrong '^failed verify: the last word is [0-9]+, not [0-9]+$'

on "" "${breaking[@]}" -a fault=fine_first,prints,fine_last
check "a plug-in that prints: whole rows" rows "$out" 3
check "a plug-in that prints: none has failed" has "$out" status "ok
ok
ok"
check "a plug-in that prints is heard on standard error" ends 0 "a library, of itself"

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
check "their JSON is valid" test "$("$build/tests/unit/test_json" "$work/faults.json")" = "14 rows"

# Every operation, at its first call and at later ones: as many rows as there should be, and 2 if one has failed.
expect_whole() {
	local bad
	bad=$(fields status <"$out" | grep -c failed)
	if [ ! -s "$out" ]; then
		[ "$status" -eq 2 ] && [ "$(wc -l <"$err")" -eq 1 ] # the devices could not be listed
		return
	fi
	rows "$out" 5 && [ "$status" -eq $((bad > 0 ? 2 : 0)) ] && [ "$(grep -c ': failed: .*cu' "$err")" -eq "$bad" ]
}
for operation in count describe open memory_free alloc fill copy_in copy_out load kernel occupancy launch mark sync elapsed; do
	for nth in 1 9+; do
		on "fail=$operation:$nth" -b 'toy|skeleton' --quick -a bytes=1048576
		check "call $nth of $operation fails" expect_whole
	done
done

# ---- signals ---------------------------------------------------------------------------------------------------------

slow=sleep=0.02 # a point takes two seconds
toy=(-b toy --quick)

for signal in KILL SEGV; do
	GPUBENCH_FAKE=$slow begin "${toy[@]}"
	until_true has_lines "$out" 2
	kill -$signal "$(worker)"
	finish
	check "SIG$signal to the worker" ends 2 "the worker was ended by signal"
	check "SIG$signal to the worker: all rows are there" rows "$out" 3
	check "SIG$signal to the worker: one has failed" test "$(fields status <"$out" | grep -c failed)" -eq 1
done

# Here a point takes a second, most of it the settling of a roof: far less than the patience, on a busy machine too.
patient=(-b toy --quick --patience 4)
GPUBENCH_FAKE=sleep=0.01 begin "${patient[@]}"
until_true has_lines "$out" 2
kill -STOP "$(worker)"
finish
check "SIGSTOP to the worker" ends 2 "failed: hung: no answer for 4 s; the worker was killed"
check "SIGSTOP to the worker: all rows are there" rows "$out" 3
check "SIGSTOP to the worker: one has failed" test "$(fields status <"$out" | grep -c failed)" -eq 1
check "SIGSTOP to the worker: it is gone" until_true alone

# As with Ctrl-Z: time in which nobody watched is no worker's.
GPUBENCH_FAKE=sleep=0.01 begin "${patient[@]}"
until_true has_lines "$out" 2
measures=$(worker)
kill -STOP "$pid" "$measures"
check "all processes are stopped" until_true is_stopped "$pid"
sleep 5
kill -CONT "$measures" "$pid"
finish
check "all processes are stopped for longer than --patience" ends 0
check "all processes were stopped: all rows are there" rows "$out" 3
check "all processes were stopped: none has failed" test "$(fields status <"$out" | grep -c failed)" -eq 0

begin "${breaking[@]}" -a fault=fine_first,hang,fine_last
until_true has_lines "$out" 2
sleep 0.3
kill -INT "$pid"
finish
check "Ctrl-C while a plug-in hangs" ends 130 "gpubench: interrupted; 1 whole row"
check "it leaves whole rows" rows "$out" 1
check "and no process" until_true alone

GPUBENCH_FAKE=sleep=0.02,devices=3 begin "${toy[@]}" --concurrent
until_true has_lines "$out" 2
kill -TERM "$pid"
finish
check "SIGTERM to three workers" ends 130 "gpubench: interrupted;"
check "they leave whole rows" rows "$out" "$(($(wc -l <"$out") - 1))"
check "none has failed" test "$(fields status <"$out" | grep -c failed)" -eq 0
check "and no process" until_true alone

GPUBENCH_FAKE=sleep=0.02,devices=2 begin "${toy[@]}" --concurrent --json "$work/hup.json"
until_true has_lines "$out" 2
kill -HUP "$pid"
finish
check "SIGHUP" ends 130 "gpubench: interrupted;"
check "SIGHUP leaves whole rows" rows "$out" "$(($(wc -l <"$out") - 1))"
check "and JSON that is valid" test "$("$build/tests/unit/test_json" "$work/hup.json")" = "$(($(wc -l <"$out") - 1)) rows"
(trap '' HUP; GPUBENCH_FAKE=$slow begin "${toy[@]}"; until_true has_lines "$out" 2; kill -HUP "$pid"; finish; exit "$status")
status=$?
check "SIGHUP under nohup" ends 0
check "SIGHUP under nohup: all rows are there" rows "$out" 3

# ---- what it is started with -----------------------------------------------------------------------------------------

# A standard stream that is closed must not become a worker's socket or the CSV.
timeout 120 "$fake" "${toy[@]}" --patience 2 </dev/null 2>"$err" >&-
status=$?
check "standard output is closed" ends 2 "gpubench: standard output: cannot write: Bad file descriptor"
check "standard output is closed: one line" test "$(wc -l <"$err")" -eq 1
GPUBENCH_FAKE=processes=1 timeout 120 "$fake" "${toy[@]}" --patience 2 -o "$work/closed.csv" <&- >&- 2>&-
status=$?
check "all streams are closed" test "$status" -eq 0
check "all streams are closed: whole rows" rows "$work/closed.csv" 3
check "all streams are closed: none has failed" test "$(fields status <"$work/closed.csv" | sort -u)" = suspect

# What its parent ignores, it would ignore: then nobody knows how a worker ended.
run env --ignore-signal=CHLD "$fake" "${breaking[@]}" -a fault=fine_first,abort,fine_last
check "SIGCHLD is ignored" says "$out" 2 '^failed the worker was ended by signal 6 \(Aborted\)$'

(ulimit -f 1; on "" "${toy[@]}" -o "$work/short.csv"; exit "$status")
status=$?
check "a file that may not grow" ends 2 "whole rows: cannot write: File too large"

# Eight workers at once want more files than there are; those of a make that runs this are none of them.
(exec 3>&- 4>&- 5>&- 6>&-; ulimit -n 7; GPUBENCH_FAKE=devices=8 timeout 120 "$fake" "${toy[@]}" --concurrent >"$out" 2>"$err" </dev/null)
status=$?
check "too few files for all workers" ends 2 "failed: no socket pair for a worker: Too many open files"
check "too few files for all workers: all rows are there" rows "$out" 24
check "too few files for all workers: those of the first GPU are fine" test \
	"$(fields device status <"$out" | head -3 | tr '\n' ,)" = "0 ok,0 ok,0 ok,"

# ---- bounds ----------------------------------------------------------------------------------------------------------

late="failed the deadline of the run, 2 s, passed before this was measured"
on devices=2 "${breaking[@]}" -a fault=fine_first,hang --deadline 2
check "a deadline" ends 2
check "what was not measured by then has failed" has "$out" "device status reason" "0 ok 
0 $late
1 $late
1 $late"
check "a deadline leaves no process" until_true alone
on "" "${toy[@]}" --deadline 60
check "a deadline that is far" ends 0

# ---- resuming --------------------------------------------------------------------------------------------------------

# resumed FILE NAME: it is whole: each point of toy once, and none has failed.
resumed() {
	check "$2: rows" rows "$1" 3
	check "$2: each point once" test "$(fields point <"$1" | sed 's/,block.*//' | sort | tr '\n' ' ')" = \
		"op=add,parts=1 op=add,parts=4 op=double "
	check "$2: none has failed" test "$(fields status <"$1" | grep -c failed)" -eq 0
	check "$2: nothing lies next to it" test -z "$(find "$(dirname "$1")" -name '.gpubench.*')"
}

file=$work/killed.csv
GPUBENCH_FAKE=$slow begin "${toy[@]}" -o "$file"
until_true has_lines "$file" 2
kill -KILL "$pid"
finish
check "SIGKILL to the supervisor" rows "$file" 1
check "SIGKILL to the supervisor: no worker is left" until_true alone
first=$(sed -n 2p "$file")
cp "$file" "$work/torn.csv"
on "" "${toy[@]}" --resume "$file"
check "resuming it" ends 0 "$file: 1 points are kept, 2 measured anew"
resumed "$file" "resumed"
check "the row that was there is as it was" test "$(sed -n 2p "$file")" = "$first"
check "two runs have written it" test "$(fields run_id <"$file" | sort -u | wc -l)" -eq 2
cp "$file" "$work/whole.csv"
on "" "${toy[@]}" --resume "$file"
check "nothing left to do" ends 0 "$file: 3 points are kept, 0 measured anew"
check "the file stays as it was" cmp "$file" "$work/whole.csv"

file=$work/torn.csv
printf '%s' "$first" | head -c 200 >>"$file"
on "" "${toy[@]}" --resume "$file"
check "resuming a torn file" ends 0 "0 points are kept, 3 measured anew" # what is torn may be a row of the first
resumed "$file" "torn"

file=$work/shared.csv
GPUBENCH_FAKE=$slow begin "${toy[@]}" -o "$file"
until_true has_lines "$file" 2
GPUBENCH_FAKE='' timeout 120 "$fake" "${toy[@]}" --resume "$file" 2>"$work/second"
check "resuming what is being written" test "$?" -eq 1
check "it is said" grep -q "cannot be resumed: another run writes it" "$work/second"
GPUBENCH_FAKE='' timeout 120 "$fake" "${toy[@]}" -o "$file" 2>"$work/second"
check "writing what is being written" test "$?" -eq 1
check "that is said" grep -q "shared.csv: cannot be written: another run writes it" "$work/second"
finish
check "the run goes on" ends 0
resumed "$file" "what was being written"
on "" "${toy[@]}" -o /dev/null
check "a device file is anybody's" ends 0

file=$work/failed.csv
on computes=0 "${toy[@]}" -o "$file"
check "a run in which all fails" ends 2
on "" "${toy[@]}" --resume "$file"
check "resuming it measures all anew" ends 0 "0 points are kept, 3 measured anew"
resumed "$file" "failed"

on devices=2 "${toy[@]}" -d 1 -o "$work/second.csv"
on devices=2 "${toy[@]}" --resume "$work/second.csv"
check "another GPU is added" has "$work/second.csv" device "1
1
1
0
0
0"

# refuses FILE TEXT ARGUMENTS...: status 1, one line, and the file as it was.
refuses() {
	local file=$1 text=$2
	shift 2
	cp "$file" "$work/before"
	on "" "$@" --resume "$file"
	check "$text" complains 1 "$text"
	check "$text: the file is as it was" cmp "$file" "$work/before"
}
refuses "$work/second.csv" "line 2: measured on GPU-b0000000-1111-2222-3333-444444444444 (Fake GPU), expected one of" "${toy[@]}"
refuses "$work/whole.csv" "line 2: toy op=add,parts=1,block=64 is not a row of this run; resume with the same options" \
	-b toy --quick -a op=double
refuses "$work/whole.csv" "is not a row of this run" -b toy_cycles --plugin "$build/tests/plugins/toy_cycles.so"
sed 's/^gpubench-1,/gpubench-2,/' "$work/whole.csv" >"$work/schema.csv"
refuses "$work/schema.csv" "line 2: column schema: found 'gpubench-2', expected gpubench-1" "${toy[@]}"
on "" -b toy -a op=add -a parts=4 --every-point -o "$work/every.csv"
refuses "$work/every.csv" "is a row this run has once; resume with the same options" -b toy -a op=add -a parts=4
on "" "${toy[@]}" --resume "$work/absent.csv"
check "a file that is not there is begun" ends 0 "absent.csv: is not there yet: begun, with 3 points to measure"
resumed "$work/absent.csv" "begun"
on "" "${toy[@]}" --resume "$work/absent/absent.csv"
check "a folder that is not there" complains 1 "absent.csv: cannot be resumed: No such file or directory"

# One command line for the first run and for all that follow, with a file for each GPU.
mkdir "$work/each"
each=("${toy[@]}" --resume "$work/each/%h-%u.csv")
GPUBENCH_HOST=n1 on devices=2 "${each[@]}" -d 1
check "a first run" ends 0 "444.csv: is not there yet: begun"
GPUBENCH_HOST=n1 on devices=2 "${each[@]}"
check "the next one: a GPU that is new" ends 0 "n1-GPU-a0000000-1111-2222-3333-444444444444.csv: is not there yet: begun, with 3 points to measure"
check "and one that is done" ends 0 "n1-GPU-b0000000-1111-2222-3333-444444444444.csv: 3 points are kept, 0 measured anew"
for uuid in a b; do
	resumed "$work/each/n1-GPU-${uuid}0000000-1111-2222-3333-444444444444.csv" "of GPU $uuid"
done
on "" "${toy[@]}" --resume "$work/whole.csv" -o "$work/other.csv"
check "resuming into another file" complains 1 "--resume appends to its own file"
on "" "${toy[@]}" -o "$work/same" --json "$work/same"
check "CSV and JSON in one file" complains 1 "-o and --json name the same file: '$work/same'"
check "it was not made" test ! -e "$work/same"

# ---- several GPUs ----------------------------------------------------------------------------------------------------

on devices=3 "${toy[@]}" --concurrent
check "side by side" ends 0
check "rows GPU by GPU, with a remark" has "$out" "device status reason" "0 ok measured together with 2 other GPUs of this host
0 ok measured together with 2 other GPUs of this host
0 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host"
on devices=3 "${toy[@]}"
check "one after another there is nothing to remark" test -z "$(fields reason <"$out" | tr -d '\n')"

# ---- what makes a row suspect ----------------------------------------------------------------------------------------

on throttle=0x40 "${toy[@]}" --strict
check "--strict and a suspect row" ends 2 "suspect: hardware or thermal slowdown"
on "" "${toy[@]}" --strict
check "--strict and none" ends 0
on cc=60 -b skeleton --quick --strict
check "--strict and skipped rows" ends 0

one="toy suspect 1 other compute process on the GPU"
on processes=1 "${toy[@]}"
check "another process on the GPU" has "$out" "benchmark status reason" "$one
$one
$one"
check "it is no failure" ends 0 "3 suspect: other work on the GPU (3)"
on processes=-1 "${toy[@]}"
check "a card that does not tell its processes" has "$out" "status reason" "ok 
ok 
ok "
on processes=1,leave=0.5 "${toy[@]}" --wait-idle 30
check "--wait-idle until it has left" has "$out" "status reason" "ok 
ok 
ok "
other="suspect the GPU was busy with other work (80 %) before the first launch"
on processes=-1,busy=80 "${toy[@]}"
check "a GPU that others keep busy" has "$out" "status reason" "$other
$other
$other"
check "that is no failure" ends 0 "3 suspect: other work on the GPU (3)"
on processes=-1,busy=80,leave=2 "${toy[@]}" --wait-idle 30
check "--wait-idle until it is idle" has "$out" "status reason" "ok 
ok 
ok "
on busy=-1,workers=-1 "${toy[@]}" --wait-idle 30
check "a card that does not tell its work" has "$out" "status reason" "ok 
ok 
ok "
on memclock=1e9,asleep=30 "${toy[@]}"
check "a memory clock that comes up" has "$out" "mem_clock_hz status" "1e+09 ok
1e+09 ok
1e+09 ok"
clock="250000000 suspect memory clock 250 MHz below rated 1000 MHz"
on memclock=0.25e9 "${toy[@]}" --strict
check "a memory clock that stays down" has "$out" "mem_clock_hz status reason" "$clock
$clock
$clock"
check "--strict and a memory clock that stays down" ends 2 "3 suspect: memory clock too low (3)"
began=$(date +%s%N)
on processes=1 "${toy[@]}" --wait-idle 0.3
took=$((($(date +%s%N) - began) / 1000000))
check "--wait-idle is bounded" has "$out" "benchmark status reason" "$one
$one
$one"
check "--wait-idle waits, $took ms, at each point" test "$took" -ge 900 -a "$took" -lt 10000
check "--wait-idle is no sign of a hang" test "$(fields status <"$out" | grep -c failed)" -eq 0

totals
