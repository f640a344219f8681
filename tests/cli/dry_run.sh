#!/bin/bash
# dry_run.sh BUILD: tests --dry-run with valid plug-ins, with each mistake that it finds, and with plug-ins that end
# their process.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

plugins=$build/tests/plugins

# dry NAME [ARGUMENT...]: runs --dry-run on a plug-in of tests/plugins, with the real program: there is no device at
# all.
dry() {
	local name=$1
	shift
	run "$real" --plugin "$plugins/$name.so" --dry-run -b "$name" "$@"
}

# says STATUS TEXT...: the exit status, each text on standard output, and nothing on standard error.
says() {
	[ "$status" -eq "$1" ] && [ ! -s "$err" ] || return 1
	shift
	local text
	for text in "$@"; do
		grep -qF -- "$text" "$out" || { echo "not said: $text"; return 1; }
	done
}

# last TEXT: the last line contains the text.
last() {
	tail -n 1 "$out" | grep -qF -- "$1"
}

kernels=yes
"$real" --plugin "$plugins/skeleton.so" --describe skeleton | grep -q 'sm_[0-9]' || kernels=no

# ---- what is in order ------------------------------------------------------------------------------------------------

dry skeleton -a bytes=1048576
check "a plug-in with models" says 0 "bytes=1048576" "launches skeleton_add 64 x 128" "1.049 MB a launch" \
	"limit not known" "verified, with the models"
check "its last line" last "skeleton: ok: 2 points in 10 shapes, 2 kernels launched; 2 verified; all 2 correctly \
fail on a device that does nothing; 14 mistakes tried; work of 2 points counted"
dry skeleton
check "a roof, and points that memory does not hold" says 0 \
	"skipped: the free device memory holds 16777216 bytes of working set at most"
dry skeleton --max-memory 2GiB
check "more memory" says 0 "2048 MiB" "limit of this device 1.024 TB/s; sets the roof skeleton.dram"
cp "$plugins/skeleton.so" "$work"
run "$real" --plugin "$work/skeleton.so" --dry-run -b skeleton -a bytes=1048576
check "without models" says 2 "NOT VERIFIED: kernel skeleton_add has no model" "skeleton: NOT VERIFIED: 2 points"
run "$real" --plugin "$work/skeleton.so" --dry-run -b skeleton -a bytes=1048576 --allow-unverified
check "which may be allowed" says 0 "skeleton: NOT VERIFIED: 2 points" "2 not verified"
: >"$work/skeleton.model"
run "$real" --plugin "$work/skeleton.so" --dry-run -b skeleton -a bytes=1048576
check "kernels that do not compile for a host" says 2 "NOT VERIFIED: kernel skeleton_add has no model"
run "$real" --plugin "$work/skeleton.so" --dry-run -b skeleton -a bytes=1048576 --model "$plugins/skeleton.model"
check "models elsewhere" says 0 "verified, with the models"
dry start
if sanitized; then
	true >"$err" # sanitizers cannot handle the stacks of threads that take turns
fi
check "a benchmark in one file, whose result nothing checks" says 2 "launches start 64 x 128; 256.0 kinst a launch" \
	"shapes tried: 64 x 128, 32 x 256, 16 x 512, 8 x 1024" "cost agrees with the count: votes" \
	"suspect: not verified, no limit" \
	"start: NOT VERIFIED: 1 point"
dry toy_host
check "kernels for the host need none" says 0 "toy_host: ok"
dry toy_pair -a op=copy,both
check "a pair of GPUs" says 0 "launches no kernel" "toy_pair: ok: 2 points in 2 shapes, 0 kernels launched; 2 verified"
dry toy_cycles --allow-unverified
check "the plug-in's own clock" says 0 "toy_cycles: NOT VERIFIED: 1 point"
# A third of the benchmarks, chosen by the commit, and the one that needs a library.
mapfile -t names < <("$real" --list 2>/dev/null | sed 's/ .*//; /^gemm$/d')
read -ra chosen <<<"$("$tests/shared/sample_by_commit.py" $((${#names[@]} / 3)) "${names[@]}")"
echo "all but these are left to other commits: ${chosen[*]}"
run "$real" --dry-run -b gemm "${chosen[@]/#/-b}"
check "every benchmark, but for what needs a library" says 2 "gemm: NOT VERIFIED: "
check "is verified" test "$(grep -c ': ok: ' "$out")" -eq ${#chosen[@]} -a ${#chosen[@]} -gt 10
check "and no figure in the form of a result" test "$(grep -c '^schema,\|gpubench-1' "$out")" -eq 0
dry skeleton -a bytes=1048576
for reader in compare roofs; do
	cp "$out" "$work/dry.csv"
	run "$real" $reader "$work/dry.csv" "$work/dry.csv"
	check "$reader takes it for no result" test "$status" -ne 0
	dry skeleton -a bytes=1048576
done

# ---- mistakes --------------------------------------------------------------------------------------------------------

# finds MISTAKE TEXT: the dry run finds the mistake, and reports its place.
finds() {
	dry mistakes -a mistake="$1"
	check "mistake $1" says 2 "    mistake=$1" "WRONG: $2" "mistakes: FAILED: 1 point"
}
dry mistakes
check "none" says 0 "metrics words 1024 1" "verified, with the models"
finds grid "launch: cuLaunchKernel: CUDA_ERROR_INVALID_VALUE"
finds credulous "verify: it passes on a device that computes nothing, so it can never fail"
finds stale "verify: it passes on a device that computes nothing, so it can never fail"
finds wrong "verify: word 0: got 3, expected 4"
finds cost "cost: a launch has 0 B"
finds limit "limit: inf B/s; return NAN if none is known"
finds metric "metrics: number 1 has no name, or NULL for its unit"
finds axis "a pure hook: "
finds mute "prepare: failed without giving a reason"
finds unfilled "sdc: verify() never calls gb_fill_output(), so --sdc would compare nothing"
passes="verify: it passes although kernel mistakes_count"
finds nothing "$passes does nothing"
check "and so many words" says 2 "WRONG: $passes writes nothing to allocation 1"
finds first_kept "$passes writes all but the first word to allocation 1"
finds last_kept "$passes writes all but the last word to allocation 1"
finds first_wrong "$passes writes a wrong first word to allocation 1"
finds middle_wrong "$passes writes a wrong word in the middle to allocation 1"
finds last_wrong "$passes writes a wrong last word to allocation 1"
check "and nothing else" test "$(grep -c 'WRONG: ' "$out")" -eq 1
dry mistakes -a mistake=none,once,skips
check "a setup that works once ends the variant" says 2 "WRONG: setup: the lock of the first one is still held" \
	"mistakes: FAILED: 2 points"
check "with no point after it" test "$(grep -c '^    mistake=' "$out")" -eq 2
dry mistakes -a mistake=skips
check "no point that is not skipped" says 2 "skipped: not on a Tuesday" "mistakes: NOT VERIFIED: " \
	"1 skipped; 0 verified"
if [ $kernels = yes ]; then
	finds absent "prepare: no kernel mistakes_absent for sm_90 in variant default; there are: "
	finds mangled "prepare: the plug-in has _Z16mistakes_mangled13mistakes_args: declare the kernel extern"
	finds threads \
		"launch: kernel mistakes_bounded: a block of 512 threads: \
cuLaunchKernel: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"
	check "the architectures" grep -q '^  variant default: machine code for.* sm_90' "$out"
	dry mistakes
	check "kernels by name" says 0 "kernels: " "mistakes_count" "_Z16mistakes_mangled13mistakes_args"
	run "$real" --plugin "$plugins/mistakes.so" --dry-run=72 -b mistakes
	check "an architecture that is not there" says 2 "not run: no machine code for sm_72"
else
	skip "kernels in machine code: built without a toolkit"
fi

# ---- what ends a process ---------------------------------------------------------------------------------------------

# dies FAULT TEXT
dies() {
	dry faults -a fault="$1" --patience 2
	check "fault $1" says 2 "WRONG: launch of variant default at fault=$1 $2" "faults: FAILED: it did not finish"
}
dies segfault "crashed: signal 11"
dies abort "crashed: signal 6"
dies exit "ended the process with status"
dies hang "hangs: no progress for 2 s"
run "$real" --plugin "$plugins/faults.so" --plugin "$plugins/skeleton.so" --dry-run -b faults -b skeleton \
	-a fault=segfault -a bytes=1048576
check "the next plug-in goes on" says 2 "faults: FAILED" "skeleton: ok"

# ---- models that are none --------------------------------------------------------------------------------------------

dry skeleton --model "$work/none.model"
check "models that are not there" says 2 "WRONG: models $work/none.model: " "skeleton: FAILED"
echo nonsense >"$work/bad.model"
dry skeleton --model "$work/bad.model"
check "models that are no object" says 2 "WRONG: models $work/bad.model: not a shared object"
dry skeleton --model "$plugins/mistakes.model"
check "models of another" says 2 "does not export 'gb_models_skeleton'"

# ---- the command line ------------------------------------------------------------------------------------------------

for pair in "-o $work/x.csv" "--json $work/x.json" "--resume $work/x.csv" "--launches 3" "--sustained 2" \
		"--device 0"; do
	# shellcheck disable=SC2086 # two words
	run "$real" --dry-run --all $pair
	check "with $pair" complains 1 "a dry run measures nothing: ${pair%% *} cannot be combined with --dry-run"
done
check "no file was written" test ! -e "$work/x.csv" -a ! -e "$work/x.json"
# a plan for an absent GPU

run "$real" --all --plan=80
check "a plan needs no GPU" says 0 "for one GPU of compute capability 8.0, with assumed memory and caches"
check "what needs a newer one is not in it" grep -qE '^dsmem +0 +0 +0$' "$out"
check "and it has a time" test "$(awk '/^GPU 0/ { print $NF }' "$out")" -gt 10
run "$real" --all --plan=9.0
check "on which it is" test "$(awk '$1 == "dsmem" { print $2 }' "$out")" -gt 0
GPUBENCH_FAKE=devices=2 run "$fake" -b toy --plan=90 -o "$work/unmeasured.csv"
check "one GPU, however many are here, and nothing is measured" \
	test "$(grep -c '^GPU ' "$out")" -eq 1 -a ! -e "$work/unmeasured.csv"
for none in 9x 90.0 9.9 99999999999999999999.0; do
	run "$real" --all --plan=$none
	check "a plan of no capability: $none" complains 1 "--plan=$none: not the compute capability of a GPU"
done

if [ -w /dev/full ]; then
	"$real" --dry-run -b dram >/dev/full 2>"$err"
	status=$?
	check "a full disk" test "$status" -eq 2
fi
run bash -c "'$real' --dry-run -b dram | head -n 1"
check "a reader that leaves" test "$(wc -l <"$out")" -eq 1
totals
