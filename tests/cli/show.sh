#!/bin/bash
# show.sh BUILD: tests `gpubench show`: points of a benchmark as tables, curves, ratios and notes, and refused requests.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

all=$tests/data/card/full.csv # some benchmarks of a full run

# says LINE...: each is a line of the output, regardless of spaces.
says() {
	local line
	tr -s ' ' <"$out" | sed 's/^ //; s/ $//' >"$work/lines"
	for line in "$@"; do
		grep -qxF -- "$line" "$work/lines" || { echo "not a line: $line"; return 1; }
	done
}

# ---- other forms -----------------------------------------------------------------------------------------------------

run "$real" show "$all" stride -a stride=2 -a op=read --csv
# Except for columns added after the file was written.
check "--csv has the rows as they are" \
	test "$(tail -n +2 "$out" | sed 's/,*\r\?$//' | sort | comm -12 - <(sed 's/,*\r\?$//' "$all" | sort) |
		wc -l)" -eq 10
check "and no others" test "$(wc -l <"$out")" -eq 11
check "and those alone" test "$(fields point <"$out" | sort -u)" = "op=read,stride=2,bytes=4"
run "$real" show - dram --markdown <"$all"
run sh -c "'$real' show - dram --markdown <'$all'"
check "Markdown, from standard input" grep -qF '| read | 4.729 TB/s |' "$out"
run "$real" store "$work/kept.db" "$all"
run "$real" show "$work/kept.db" dram -a op=read
check "a store" grep -qF '4.729 TB/s' "$out"

# ---- without the benchmark -------------------------------------------------------------------------------------------

cat "$all" "$tests/data/card/quick.csv" >"$work/two.csv"
run "$real" show "$work/two.csv" dram -a op=read
check "of two runs the last" ends 0 "points were measured more than once: the last row of each is shown"
head -1 "$all" >"$work/planted.csv"
grep -m1 'dram,default,"op=read' "$all" | sed 's/ok,[^,]*,/suspect,\x1b[2Jwiped,/' >>"$work/planted.csv"
run "$real" show "$work/planted.csv" dram
check "a text of the file is data" grep -qF '\x1b[2Jwiped' "$out"

# ---- what it refuses -------------------------------------------------------------------------------------------------

run "$real" show "$all" strode
check "a benchmark that is near" complains 2 "full.csv: has no row of 'strode'; did you mean 'stride'?"
run "$real" show "$all" stride -a strand=1
check "an axis that is not there" complains 1 "stride has no axis 'strand'; there are op, stride, span, bytes, form"
run "$real" show "$all" stride -a stride=33
check "a value that is not there" complains 2 "no row of stride has these values"
run "$real" show "$all" stride -a stride=1,32 --relative-to stride=5
check "a point that is not there" ends 2 "no row is at stride=5"
run "$real" show "$all" -a stride=1
check "values of no benchmark" complains 1 "need a benchmark"
run "$real" show
check "no file" complains 1 "no file"
run "$real" show a b c
check "too much" complains 1 "'c': expected one file and one benchmark"

totals
