#!/bin/bash
# run.sh BUILD: tests the whole program from the outside, on the fake device and without one. The last line has the
# totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# ---- what is listed --------------------------------------------------------------------------------------------------

on "" --version
check "--version" grep -qE '^gpubench [0-9]+\.[0-9]+\.[0-9]+' "$out"
check "--version tells of kernels" grep -qE '^(kernels: machine code for sm_|this build has no kernels; )' "$out"
on "" --help
check "--help" grep -qF "every benchmark" "$out"
for command in --list --help "--describe toy" --version --list-devices info; do
	# shellcheck disable=SC2086 # words of a command line
	GPUBENCH_FAKE="" "$fake" $command >/dev/full 2>"$err"
	status=$?
	: >"$out"
	check "$command into a full disk" ends 2 "cannot write"
done

# ---- rows ------------------------------------------------------------------------------------------------------------

on drift=0.05 -b toy -a op=double --quick
check "a clock that moves is suspect" has "$out" status suspect
check "doubts are summed up by kind" ends 0 "toy   1 point in " "best " "1 suspect: clock moved (1"
check "and not said row by row" test "$(grep -c '^gpubench: ' "$err")" -eq 0
on drift=0.05 -b toy -a op=double --quick -v
check "-v says them row by row too" ends 0 "1 suspect: clock moved (1" \
	"gpubench: GPU 0: toy op=double,block=256: suspect: the SM clock moved by"
GPUBENCH_FAKE=drift=0.05 "$fake" -b toy --quick 2>"$err" | cat >"$out"
check "a pipeline is told of doubts alone" ends 0 "clock moved ("
# Under load the warm-up may not become steady either; the message then continues on a second line.
check "a pipeline is told of doubts alone, in a line" test "$(grep -c '^[^ ]' "$err")" -eq 1

comma=(env -u LC_ALL LANG=C LOCPATH="$work/locale" LC_NUMERIC=comma)
"$tests/shared/comma.py" "$work/locale"
if [ "$("${comma[@]}" bash -c 'printf %.1f 1,5')" = 1,5 ]; then
	run "${comma[@]}" GPUBENCH_FAKE= "$fake" -b toy --quick
	check "a locale with a decimal comma" has "$out" "fraction" "0.5
0.5
0.5"
else
	skip "a locale with a decimal comma: the C library does not take ours"
fi

# ---- on a terminal ---------------------------------------------------------------------------------------------------

if command -v script >/dev/null; then
	GPUBENCH_FAKE="" script -qec "'$fake' -b toy --quick >'$out'" "$work/terminal" >/dev/null
	check "progress on a terminal" grep -q '\[[123]/3\] GPU 0: toy op=add,parts=4' "$work/terminal"
	check "roofs after it" grep -qF "measured roofs" "$work/terminal"
	check "the rows are in the file" rows "$out" 3
	script -qec "stty cols 40; '$fake' -b toy --quick --csv" "$work/terminal" >/dev/null
	tr '\r' '\n' <"$work/terminal" | sed 's/^\x1b\[K//' >"$work/lines"
	check "with --csv rows on the terminal too" test "$(grep -c '^gpubench-1,' "$work/lines")" -eq 3
	check "progress among them" test "$(grep -E '^\[[123]/3\] GPU 0: toy' "$work/lines" | sort -u | wc -l)" -ge 3
	check "fits 40 columns" test "$(grep '^\[' "$work/lines" | wc -L)" -lt 40
	check "and no row hangs on it" sh -c "! grep -q '^\[.*gpubench-1' '$work/lines'"
	mkdir -p "$work/kept"
	(cd "$work/kept" && GPUBENCH_HOST=../node GPUBENCH_FAKE="" script -qec "'$fake' -b toy --quick" \
		"$work/terminal") >/dev/null
	kept=$(find "$work/kept" -name 'gpubench-_._node-[0-9]*T[0-9]*Z.csv')
	check "without it the rows are kept in a file of this folder" rows "$kept" 3
	check "which is named before and after" test "$(grep -c "$(basename "$kept")" "$work/terminal")" -eq 2
	check "no row is on the terminal" sh -c "! grep -q '^gpubench-1,' '$work/terminal'"
	check "a table is" grep -qE '^ +4 +102\.4 MB/s .* x 4 ' "$work/terminal"
	rm -r "$work/kept" && mkdir "$work/kept"
	(cd "$work/kept" && GPUBENCH_FAKE="" script -qec "'$fake' -b toy --quick --no-file" "$work/terminal") >/dev/null
	check "--no-file keeps none" test -z "$(ls "$work/kept")"
	check "and there is the table" grep -qE '^ +4 +102\.4 MB/s .* x 4 ' "$work/terminal"
	for columns in 40 80; do
		GPUBENCH_FAKE=drift=0.05,throttle=0x40 script \
			-qec "stty cols $columns; '$fake' -b toy --quick >'$out'" \
			"$work/terminal" >/dev/null
		tr '\r' '\n' <"$work/terminal" | sed 's/^\x1b\[K//; /^Script /d' >"$work/lines"
		check "doubts and roofs on $columns columns" \
			test "$(grep -cE 'suspect:|measured roofs|toy.add .*suspect' \
			"$work/lines")" -ge 3
		check "no line is wider than $columns columns" test "$(wc -L <"$work/lines")" -lt "$columns"
	done
else
	skip "there is no 'script' to make a terminal"
fi

# ---- the program itself ----------------------------------------------------------------------------------------------

run "$real" --list
check "the real program lists its benchmarks" grep -q '^dram ' "$out"
if "$real" --version | grep -q '^kernels: '; then
	check "and says nothing else" test ! -s "$err"
else
	check "and that it has no kernels" ends 0 "this build has no kernels; \`make deps && make\` builds them"
fi
run "$real" --describe dram
check "the real program describes dram" grep -qF "op (every value is a row)" "$out"
if sanitized; then
	skip "the time of --list, with sanitizers"
else
	quick "--list" "$real" --list
fi
run "$real" --list-devices
if [ "$status" -ne 0 ]; then
	check "without a GPU, its devices" complains 2 "no CUDA device"
	run "$real" --all
	check "without a GPU, a run" complains 2 "no CUDA device"
else
	skip "what it says without a GPU: there is one"
fi

totals
