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
GPUBENCH_FAKE=$slow begin "${toy[@]}" -o "$file" --json "$work/killed.json"
until_true has_lines "$file" 2
kill -KILL "$pid"
finish
check "SIGKILL to the supervisor" rows "$file" 1
check "SIGKILL to the supervisor: JSON has only complete lines" \
	test "$("$build/tests/unit/test_json" "$work/killed.json")" = "$(wc -l <"$work/killed.json") rows"
check "SIGKILL to the supervisor: no worker is left" until_true alone
first=$(sed -n 2p "$file")
on "" "${toy[@]}" --resume "$file"
check "resuming it" ends 0 "$file: 1 points are kept, 2 measured anew"
resumed "$file" "resumed"
check "the row that was there is as it was" test "$(sed -n 2p "$file")" = "$first"
check "two runs have written it" test "$(fields run_id <"$file" | sort -u | wc -l)" -eq 2

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

totals
