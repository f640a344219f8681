#!/bin/bash
# resuming.sh BUILD: tests interrupted runs, and the treatment of their files by --resume and -o, on the fake device.
# results/fault-outcomes.md lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

slow=sleep=0.05 # a point takes some seconds, so that there is time to interrupt it
toy=(-b toy --quick)

# resumed FILE NAME: the file is complete: each point of toy occurs once, and none has failed.
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
check "resuming a torn file" ends 0 "0 points are kept, 3 measured anew" # the torn part may belong to the point before
resumed "$file" "torn"
head -3 "$work/whole.csv" >"$file"
printf '%s' "$first" | head -c 200 >>"$file"
on "" "${toy[@]}" --resume "$file"
check "resuming one torn after a roof" ends 0 "1 points are kept, 2 measured anew"
resumed "$file" "torn after a roof"

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

# refuses FILE TEXT ARGUMENTS...: status 1, one line, and an unchanged file.
refuses() {
	local file=$1 text=$2
	shift 2
	cp "$file" "$work/before"
	on "" "$@" --resume "$file"
	check "$text" complains 1 "$text"
	check "$text: the file is as it was" cmp "$file" "$work/before"
}
refuses "$work/second.csv" "line 2: measured on GPU-b0000000-1111-2222-3333-444444444444 (Fake GPU), expected one of" \
	"${toy[@]}"
refuses "$work/whole.csv" "line 2: toy op=double,block=256 is not a row of this run; resume with the same options" \
	-b toy --quick -a op=add
refuses "$work/whole.csv" "is not a row of this run" -b toy_cycles --plugin "$build/tests/plugins/toy_cycles.so"
sed 's/^gpubench-1,/gpubench-2,/' "$work/whole.csv" >"$work/schema.csv"
refuses "$work/schema.csv" "line 2: column schema: found 'gpubench-2', expected gpubench-1" "${toy[@]}"
on "" -b toy -a op=add -a parts=4 --every-point -o "$work/every.csv"
refuses "$work/every.csv" "appears a second time, but this run has it once; resume with the same options" -b toy \
	-a op=add -a parts=4
on "" "${toy[@]}" --resume "$work/absent.csv"
check "a file that is not there is begun" ends 0 "absent.csv: does not exist yet: started, with 3 points to measure"
resumed "$work/absent.csv" "begun"
on "" "${toy[@]}" --resume "$work/absent/absent.csv"
check "a folder that is not there" complains 1 "absent.csv: cannot be resumed: No such file or directory"

# One command line for the first run and for all that follow, with a file for each GPU.
mkdir "$work/each"
each=("${toy[@]}" --resume "$work/each/%h-%u.csv")
GPUBENCH_HOST=n1 on devices=2 "${each[@]}" -d 1
check "a first run" ends 0 "444.csv: does not exist yet: started"
GPUBENCH_HOST=n1 on devices=2 "${each[@]}"
check "the next one: a GPU that is new" \
	ends 0 "n1-GPU-a0000000-1111-2222-3333-444444444444.csv: does not exist yet: started, with 3 points to measure"
check "and one that is done" \
	ends 0 "n1-GPU-b0000000-1111-2222-3333-444444444444.csv: 3 points are kept, 0 measured anew"
for uuid in a b; do
	resumed "$work/each/n1-GPU-${uuid}0000000-1111-2222-3333-444444444444.csv" "of GPU $uuid"
done
on "" "${toy[@]}" --resume "$work/whole.csv" -o "$work/other.csv"
check "resuming into another file" complains 1 "--resume appends to its own file"
on "" "${toy[@]}" -o "$work/same" --json "$work/same"
check "CSV and JSON in one file" complains 1 "-o and --json name the same file: '$work/same'"
check "it was not made" test ! -e "$work/same"

totals
