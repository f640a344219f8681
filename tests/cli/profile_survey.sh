#!/bin/bash
# profile_survey.sh BUILD: tests gpubench profile with its survey: a program that loads libgpubench_inject.so like the
# driver, a CUPTI that simulates its launches (tests/cupti), and an ncu that takes the launches selected by its filters.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$0")/../..")
cp "$build/libgpubench_inject.so" "$work/bin"
app=$build/tests/cuda_program
export GPUBENCH_CUPTI=$build/tests/libfake_cupti.so GPUBENCH_SANITIZER=$build/tests/libfake_sanitizer.so
export GPUBENCH_RESULTS=$work/results TMPDIR=$work/tmp
mkdir "$work/tmp" "$work/path" "$work/results"
"$python" -ES - "$root/tests/data/every-roof.csv" "$root/results/h100-sxm/all.csv" >"$work/results/own.csv" <<-'PY'
	import csv, sys
	rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
	links = [row for row in csv.DictReader(open(sys.argv[2], encoding="utf-8"))
	         if row["roof"] in ("transfer.h2d", "launch.round_trip")]
	run = list(rows[0])[:list(rows[0]).index("benchmark")]
	rows += [{name: rows[0][name] if name in run else row[name] for name in rows[0]} for row in links]
	out = csv.DictWriter(sys.stdout, list(rows[0]))
	out.writeheader()
	for row in rows:
	    out.writerow(row | {"gpu_uuid": "GPU-01020300-0000-0000-0000-000000000000", "gpu_name": "Fake GPU"})
PY

# The program's launches as counted by this ncu: name, nanoseconds, bytes read, FMAs.
cat >"$work/path/ncu" <<'NCU'
#!/bin/bash
printf '%s\n' "$@" >>"$NCU_WORK/asked"
echo --- >>"$NCU_WORK/asked"
if [ "$1" = --query-metrics ]; then
	echo "Device Fake"
	printf '%-80s Counter  byte  # of bytes\n' gpu__time_duration dram__bytes_read dram__bytes_write \
		smsp__inst_executed
	exit 0
fi
count=1000000
while [ $# -gt 0 ]; do
	case $1 in
	--log-file) log=$2; shift 2 ;;
	--kernel-name) expression=${2#regex:}; shift 2 ;;
	--launch-count) count=$2; shift 2 ;;
	--csv | --nvtx) shift ;;
	--*) shift 2 ;;
	*) break ;;
	esac
done
[ "${FAKE_NCU-}" != permission ] ||
	{ echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission" >>"$log"; exit 1; }
[ "${FAKE_NCU-}" != slow ] || { echo $$ >"$NCU_WORK/pid"; exec sleep 60; }
"$@" >/dev/null
{
	echo '"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name",'\
'"gpu__time_duration.sum","dram__bytes_read.sum","dram__bytes_write.sum",'\
'"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum",'\
'"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"'
	echo '"","","","","","","","","ns","byte","byte","inst","inst","inst","inst","inst","inst","inst","inst","inst"'
	while read -r name ns bytes fma; do
		# Launches of one shape, whatever their names.
		[[ $name =~ $expression ]] && [ $((taken++)) -lt "$count" ] || continue
		echo "\"1\",\"7\",\"$name\",\"(256, 1, 1)\",\"(64, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\",\
\"$ns\",\"$bytes\",\"0\",\"0\",\"0\",\"$fma\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\""
	done < <(for word in "${@:2}"; do
		case $word in
		copy4) echo _Z4copyIfLi4EEvPT_ 4000000 16000000000 0 ;;
		copy2) echo _Z4copyIfLi4EEvPT_ 2000000 8000000000 0 ;;
		chains) echo chains 200000 1000 6000000000 ;;
		esac
	done)
} >>"$log"
NCU
chmod +x "$work/path/ncu"
export NCU_WORK=$work PATH=$work/path:$PATH
cd "$work" || exit 1

# surveyed ARGUMENTS...
surveyed() {
	: >"$work/asked"
	run "$fake" profile "$@"
}
says() {
	grep -qF -- "$1" "$out" || { echo "not shown: $1"; return 1; }
}
tidy() {
	[ -z "$(ls "$work/tmp")" ]
}

# ---- where the time goes ---------------------------------------------------------------------------------------------

surveyed --survey -- "$app" copy4 copy2 chains tiny h2d
check "a survey" test "$status" -eq 0 -a ! -s "$err"
check "kernels by name and shape" \
	grep -qE '^ +1  copy<float, 4> +64 x 256 +2 +6.000 ms  95.2 % +3.000 ms +2.000 ms +4.000 ms' "$out"
check "copies, and their link" grep -qE '^ +pinned to device +1  64.00 MB  1.250 ms  51.20 GB/s  transfer.h2d' "$out"
check "gaps" says "idle 400.0 µs in 100 gaps shorter than launch.round_trip"
check "launches that the GPU waits for" says "Limited by launches: 1 phase of"
check "no ncu runs" test ! -s "$work/asked"
check "nothing is left" tidy
surveyed --survey --csv -- "$app" copy4 flush "reopen=$work/its" copy4 flush h2d
check "a program that closes the trace: its next file stays its own" test -e "$work/its" -a ! -s "$work/its"
check "and all is traced" test "$(fields what count <"$out" | tr '\n' ' ')" = "kernel 2 copy 1 gpu 2 "
surveyed --survey --csv -- "$app" copy4 h2d
check "CSV" test "$(fields what count <"$out" | tr '\n' ' ')" = "kernel 1 copy 1 gpu 1 "
surveyed --survey --json -- "$app" copy4
check "JSON" "$python" -ES -c '
import json, sys
survey = json.load(open(sys.argv[1]))
sys.exit(not (survey["launches"] == 1 and survey["rows"][0]["kernel"] == "void copy<float, 4>(float*)"))' "$out"
GPUBENCH_RESULTS=$work/none surveyed --survey -- "$app" copy4
check "without a roof" test "$status" -eq 0

# followed only by the relevant part

surveyed --keep "$work/kept.csv" -- "$app" copy4 copy2 chains
check "kernels are placed" test "$status" -eq 0
check "the time of all launches is the program's own" \
	grep -qE '^ +1  copy<float, 4> +64 x 256 +2  6.000 ms  96.8 %  dram.read +4.000 TB/s +100.0 %' "$out"
check "as many as their scatter asks for" grep -qE '^ +1  copy<float, 4> .* at its roof +2$' "$out"
check "the others are not" grep -qE '^ +2  chains .* not profiled +0$' "$out"
check "which is said" says "96.8 % of the time is placed"
check "and why" says "not placed, 3.2 %: chains: the other kernels take 95 % of the time"
check "of mangled names" grep -qxF -e 'regex:^(_Z4copyIfLi4EEvPT_)$' "$work/asked"
check "of each shape" grep -qxF -e per-launch-config "$work/asked"
check "what ncu printed is kept" grep -q _Z4copy "$work/kept.csv"
check "nothing is left of it" tidy
# Each takes half of the time, and both have one shape, so the kernel launched first hides the other.
surveyed --csv -- "$app" copy2 chains chains chains chains chains chains chains chains chains chains
check "kernels that hide each other" test "$(fields counted <"$out" | tr '\n' ' ')" = "1 1 "
check "what was counted stands for all" test "$(fields kernel launches flop <"$out" | grep chains)" = \
	"chains 10 1.2e+11"

# ---- a part of the program -------------------------------------------------------------------------------------------

surveyed --survey --csv --profiler-start -- "$app" copy4 start copy2 h2d stop chains copy4 h2d
check "between cudaProfilerStart and cudaProfilerStop" test "$(fields what count seconds <"$out" | tr '\n' ' ')" = \
	"kernel 1 0.002 copy 1 0.00125 gpu 1 0.00325 "
surveyed --csv --profiler-start -- "$app" chains start copy2 stop copy2
check "ncu looks there too" grep -qxF -e off "$work/asked"
check "and of each kernel a few launches" test "$(fields kernel launches counted <"$out")" = \
	"void copy<float, 4>(float*) 1 1"
surveyed --survey --csv --from 500 --to 1500 -- "$app" copy4 wait copy2 chains wait copy4
check "between two seconds" test "$(fields what count seconds <"$out" | tr '\n' ' ')" = \
	"kernel 1 0.002 kernel 1 0.0002 gpu 2 0.0022 "
surveyed --survey --csv --to 500 -- "$app" copy4 wait copy2
check "before one" test "$(fields count seconds <"$out" | head -1)" = "1 0.004"
surveyed --csv --from 500 -- "$app" copy4 chains wait copy2
check "counted elsewhere, where the same was launched" test "$(fields kernel launches counted seconds <"$out")" = \
	"void copy<float, 4>(float*) 1 1 0.002"
surveyed --survey --from 5000 -- "$app" copy4
check "nothing" complains 2 "no kernel launch lies in the requested range"
surveyed --from 5 --to 3 -- "$app" copy4
check "no range" complains 1 "expected seconds, the first below the second"
surveyed --to 3 --no-survey -- "$app" copy4
check "without a survey" complains 1 "--from and --to need the survey"

# ---- several processes and GPUs --------------------------------------------------------------------------------------

surveyed --survey --csv -- "$app" ranks copy4 copy2 h2d
check "each GPU has rows" test "$(fields what device gpu_uuid count <"$out" | grep kernel | tr '\n' ' ')" = \
	"kernel 0 GPU-01020300-0000-0000-0000-000000000000 2 \
kernel 1 GPU-01020301-0000-0000-0000-000000000000 2 kernel 2 GPU-01020302-0000-0000-0000-000000000000 2 "
surveyed --survey -- "$app" ranks copy4 copy2 chains
check "all of them together" grep -qE '^ +1  copy<float, 4> +64 x 256 +6 +18.00 ms  96.8 % .* 3 ' "$out"
surveyed --csv -- "$app" ranks copy4 copy2 chains
check "what ncu counted of one rank is of all" test "$(fields device launches counted <"$out" | tr '\n' ' ')" = \
	"0 2 2 1 2 2 2 2 2 0 1 0 1 1 0 2 1 0 "
surveyed -- "$app" ranks copy4 nccl
check "a kernel that waits for other GPUs is named" says \
	"not placed, 20.0 %: ncclDevKernel_AllReduce_Sum_f32_RING_LL and 2 more: waits for other GPUs"
surveyed -- "$app" nccl copy4
check "with one GPU it is counted, or not, like others" test "$(grep -c 'waits for' "$out")" -eq 0
surveyed --survey -- "$app" ranks copy4 copy2 chains
check "and a table of each" test "$(grep -cE '^ +1  copy<float, 4> +64 x 256 +2 +6.000 ms  96.8 %' "$out")" -eq 3
surveyed --no-counters --csv -- "$app" ranks chains chains copy4 copy4 chains
check "instructions of each GPU are counted" test "$(fields device counted <"$out" | tr '\n' ' ')" = \
	"0 1 1 1 2 1 0 1 1 1 2 1 "

# ---- without counters ------------------------------------------------------------------------------------------------

# Each of 512 warps reads and writes 128 bytes and does 32 multiply-adds.
surveyed --no-counters --csv -- "$app" chains chains copy4 copy4 chains
check "instructions are counted" test "$status" -eq 0
check "of one launch, and scaled to all" test "$(fields kernel counted launches flop <"$out" | grep chains)" = \
	"chains 1 3 98304"
check "sectors" test "$(fields kernel load_sectors store_sectors <"$out" | grep chains)" = "chains 6144 6144"
# A launch reads 64 KiB and writes 64 KiB, of which an L2 of 16 KiB may hold 16 KiB each.
check "DRAM from below and above" test "$(fields kernel dram_bytes_least dram_bytes_most <"$out" | grep chains)" = \
	"chains 294912 393216"
check "and the bound is known" test "$(grep -c 'no lower bound' "$err")" -eq 0
check "and no ncu runs" test ! -s "$work/asked"
surveyed --no-counters -- "$app" ranks nccl
check "kernels that all wait for others are not run again" test "$(grep -c 'one more run' "$err")" -eq 0
surveyed --no-counters --csv -- "$app" chains chains copy2 copy4 chains
check "of launches that differ, by time" test "$(fields kernel counted dram_bytes_least <"$out" | grep copy)" = \
	"void copy<float, 4>(float*) 1 294912"
FAKE_MEMORY=1000000000 surveyed --no-counters --csv -- "$app" chains chains copy2 copy2 chains
check "where there is much memory, likewise" test "$(fields dram_bytes_least <"$out" | tr '\n' ' ')" = "196608 294912 "
for told in "FAKE_MEMORY=100:allocating memory failed with 2" \
		"FAKE_SANITIZER=refuse:Compute Sanitizer refuses callbacks: 6" \
	"FAKE_SANITIZER=unpatched:patching failed with 6" \
	"GPUBENCH_SANITIZER=/nowhere/lib.so:/nowhere/lib.so: cannot open shared object file"; do
	run env "${told%%:*}" "$fake" profile --no-counters --csv -- "$app" chains chains copy4 copy4 chains
	check "without a lower bound: $told" ends 0 "DRAM bytes have no lower bound: ${told#*:}"
	check "then it is 0" test "$(fields dram_bytes_least <"$out" | tr '\n' ' ')" = "0 0 "
done
FAKE_CUPTI=once surveyed --no-counters --csv -- "$app" chains chains copy2 copy2 chains
check "a CUPTI that counts one kernel of a process: a run for each" \
	test "$(fields counted <"$out" | tr '\n' ' ')" = "1 1 "
check "each is told of" test "$(grep -c 'counting instructions of' "$err")" -eq 2
FAKE_CUPTI=once surveyed --no-counters --budget 0.001 --csv -- "$app" chains chains copy2 copy2 chains
check "within the budget: the other kernel has a bound" \
	test "$(fields counted dram_bytes_least <"$out" | tr '\n' ' ')" = "0 196608 1 294912 "
FAKE_CUPTI=once surveyed --no-counters --budget 0.001 -- "$app" chains chains copy2 copy2 chains
check "which is said, too" grep -qE '^not placed, [0-9.]+ %: (copy<float, 4>|chains): beyond the budget' "$out"
FAKE_CUPTI=once surveyed --no-counters --csv -- "$app" ranks tiny tiny chains chains chains copy2
check "ranks that count one kernel each: the first run asks for all, each later one for the longest" \
	test "$(grep -o 'counting instructions of [0-9]* kernels\?' "$err" | tr '\n' ' ')" = \
	"counting instructions of 3 kernels counting instructions of 1 kernel counting instructions of 1 kernel "
FAKE_CUPTI=thin surveyed --no-counters --csv -- "$app" chains copy4 tiny
check "two runs without any counts are enough" test "$(grep -c 'counting instructions of' "$err")" -eq 2
surveyed --no-counters --csv -- "$app" chains fill copy2 fill chains
check "kernels of fills are not counted in their place" \
	test "$(fields kernel counted launches flop <"$out" | tr '\n' ' ')" = \
	"void copy<float, 4>(float*) 1 1 32768 chains 1 2 65536 "
surveyed --no-counters --csv -- "$app" chains chains copy2 chains copy20 chains
check "of launches that differ a longer one, and work by time" \
	test "$(fields kernel counted flop <"$out" | grep copy)" = "void copy<float, 4>(float*) 1 36044.8"
FAKE_CUPTI=thin surveyed --no-counters --csv -- "$app" chains chains chains chains
check "warps without threads are no count: bytes of DRAM are bounded from below" \
	test "$(fields kernel counted flop load_sectors dram_bytes_least <"$out")" = "chains 0   393216"
FAKE_NCU=permission surveyed -- "$app" chains chains copy4 copy4
check "where counters are refused, by itself" ends 0 "instructions are counted instead"
check "a lower bound says that DRAM binds" \
	grep -qE '^ +1  copy<float, 4> .* dram.copy .* far from every roof +1$' "$out"
FAKE_SANITIZER=refuse surveyed --no-counters -- "$app" chains chains copy4 copy4
check "without one the roof is unknown" grep -qE '^ +1  copy<float, 4> .* unknown +1$' "$out"
FAKE_NCU=slow surveyed --budget 5 -- "$app" chains chains copy4 copy4
check "where ncu gets nowhere, too" ends 0 "ncu profiled no kernel within the budget: instructions are counted instead"
FAKE_CUPTI=uncounted FAKE_NCU=permission surveyed -- "$app" chains chains copy4 copy4
check "where both are refused" ends 0 "instructions could not be counted: counting: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
check "where the time goes is shown" says "Where the time goes"
surveyed --no-counters -- true
check "without a survey there are no times" complains 2 "could not be surveyed"

# ---- what goes wrong -------------------------------------------------------------------------------------------------

FAKE_CUPTI=refuse surveyed --survey -- "$app" copy4
check "a CUPTI that refuses" \
	complains 2 "could not be surveyed: CUPTI refuses to trace: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
FAKE_CUPTI=refuse surveyed -- "$app" copy4
check "then every launch is profiled" ends 0 "could not be surveyed"
check "as before" says "1 launch,"
GPUBENCH_CUPTI=/nowhere/libcupti.so surveyed --survey -- "$app" copy4
check "no CUPTI" complains 2 "/nowhere/libcupti.so: cannot open shared object file"
CUDA_INJECTION64_PATH=/other.so surveyed --survey -- "$app" copy4
check "another tool" complains 2 "CUDA_INJECTION64_PATH is set: another tool watches the program"
surveyed --survey -- true
check "no CUDA" complains 2 "the program left no GPU trace"
surveyed --survey -- no-such-program
check "no such program" complains 2 "'no-such-program': no such program"
FAKE_CUPTI=drop surveyed --survey -- "$app" copy4
check "records that were dropped" ends 2 "CUPTI dropped 7 events"
surveyed --survey -- "$app" copy4 status7
check "a program that fails" ends 2 "ended with status 7: here is what it did before"
surveyed --survey -- "$app" copy4 flush abort
check "one that crashes" ends 2 "1 of 1 processes did not end by themselves" "ended with status 134"
check "is shown" says "copy<float, 4>"
# A child forked while another thread allocates would wait forever for a lock of the leak checker.
surveyed --survey -- env ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" "$app" copy4 fork
check "a child of fork() writes nothing" test "$status" -eq 0
check "and is no launch" says "1 launch in"
surveyed --survey -- sh -c "'$app' copy4; '$app' chains"
check "several processes" says "2 launches in"
for options in "--survey --no-survey" "--survey --kernel x" "--budget 3 --no-survey" "--no-counters --no-survey"; do
	# shellcheck disable=SC2086 # words
	surveyed $options -- "$app" copy4
	check "$options" test "$status" -eq 1
done

# an early end

# later COMMAND...: the program, which hangs from its second run on.
later=$work/later
printf '#!/bin/sh\n[ ! -e "%s.ran" ] || exec sleep 300\n: >"%s.ran"\nexec "$@"\n' "$later" "$later" >"$later"
chmod +x "$later"
over="the time of --total is over"
surveyed --survey --total 2 -- "$app" copy4 sleep
check "--total ends a program that never ends" ends 0 "$over: here is what was traced before"
check "what it did is shown" says "copy<float, 4>"
check "nothing is left of it, by then" tidy
FAKE_NCU=slow surveyed --total 8 -- "$app" copy4
check "it ends an ncu that hangs" ends 0 "$over: here is what was traced before"
check "and where the time goes is shown" says "copy<float, 4>"
check "nothing is left of that ncu" tidy
rm -f "$later.ran"
surveyed --total 3 --no-counters -- "$later" "$app" copy4 chains
check "it ends the counting of instructions" ends 0 "$over: here is what was profiled before"
check "after which the survey is left" says "chains"
check "nothing is left of the counting" tidy
surveyed --budget 0.001 -- "$app" copy4
check "a budget in which no round fits" ends 0 "within the budget: instructions are counted instead"
check "leaves the survey, too" says "copy<float, 4>"
surveyed --total 1 --no-survey -- sleep 300
check "it ends a program under ncu" ends 2 "$over before a kernel was profiled"
surveyed --total 1 -- sleep 300
check "or before the first kernel" ends 2 "$over before a kernel was traced"
surveyed --total 1000 -- "$app" copy4
check "it changes nothing if all is done before" test "$status" -eq 0 -a "$(grep -c "$over" "$err")" -eq 0
run "$fake" profile --from "$work/kept.csv" --total 3
check "a file takes no time" complains 1 "--to and --total are for a program"
run "$python" -ES -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
	"$fake" profile --total 1000 -- "$app" copy4
check "a terminal shows what is being done, and until when" grep -qE \
	'running the program to see where its time goes; until [0-9:]{8} at' "$out"
check "each time" grep -qE 'profiling 1 launch of 1 kernel.*; until' <(tr -d '\r\n' <"$out")

program=$fake
is_traced() { grep -qs '^kernel' "$work"/tmp/*/*.trace; }
begin profile --survey -- "$app" copy4 sleep
check "it is traced, as long as it runs" until_true is_traced
kill -INT "$pid"
finish
check "Ctrl-C: what there is, and 130" ends 130 "interrupted: here is what was traced before"
check "shown" says "copy<float, 4>"
check "nothing is left of that" tidy
rm "$work/pid"
FAKE_NCU=slow begin profile -- "$app" copy4
check "an ncu that takes forever" until_true test -s "$work/pid"
kill -INT "$pid"
finish
check "ends" ends 130 "interrupted: here is what was traced before"
check "and the survey is shown" says "copy<float, 4>"
check "nothing is left, either" tidy
totals
