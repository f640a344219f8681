#!/bin/bash
# profile.sh BUILD: tests how signals and --total end gpubench profile, its pictures, and what it shows on a terminal,
# with stand-ins for ncu and for a program on a GPU. With NCU=FILE and NCU_REPORT=FILE, a real ncu also prints a report.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$0")/../..")
mkdir "$work/tmp" "$work/path" "$work/results"
cp "$build/libgpubench_inject.so" "$work/bin"
app=$build/tests/cuda_program
export GPUBENCH_CUPTI=$build/tests/libfake_cupti.so GPUBENCH_SANITIZER=$build/tests/libfake_sanitizer.so
export GPUBENCH_PLOTS=$root/plots GPUBENCH_RESULTS=$work/results TMPDIR=$work/tmp
tests/shared/set_columns.py tests/data/every-roof.csv gpu_uuid GPU-01020300-0000-0000-0000-000000000000 \
	gpu_name "Fake GPU" >"$work/results/own.csv"

cat >"$work/recorded.csv" <<CSV
"ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","gpu__time_duration.sum",\
"dram__bytes_read.sum","dram__bytes_write.sum"$(printf ',"smsp__sass_thread_inst_executed_op_%s_pred_on.sum"' \
	{f,d,h}{add,mul,fma})
"","","","","","","","ns","byte","byte"$(printf ',"%.0sinst"' {1..9})
"0","void copy<float, 4>(float *)","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","1000000","4000000000","0","0","0",\
"1000000","0","0","0","0","0","0"
CSV
# This ncu runs the program and then prints a recorded profile, unless $FAKE_NCU selects another behaviour.
cat >"$work/path/ncu" <<'NCU'
#!/bin/bash
if [ "$1" = --query-metrics ]; then
	[ "${FAKE_NCU-}" != mute ] || { echo $$ >"$NCU_WORK/pid"; exec sleep 60; }
	printf '%-80s Counter  byte  # of bytes\n' gpu__time_duration dram__bytes_read dram__bytes_write \
		smsp__inst_executed
	exit 0
fi
while [ $# -gt 0 ]; do
	case $1 in
	--log-file) log=$2; shift 2 ;;
	--csv | --nvtx) shift ;;
	--*) shift 2 ;;
	*) break ;;
	esac
done
case ${FAKE_NCU-} in
hangs) echo $$ >"$NCU_WORK/pid"; exec sleep 60 ;;
parent) trap '' INT TERM; "$@" & echo $! >"$NCU_WORK/pid"; while :; do sleep 0.2; done ;;
stubborn) trap '' INT TERM; echo $$ >"$NCU_WORK/pid"; while :; do sleep 0.2; done ;;
slow) cat "$NCU_WORK/recorded.csv" >>"$log" ;;
esac
trap 'exit 130' INT TERM
"$@" &
wait
cat "$NCU_WORK/recorded.csv" >>"$log"
NCU
chmod +x "$work/path/ncu"
export NCU_WORK=$work PATH=$work/path:$PATH

says() {
	grep -qF -- "$1" "$out" || { echo "not shown: $1"; return 1; }
}
tidy() {
	[ -z "$(ls "$work/tmp")" ]
}

# ---- signals ---------------------------------------------------------------------------------------------------------

# started FAKE_NCU ARGUMENTS...: in the background, up to the event that this ncu reports.
started() {
	rm -f "$work/pid"
	FAKE_NCU=$1 begin profile "${@:2}"
	check "$1: it runs" until_true test -s "$work/pid"
}
interrupt_twice() {
	kill -INT "$pid"
	until_true taken "$pid"
	kill -INT "$pid"
	finish
}
gone() {
	[ ! -e "/proc/$(cat "$work/pid")" ]
}

FAKE_NCU=slow begin profile --no-survey -- sleep 30
log_is_there() { [ -s "$(echo "$work/tmp/"*/ncu.csv)" ]; }
check "ncu runs" until_true log_is_there
kill -TERM "$pid"
finish
check "SIGTERM: status 130" ends 130 "interrupted: here is what was profiled before"
check "SIGTERM: the kernels so far" says "1 kernel"
check "SIGTERM: nothing is left" tidy
started stubborn --no-survey -- sleep 30
interrupt_twice
check "a second signal ends an ncu that ignores it" test "$status" -eq 130
check "a second signal: no ncu" gone
check "a second signal: nothing is left" tidy
for signal in INT TERM; do
	started mute --no-survey -- true
	kill -$signal "$pid"
	finish
	check "SIG$signal while ncu lists metrics" ends 130
	check "SIG$signal while ncu lists metrics: no ncu" gone
	check "SIG$signal while ncu lists metrics: nothing is left" tidy
done
started parent --no-survey -- sleep 300
interrupt_twice
check "a program under ncu does not outlive gpubench" until_true gone

is_traced() { grep -qs '^kernel' "$work"/tmp/*/*.trace; }
begin profile --survey -- "$app" copy4 sleep
check "the survey runs" until_true is_traced
kill -INT "$pid"
finish
check "Ctrl-C in the survey" ends 130 "interrupted: here is what was traced before"
check "Ctrl-C in the survey: the launches so far" says "copy<float, 4>"
check "Ctrl-C in the survey: nothing is left" tidy
started hangs -- "$app" copy4
kill -INT "$pid"
finish
check "Ctrl-C after the survey" ends 130 "interrupted: here is what was traced before"
check "Ctrl-C after the survey: the survey" says "copy<float, 4>"
check "Ctrl-C after the survey: nothing is left" tidy

# ---- --total ---------------------------------------------------------------------------------------------------------

# later COMMAND...: the program, which hangs from its second run on.
later=$work/later
printf '#!/bin/sh\n[ ! -e "%s.ran" ] || exec sleep 300\n: >"%s.ran"\nexec "$@"\n' "$later" "$later" >"$later"
chmod +x "$later"
# over STATUS TEXT ARGUMENTS...: --total ends this, with the survey if the status is 0.
over() {
	run "$fake" profile "${@:3}"
	check "--total: ${*:3}" ends "$1" "the time of --total is over$2"
	[ "$1" -ne 0 ] || check "--total: the survey: ${*:3}" says "copy<float, 4>"
	check "--total: nothing is left: ${*:3}" tidy
}
over 0 ": here is what was traced before" --survey --total 2 -- "$app" copy4 sleep
FAKE_NCU=hangs over 0 ": here is what was traced before" --total 8 -- "$app" copy4
over 0 ": here is what was profiled before" --total 3 --no-counters -- "$later" "$app" copy4 chains
over 2 " before a kernel was profiled" --total 1 --no-survey -- sleep 300
over 2 " before a kernel was traced" --total 1 -- sleep 300

# ---- what is shown ---------------------------------------------------------------------------------------------------

run "$python" -ES -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
	"$fake" profile --total 1000 -- "$app" copy4
check "a terminal shows what is being done, and until when" grep -qE \
	'running the program to see where its time goes; until [0-9:]{8} at' "$out"
check "each time" grep -qE 'profiling 1 launch of 1 kernel.*; until' <(tr -d '\r\n' <"$out")

if command -v gnuplot >/dev/null; then
	run "$fake" profile --from "$work/recorded.csv" --plot "$work/p.svg"
	check "a picture" ends 0
	check "with the name of a kernel" grep -q 'copy&lt;float, 4>' "$work/p.svg"
else
	skip "gnuplot is not installed: no picture"
fi
if [ -n "${NCU-}" ] && [ -n "${NCU_REPORT-}" ]; then
	run "$fake" profile --ncu "$NCU" --from "$NCU_REPORT" --csv
	check "a report that a real ncu prints" test "$(wc -l <"$out")" -ge 2
fi
totals
