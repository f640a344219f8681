#!/bin/bash
# run.sh BUILD: tests the whole program from the outside, on the fake device and without one. The last line has the
# totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

header=schema,version,run_id,time_utc,host,job_id,rank,\
device,gpu_name,gpu_uuid,pci_bus_id,compute_capability,driver,cuda,vbios,ecc,mig,power_limit_w,numa_node,\
benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,min,max,samples,spread,stop,limit,fraction,\
sm_clock_hz,mem_clock_hz,power_w,temperature_c,energy_j,throttle,status,reason,\
sm_clock_rated_hz,memory_bytes,sm_clock_slowest_hz,point_number,points,mode,board,origin,\
fraction_rated,peer_uuid,per_clock,per_clock_lo,per_clock_hi,matrix_clock_hz,fraction_matrix,\
sm_clock_nvml_hz,mem_temperature_c,sms,pcie_lanes

# errors in command lines

on ""
check "nothing to run" ends 1 "nothing to run: name benchmarks with -b, or use --all" "gpubench --all --quick "
check "in about twelve lines" test "$(wc -l <"$err")" -le 13
on "" -b toy -o "$work/absent/x.csv"
check "output that cannot be written" complains 1 "absent/x.csv: cannot be written: No such file or directory"
GPUBENCH_HOST=n7 SLURM_JOB_ID=../42 SLURM_PROCID=5 on "" -b toy --quick -o "$work/%h.%j.%t.csv"
check "a job's text makes no other path" rows "$work/n7._._42.5.csv" 3
check "rows name the host" has "$work/n7._._42.5.csv" host "n7
n7
n7"
check "so does the summary" grep -q "^GPU 0 on n7, Fake GPU: measured roofs" "$err"
on "" -b toy --json "$work/absent/x.json"
check "JSON that cannot be written" ends 1 "absent/x.json: cannot be written"

# repeated and conflicting requests

on "" -b toy -b toy_cycles --quick -o "$work/two.csv" --json - --max-noise 1% --max-memory 60MB
check "two -b, percent, a unit" ends 0
check "benchmarks of both -b" test "$(fields benchmark <"$work/two.csv" | sort -u | tr '\n' ' ')" = "toy toy_cycles "
cp "$out" "$work/two.json"
check "--json - is standard output" test "$("$build/tests/unit/test_json" "$work/two.json")" = \
	"$(($(wc -l <"$work/two.csv") - 1)) rows"
on "" -b 'toy.*' -b toy --quick
check "a benchmark that two -b name is run once" rows "$out" "$(($(wc -l <"$work/two.csv") - 1))"

# ---- what is listed --------------------------------------------------------------------------------------------------

cp "$real" "$work/alone"
run "$work/alone" --list
check "--list without a plug-in" complains 2 "no plug-ins were found"
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

on "" --all --quick -a bytes=1048576
check "a run over everything" ends 0
check "the header" test "$(head -1 "$out" | tr -d '\r')" = "$header"
check "its rows" rows "$out" 6
check "each is ok" has "$out" "benchmark variant status" "skeleton dlcm-ca ok
skeleton dlcm-cg ok
toy default ok
toy_cycles default ok
toy default ok
toy default ok"
check "values" has "$out" "metric unit x roof" "bandwidth B/s 1048576 
bandwidth B/s 1048576 
bandwidth B/s  
cycles cycles 4 
bandwidth B/s 1 toy.add
bandwidth B/s 4 toy.add"
check "numbers are not quoted" test "$(tr ',' '\n' <"$out" | grep -cE '^"[-+0-9.e]+"$')" -eq 0
check "no number is 0 for unknown" \
	test "$(fields power_w temperature_c mem_temperature_c energy_j mem_clock_hz <"$out" | sort -u)" = "    "
check "a run has one id" test "$(fields run_id <"$out" | sort -u | wc -l)" -eq 1

on slowest=0.99 -b toy -a op=add -a parts=4
check "an SM that is slower than the others" \
	test "$(fields sm_clock_slowest_hz <"$out" | awk '{ printf "%.4g", $1 }')" = 1.485e+09
check "is no doubt, and not what the limit follows" has "$out" "fraction sm_clock_hz status" "0.5 1.5e+09 ok"

on throttle=0x40,sleep=0.1 -b toy -a op=double --quick
check "a thermal slowdown is suspect" has "$out" "throttle status reason" \
	"hw_thermal_slowdown suspect hardware or thermal slowdown"
check "a suspect row is no failure" ends 0 "suspect: hardware or thermal slowdown"
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

on noise=0.05 -b toy -a op=double --quick --timeout 0.01
check "noise ends with the budget" has "$out" stop budget

# ---- plug-ins --------------------------------------------------------------------------------------------------------

cp -r "$work/bin" "$work/half"
head -c 5000 "$build/tests/plugins/toy.so" >"$work/half/plugins/cut.so"
mkfifo "$work/half/plugins/pipe.so"
mkdir "$work/half/plugins/folder.so"
run "$work/half/gpubench-fake" --list
check "half a plug-in, a FIFO and a folder stop no other" \
	ends 0 "cut.so is not used: the file is cut off" "pipe.so is not used: a FIFO" \
	"folder.so is not used: a folder"
check "they are listed" test "$(cut -d ' ' -f 1 "$out" | tr '\n' ' ')" = "skeleton toy toy_cycles "
mkdir "$work/elsewhere"
cp "$build/tests/plugins/toy_cycles.so" "$work/elsewhere"
rm "$work/bin/plugins/toy_cycles.so"
on "" -b toy_cycles
check "a plug-in that was taken away" complains 1 "no benchmark 'toy_cycles'"
on "" --plugin "$work/elsewhere/toy_cycles.so" -b toy_cycles --quick
check "--plugin" has "$out" "benchmark status" "toy_cycles ok"
(cd "$work/elsewhere" && on "" --plugin toy_cycles.so -b toy_cycles --quick && [ "$status" -eq 0 ])
check "--plugin in this folder" test $? -eq 0
GPUBENCH_PLUGIN_PATH=/absent:$work/elsewhere on "" -b toy_cycles --quick
check "GPUBENCH_PLUGIN_PATH" has "$out" "benchmark status" "toy_cycles ok"
check "a folder that is not there is passed over" test "$(grep -c absent "$err")" -eq 0
for path in "" /absent "$work" "/absent:$work"; do
	GPUBENCH_PLUGIN_PATH=$path on "" --list
	check "no plug-in in '$path' is said" ends 0 "gpubench: GPUBENCH_PLUGIN_PATH=$path: no plug-in (NAME.so) there"
	check "'$path': once" test "$(grep -c GPUBENCH_PLUGIN_PATH "$err")" -eq 1
done
cp "$build/tests/gpubench-fake" "$work/elsewhere"
rm "$work/elsewhere/toy_cycles.so"
run "$work/elsewhere/gpubench-fake" --all
check "no plug-ins at all" complains 1 "no plug-ins were found: GPUBENCH_PLUGIN_PATH or --plugin name more places"

# ---- where results go ------------------------------------------------------------------------------------------------

on devices=2 -b toy --quick -o "$work/%h-%u.csv" --json "$work/both.json"
check "a file for each GPU" ends 0
check "standard output stays empty" test ! -s "$out"
for letter in a b; do
	file=$work/$(uname -n)-GPU-${letter}0000000-1111-2222-3333-444444444444.csv
	check "the file of GPU $letter" rows "$file" 3
	check "GPU $letter alone" test "$(fields gpu_uuid <"$file" | sort -u)" = \
		"GPU-${letter}0000000-1111-2222-3333-444444444444"
done
check "one JSON file for both" test "$("$build/tests/unit/test_json" "$work/both.json")" = "6 rows"
on devices=3 -b toy -d GPU-b000,0 --quick -o "$work/some.csv"
check "two of three devices" test "$(fields device <"$work/some.csv" | sort -u | tr '\n' ' ')" = "0 1 "
on "" -b toy --quick --json "$work/one.json"
check "CSV and JSON" rows "$out" 3
check "JSON" test "$("$build/tests/unit/test_json" "$work/one.json")" = "3 rows"
check "JSON has raw samples" grep -q '"raw":{"launches_per_batch":' "$work/one.json"

on "" -b toy --quick
check "roofs with a file" grep -q "toy.add .*102.4 MB/s" "$err"
GPUBENCH_FAKE="" "$fake" -b toy --quick 2>"$err" | cat >"$out"
check "no roofs in a pipeline" test ! -s "$err"
GPUBENCH_FAKE="" "$fake" -b toy --quick -o "$work/x.csv" 2>"$err" | cat >"$out"
check "roofs with -o" grep -q "measured roofs" "$err"

GPUBENCH_FAKE="" "$fake" -b toy --quick >/dev/full 2>"$err"
status=$?
check "standard output on a full disk" ends 2 "standard output" "cannot write: No space left on device"
check "one line about it" test "$(wc -l <"$err")" -eq 1

GPUBENCH_FAKE=sleep=0.01 "$fake" -b toy --quick 2>"$err" | head -1 >"$out"
status=${PIPESTATUS[0]}
check "a reader that goes away" ends 2 "standard output, after" "cannot write: Broken pipe"
check "one line about the reader" test "$(wc -l <"$err")" -eq 1
check "the reader has a whole line" test "$(tr -d '\r' <"$out")" = "$header"
GPUBENCH_FAKE=sleep=0.01 "$fake" -b toy --quick --json "$work/pipe.json" 2>"$err" | head -1 >"$out"
check "JSON with a closed pipe is valid" "$build/tests/unit/test_json" "$work/pipe.json"

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
