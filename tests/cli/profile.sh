#!/bin/bash
# profile.sh BUILD: tests `profile` with a stand-in for ncu that a variable controls, and with CSVs that a real ncu
# printed on an H200 (tests/data/ncu). With NCU=FILE, a real ncu also prints a report.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$0")/../..")
recorded=$root/tests/data/ncu
h200=$root/results/h200-sxm/all.csv
export GPUBENCH_PLOTS=$root/plots TMPDIR=$work/tmp
unset GPUBENCH_RESULTS
mkdir "$work/tmp" "$work/path" "$work/empty"

# roofs UUID NAME [BOARD]: the roofs of tests/data/every-roof.csv, for this GPU.
roofs() {
	"$python" -ES - "$root/tests/data/every-roof.csv" "$@" <<-'PY'
	import csv, sys
	rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
	out = csv.DictWriter(sys.stdout, list(rows[0]) + ["board"] * ("board" not in rows[0]))
	out.writeheader()
	for row in rows:
	    out.writerow(row | {"gpu_uuid": sys.argv[2], "gpu_name": sys.argv[3], "board": (sys.argv[4:] + [""])[0]})
	PY
}
mkdir -p "$work/here/results/deeper"
roofs GPU-a0000000-1111-2222-3333-444444444444 "Fake GPU" 900-FAKE0-0000-000 >"$work/here/results/deeper/own.csv"
roofs GPU-other "Fake GPU" 900-FAKE0-0000-000 >"$work/other.csv"
roofs GPU-else "Fake GPU" 900-ELSE >"$work/else.csv"
echo 'not,a,result' >"$work/here/results/noise.csv"
cd "$work/here" || exit 1

# The output of this ncu: 4e9 bytes read in a millisecond, the roof of dram.read; and 6e9 FMAs in a fifth of a
# millisecond, the roof of fp32.
cat >"$work/recorded.csv" <<CSV
==PROF== Connected to process 7 (app)
"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name",\
"gpu__time_duration.sum","dram__bytes_read.sum","dram__bytes_write.sum",\
"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",\
"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum","smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",\
"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum","smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",\
"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum","smsp__sass_thread_inst_executed_op_hmul_pred_on.sum",\
"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"
"","","","","","","","","ns","byte","byte","inst","inst","inst","inst","inst","inst","inst","inst","inst"
"0","7","void copy<float, 4>(float *)","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","1000000","4000000000","0","0",\
"0","1000000","0","0","0","0","0","0"
"1","7","chains","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","200000","1000","0","0","0","6000000000","0","0","0",\
"0","0","0"
CSV

# A stand-in for ncu: its arguments go to $work/asked, one per line; $FAKE_NCU selects its behaviour.
cat >"$work/path/ncu" <<'NCU'
#!/bin/bash
say() { echo "$1" >>"$log"; }
printf '%s\n' "$@" >>"$NCU_WORK/asked"
if [ "$1" = --query-metrics ]; then
	[ "$FAKE_NCU" != mute ] || { echo $$ >"$NCU_WORK/pid"; exec sleep 60; }
	[ "$FAKE_NCU" != nodriver ] || { echo "==ERROR== Driver could not be loaded."; exit 1; }
	echo "Device NVIDIA H200 (GH100)"
	printf '%-80s Counter  byte  # of bytes\n' gpu__time_duration dram__bytes_read dram__bytes_write \
		l1tex__lsu_writeback_active l1tex__lsu_writeback_active_mem_lgds a_metric_of_no_interest \
		smsp__inst_executed
	exit 0
fi
report=
while [ $# -gt 0 ]; do
	case $1 in
	--log-file) log=$2; shift 2 ;;
	--import) report=$2; shift 2 ;;
	--csv | --nvtx) shift ;;
	--*) shift 2 ;;
	*) break ;;
	esac
done
case $FAKE_NCU in
permission) say "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"; exit 1 ;;
busy) say "==ERROR== Profiling failed because a driver resource was unavailable."; exit 1 ;;
silent) exit 5 ;;
empty) : >"$log"; exit 5 ;;
killed) kill -9 $$ ;;
slow) cat "$NCU_WORK/recorded.csv" >>"$log"; trap 'exit 130' INT TERM; "$@" & wait; exit ;;
parent) trap '' INT TERM; "$@" & echo $! >"$NCU_WORK/pid"; while :; do sleep 0.2; done ;;
stubborn) trap '' INT TERM; echo $$ >"$NCU_WORK/pid"; while :; do sleep 0.2; done ;;
esac
if [ -z "$report" ]; then
	"$@"
	code=$?
	[ $code -eq 0 ] || say "==ERROR== The application returned an error code ($code)."
fi
case $FAKE_NCU in
nokernels) say "==WARNING== No kernels were profiled." ;;
litter) cat "$NCU_WORK/recorded.csv" >>"$log"; mkdir "${log%/*}/more"; touch "$log.1" "${log%/*}/more/.x" ;;
torn) head -c -30 "$NCU_WORK/recorded.csv" >>"$log" ;;
flood) "$NCU_PYTHON" -c '
import sys
lines = open(sys.argv[1]).read().splitlines()
print("\n".join(lines[:3]))
for i in range(50000):
    print(lines[3]); print(lines[4])' "$NCU_WORK/recorded.csv" >>"$log" ;;
*) cat "$NCU_WORK/recorded.csv" >>"$log" ;;
esac
exit ${code:-0}
NCU
chmod +x "$work/path/ncu"
export NCU_WORK=$work NCU_PYTHON=$python PATH=$work/path:$PATH

# under HOW ARGUMENTS...: gpubench profile with such an ncu, with every launch at once (profile_survey.sh tests the
# rest).
under() {
	local how=$1
	shift
	: >"$work/asked"
	FAKE_NCU=$how run "$fake" profile --no-survey "$@"
}
tidy() {
	[ -z "$(ls "$work/tmp")" ]
}
says() {
	grep -qF -- "$1" "$out" || { echo "not shown: $1"; return 1; }
}

# ---- a program -------------------------------------------------------------------------------------------------------

under fine -- sh -c 'echo "out of $1"; echo "err of it" >&2' app 'a b;$(c)'
check "a program" test "$status" -eq 0
check "whose output is its own" says 'out of a b;$(c)'
check "its messages too" test "$(cat "$err")" = "err of it"
check "under the roofs of this very GPU" says "(this GPU)"
check "a kernel at the roof of DRAM" \
	grep -qE \
	'^ +1  copy<float, 4> +64 x 256 +1  1.000 ms  83.3 %  dram.read +4.000 TB/s +100.0 % +0 s  at its roof' "$out"
check "one at that of arithmetic" \
	grep -qE '^ +2  chains +64 x 256 +1  200.0 µs  16.7 %  fp32 +60.00 TFLOP/s +100.0 %' "$out"
check "what all of them take" says "2 kernels, 2 launches, 1.200 ms"
check "the clock is left alone" grep -qxF -e none "$work/asked"
check "arguments arrive as they are" grep -qxF -e 'a b;$(c)' "$work/asked"
check "this ncu's own metrics are asked for, of two names the first, and what it never lists" grep -qxF -e \
	"gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,l1tex__lsu_writeback_active_mem_lgds.sum,\
launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,launch__occupancy_limit_warps,\
launch__occupancy_limit_blocks" "$work/asked"
check "nothing is left" tidy

under fine sh -c 'exit 0' --csv
check "without --, options of the program are its own" test "$status" -eq 0 -a "$(tail -1 "$work/asked")" = --csv
under fine --kernel regex:co --launch-skip 3 --launch-count 20 --cache-control none -- true
for word in regex:co 3 20; do
	check "ncu's filter $word" grep -qxF -e "$word" "$work/asked"
done
check "both controls" test "$(grep -cxF -e none "$work/asked")" -eq 2
under fine --nvtx step/ --profiler-start -- true
check "ranges of NVTX and of the program" test "$status" -eq 0 -a \
	"$(tr '\n' ' ' <"$work/asked" | grep -oE -e '--profile-from-start off --nvtx --nvtx-include step/' |
		wc -l)" -eq 1
under nokernels --profiler-start -- true
check "that the program never starts" complains 2 "--nvtx and --profiler-start choose"
under fine --csv -o "$work/k.csv" --keep "$work/kept.csv" -- echo hi
check "CSV into a file" test "$status" -eq 0 -a "$(cat "$out")" = hi \
	-a "$(fields fraction <"$work/k.csv" | tr '\n' ' ')" = "1 1 "
check "and what ncu printed" cmp "$work/kept.csv" "$work/recorded.csv"
run "$fake" profile --from "$work/kept.csv" --json
check "which can be read again" \
	test "$("$python" -ES \
		-c 'import json, sys; print([k["roof"] for k in json.load(open(sys.argv[1]))["kernels"]])' "$out")" = \
		"['dram.read', 'fp32']"
run "$fake" profile --from "$work/kept.csv" --markdown
check "Markdown" says '| 1 | copy\<float, 4\> |'
run bash -c "'$fake' profile --csv --from - <'$work/kept.csv' | head -1"
check "from standard input, into head" says "kernel,grid,block"
under flood --csv -- true
check "a hundred thousand launches" test "$status" -eq 0 -a "$(fields launches <"$out" | tr '\n' ' ')" = "50000 50000 "

# ---- whose roofs -----------------------------------------------------------------------------------------------------

under fine --roofs "$work/other.csv" -- true
check "those of another card are said, loudly" \
	ends 0 "WARNING: these roofs are of another card of the model, which may differ: Fake GPU, board 900"
sed '/"chains"/s/,"0","9.0"/,"1","9.0"/' "$work/kept.csv" >"$work/two.csv"
run "$fake" profile --from "$work/two.csv" --roofs "$work/other.csv"
check "once for two GPUs that are compared with it" test "$(grep -c "may be of another card" "$err")" -eq 1
under fine --roofs "$work/else.csv" -- true
check "those of another board are none" \
	ends 2 "no roofs of Fake GPU, board 900-FAKE0-0000-000; there are only those of Fake GPU"
check "what was counted is shown all the same" says "no roof"
GPUBENCH_RESULTS=$work/other.csv under fine -- true
check "GPUBENCH_RESULTS" ends 0 "GPU-other"
GPUBENCH_RESULTS=$work/empty under fine -- touch "$work/ran"
check "no roofs" \
	complains 2 "no roofs in '$work/empty': measure them with gpubench --all -o $work/empty/gpu.csv, \
or name results with --roofs FILE"
check "said before the program runs" test ! -e "$work/ran"
under fine --roofs "$work/none.csv" -- true
check "a file that is not there" ends 2 "none.csv: cannot be read" "no roofs in the files that --roofs names"

# ---- what goes wrong -------------------------------------------------------------------------------------------------

under fine -- no-such-program
check "no such program" complains 2 "'no-such-program': no such program"
PATH=/usr/bin:/bin run "$fake" profile -- true
check "no ncu" ends 2 "ncu (Nsight Compute) is not on the PATH"
run "$fake" profile --ncu /nowhere/ncu -- true
check "not that ncu" complains 2 "--ncu '/nowhere/ncu': no such program"
under permission -- true
check "no permission" complains 2 "NVreg_RestrictProfilingToAdminUsers=0"
under busy -- true
check "counters that are in use" complains 2 "dcgmi profiling --pause"
under nodriver -- touch "$work/ran"
check "no driver" complains 2 "ncu lists no metrics of a GPU here: Driver could not be loaded."
check "said before the program runs, too" test ! -e "$work/ran"
under nokernels -- true
check "a program without kernels" complains 2 "true launched no kernel on a GPU"
under nokernels --kernel foo -- true
check "of that name" complains 2 "that --kernel, --launch-skip, --launch-count, --nvtx and --profiler-start choose"
under nokernels -- sh -c 'exit 3'
check "a program that fails" complains 2 "sh ended with status 3, and no kernel was profiled"
under fine -- sh -c 'exit 3'
check "one that fails late" ends 2 "sh ended with status 3: here is what it did before"
check "is shown" says "2 kernels"
under silent -- true
check "an ncu that leaves nothing" complains 2 "ncu ended with status 5 and left nothing"
under empty -- true
check "or an empty file" complains 2 "ncu ended with status 5 before a kernel was profiled"
under killed -- true
check "one that is killed" complains 2 "ncu ended with status 137"
under torn -- true
check "a line that is torn" ends 2 "ncu.csv: line 5: is truncated"
check "leaves the others" says "1 kernel, 1 launch"
under litter -- true
check "more files of ncu do no harm" test "$status" -eq 0
check "and do not stay" tidy
under fine -o /nowhere/x -- true
check "a table that cannot be written" ends 2 "/nowhere/x: cannot be written"
check "nothing is left by all of them" tidy
run "$fake" profile --from "$work/here/results/deeper/own.csv"
check "a file of another kind" complains 2 "no kernel launch in it"
run "$fake" profile --from "$work/nothing.ncu-rep"
check "a report that is not there" complains 2 "nothing.ncu-rep: cannot be read: No such file"
if [ -w /dev/full ]; then
	run bash -c "'$fake' profile --from '$work/kept.csv' >/dev/full"
	check "a full disk" ends 2 "cannot write"
fi

# an early end

program=$fake
FAKE_NCU=slow begin profile --no-survey -- sleep 30
log_is_there() { [ -s "$(echo "$work/tmp/"*/ncu.csv)" ]; }
check "it runs" until_true log_is_there
kill -TERM "$pid"
finish
check "SIGTERM: what there is, and 130" ends 130 "interrupted: here is what was profiled before"
check "shown" says "2 kernels"
check "nothing is left of it" tidy
rm -f "$work/pid"
FAKE_NCU=stubborn begin profile --no-survey -- sleep 30
check "an ncu that does not care" until_true test -s "$work/pid"
kill -INT "$pid"
until_true taken "$pid"
kill -INT "$pid"
finish
check "a second signal ends it" test "$status" -eq 130
check "and the ncu" test ! -e "/proc/$(cat "$work/pid")"
check "nothing is left of that" tidy

for signal in INT TERM; do
	rm -f "$work/pid"
	FAKE_NCU=mute begin profile --no-survey -- true
	check "an ncu that lists nothing" until_true test -s "$work/pid"
	kill -$signal "$pid"
	finish
	check "the first SIG$signal ends it" ends 130
	check "and that ncu" test ! -e "/proc/$(cat "$work/pid")"
	check "nothing is left of it, either" tidy
done
rm -f "$work/pid"
FAKE_NCU=parent begin profile --no-survey -- sleep 300
check "a program under an ncu" until_true test -s "$work/pid"
kill -INT "$pid"
until_true taken "$pid"
kill -INT "$pid"
finish
gone() { [ ! -e "/proc/$(cat "$work/pid")" ]; }
check "does not outlive gpubench" until_true gone

# ---- real ones -------------------------------------------------------------------------------------------------------

run "$fake" profile --from "$recorded/overlap-h200.csv" --roofs "$h200" --csv
check "copies on an H200 are at their roof, to 2 %" "$python" -ES -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
sys.exit(not (len(rows) == 3 and
              all(r["roof"] == "dram.copy" and abs(float(r["fraction"]) - 1) < 0.02 for r in rows)))' "$out"
check "whose card is not known" ends 0 "these roofs may be of another card of the model"
# In this file, the work of the L2 slices was not counted, and may be all or a part of the bytes that arrived at the
# SMs.
run "$fake" profile --from "$recorded/cache-h200.csv" --roofs "$h200" --csv
check "reads of L2 may be at theirs" "$python" -ES -c '
import csv, sys
rows = {(r["kernel"], r["grid"]): r for r in csv.DictReader(open(sys.argv[1]))}
apart = rows["cache_shared_read_u8", "(132, 1, 1)"]
common = rows["cache_read_cg_u8", "(264, 1, 1)"]
sys.exit(not (apart["perhaps"] == "l2.read" and abs(float(apart["perhaps_fraction"]) - 1) < 0.02 and
              apart["gain_s"] == "" and common["roof"] == "l2.read_common"))' "$out"

# 24 launches of PyTorch: products by cuBLAS with multicast, attention, a convolution, and memory-bound kernels. If a
# pipe of matrix instructions is active for more than 69 % of the time, the matrix roof applies.
h100=$root/results/h100-sxm/all.csv
run "$fake" profile --from "$recorded/torch-h100.csv" --roofs "$h100" --csv
check "products are limited by matrix units, not by L2" "$python" -ES -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
matrix = [r for r in rows if r["pipe"] == "tensor" and float(r["pipe_use"]) > 0.69]
sys.exit(not (len(matrix) == 7 and
              all(r["roof"].startswith("tensor.") and 0.69 < float(r["fraction"]) < 0.97 for r in matrix) and
              not any(r["perhaps"] for r in matrix) and not any(r["perhaps"].startswith("l2.") for r in rows)))' "$out"
# For FP32, only the activity of its pipe was counted: enough for all but two small kernels, which no unit limits.
check "FP32 could lead two kernels: they have no roof, no gain and no reason" "$python" -ES -c '
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1])) if r["perhaps"] or not r["roof"]]
sys.exit([(r["perhaps"], r["pipe"], r["gain_s"], r["reason"]) for r in rows] !=
         [("", "sm", "", ""), ("", "l2", "", "")])' "$out"
check "what memory binds is" "$python" -ES -c '
import csv, sys
rows = {r["kernel"].split("<")[0]: r for r in csv.DictReader(open(sys.argv[1]))}
sys.exit(not all(rows[name]["roof"].startswith("dram.")
                 for name in ("void at::reduce_kernel", "void at::vectorized_elementwise_kernel")))' "$out"
"$python" -ES - "$recorded/torch-h100.csv" "$work/without-slices.csv" <<-'PY'
	import csv, sys
	lines = list(csv.reader(open(sys.argv[1])))
	kept = [i for i, name in enumerate(lines[0]) if not name.startswith("lts__t_sectors")]
	csv.writer(open(sys.argv[2], "w"), quoting=csv.QUOTE_ALL).writerows([line[i] for i in kept] for line in lines)
PY
run "$fake" profile --from "$work/without-slices.csv" --roofs "$h100" --csv
check "without the slices' counters none is limited by L2 for certain" "$python" -ES -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
sys.exit(not (all(not r["roof"] in ("l2.read", "l2.write") for r in rows) and
              any(r["perhaps"] == "l2.read" for r in rows)))' "$out"
# why Counters of kernels with a planted fault, recorded on GPUs, and of the same kernels without it.
for model in h200-sxm h100-sxm; do
	run "$fake" profile --from "$root/results/faults/$model.csv" --roofs "$root/results/$model/all.csv" --json
	check "the first reason is the planted fault, and the estimate within 25 %: $model" "$python" -ES -c '
import json, sys
sys.path.insert(0, sys.argv[2])
from planted import judged, short
kernels = {short(kernel): kernel for kernel in json.load(open(sys.argv[1]))["kernels"]}
lines, wrong = judged(kernels)
wrong = [text for text in wrong if not text.endswith("not profiled")]
assert len(lines) >= 3 and not wrong, wrong' "$out" "$root/tests/gpu"
done
# A second in which every load used an eighth of its sectors: DRAM was half busy, and an eighth of its bytes would have
# been enough.
cat >"$work/strided.csv" <<CSV
"ID","Kernel Name","Block Size","Grid Size","Device","CC","device__attribute_display_name","gpu__time_duration.sum",\
"dram__bytes_read.sum","dram__bytes_write.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",\
"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",\
"launch__occupancy_limit_registers","launch__occupancy_limit_shared_mem","launch__occupancy_limit_warps",\
"launch__occupancy_limit_blocks","sm__warps_active.avg.pct_of_peak_sustained_active",\
"sm__throughput.avg.pct_of_peak_sustained_elapsed","lts__throughput.avg.pct_of_peak_sustained_elapsed",\
"l1tex__throughput.avg.pct_of_peak_sustained_elapsed"
"","","","","","","","ns","byte","byte","sector","","%","block","block","block","block","%","%","%","%"
"0","strided","(256, 1, 1)","(64, 1, 1)","0","9.0","Fake GPU","1000000","2000000000","0","62500000","1953125","12.5",\
"2","16","8","32","25","5","20","30"
CSV
run "$fake" profile --from "$work/strided.csv"
check "the last line says where reasons are" test "$(tail -1 "$out")" = \
	"1 kernel, 1 launch, 1.000 ms; running at its roof would save 500.0 µs (50.0 %); --explain says what would help"
check "which are not shown" test "$(grep -c 'Global accesses\|sectors/load' "$out")" -eq 0
run "$fake" profile --from "$work/strided.csv" --explain
check "what would help, in a line" grep -qE '^ +- Global accesses are not coalesced: .* instead of 1.000 ms' "$out"
check "sectors and warps" says "sectors/load"
check "and what it rests on" says "loads use 12 % of the sectors that they request, 32 sectors per request"
check "with the place of the kernel, and the limiter of its warps" says "25 % of the warps, limited by registers"
run "$fake" profile --from "$work/strided.csv" --csv
check "the same in columns" "$python" -ES -c '
import csv, sys
[row] = csv.DictReader(open(sys.argv[1]))
assert (row["reason"], row["limiter"]) == ("coalescing", "registers"), row
assert (row["predicted"], row["predicted_least"], row["predicted_most"]) == ("", "", ""), row
assert abs(float(row["reason_least"]) - 1e-3 / 8) < 1e-9 and abs(float(row["reason_most"]) - 5.625e-4) < 1e-9
assert abs(float(row["reason_s"]) + float(row["reason_gain_s"]) - 1e-3) < 1e-9' "$out"
run "$fake" profile --from "$work/recorded.csv" --explain
check "a kernel at its roof has no reason" says "No rule finds a gain of 5 % or more"

if command -v gnuplot >/dev/null; then
	run "$fake" profile --from "$work/recorded.csv" --plot "$work/p.svg"
	check "a picture" test "$status" -eq 0 -a -s "$work/p.svg"
	check "with a kernel's name" grep -q 'copy&lt;float, 4>' "$work/p.svg"
else
	skip "gnuplot is not installed: no picture"
fi
if [ -n "${NCU-}" ] && [ -n "${NCU_REPORT-}" ]; then
	run "$fake" profile --ncu "$NCU" --from "$NCU_REPORT" --csv
	check "a report that a real ncu prints" test "$(wc -l <"$out")" -ge 2
fi
totals
