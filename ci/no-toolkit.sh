#!/bin/bash
# no-toolkit.sh: checks that without a CUDA Toolkit everything except the kernels is built and works, and that missing
# parts are reported. The result is compared with the full build in build/.
# shellcheck disable=SC2154 # variables of has.sh
set -eu
build='build-ci/none'
# shellcheck source=/dev/null
. ci/has.sh

make tests CUDA_HOME=none BUILD=$build
export GPUBENCH_PLOTS=plots
# shellcheck disable=SC2016 # as printed
lacks='this build has no kernels; `make deps && make` builds them'
points=results/h200-sxm/all.csv

# says STATUS TEXT ARGUMENTS...: the program must exit with this status and print a single line, which contains this
# text.
says() {
	local status=0 wanted=$1 text=$2
	shift 2
	$build/gpubench "$@" >"$folder/out" 2>"$folder/err" || status=$?
	cat "$folder/err"
	[ "$status" -eq "$wanted" ] && grep -qF -- "$text" "$folder/err" && [ "$(wc -l <"$folder/err")" -eq 1 ]
}

# same ARGUMENTS...: both builds must print the same.
same() {
	diff <(build/gpubench "$@" 2>&1) <($build/gpubench "$@" 2>&1)
}

has "every plug-in is there" diff <(cd build/plugins && ls) <(cd $build/plugins && ls)
has "--version" grep -qxF "$lacks" <($build/gpubench --version)
has "--version of a build with kernels names their architectures" grep \
	-qE '^kernels: machine code for sm_[0-9]+[a-z]?( sm_[0-9]+[a-z]?)*$' \
	<(build/gpubench --version)
has "--list says it" says 0 "$lacks" --list
has "--list apart from that" diff <(build/gpubench --list 2>/dev/null) <($build/gpubench --list 2>/dev/null)

# Without a GPU, the message lists what was searched for, what is missing, how to get it, and what can be measured
# anyway.
for wanted in "--all" "--all --quick -o $folder/none.csv" "-b dram -d 0" "--all --plan" "info" "--list-devices" \
	"check --baseline $points"; do
	# shellcheck disable=SC2086 # words
	has "$wanted looks for a GPU" says 2 "(libcuda.so.1)" $wanted
	has "$wanted says what is missing" grep -qF "$lacks" "$folder/err"
	has "$wanted says what is there" grep -qF -- "; --device host measures this host's processors" "$folder/err"
done
has "nothing was written" test ! -e "$folder/none.csv"

# Without a GPU, benchmarks can still be described, and results can be read, drawn and exported.
for name in $(build/gpubench --list 2>/dev/null | sed 's/ .*//'); do
	has "--describe $name" diff <(build/gpubench --describe "$name" | sed '/^    variant/s/ \[.*\]/ []/') \
		<($build/gpubench --describe "$name" | sed '/^    variant/s/ \[no machine code\]/ []/')
done
has "--dry-run says that it saw no kernel" grep -q 'no machine code: .* every kernel is assumed to exist$' \
	<($build/gpubench --dry-run -b dram -a op=copy)
has "--dry-run" $build/gpubench --dry-run -b dram -a op=copy
same_export() {
	same roofs $points --export "$1"
}
for form in prometheus superbench aiconfigurator ncu; do
	has "roofs --export $form" same_export $form
done
has "compare" same compare $points
for name in roofline dram cache; do
	has "plot $name, as a full build" build/gpubench plot $name $points -o "$folder/full.svg"
	has "plot $name" $build/gpubench plot $name $points -o "$folder/none.svg"
	has "plot $name is the same" cmp "$folder/full.svg" "$folder/none.svg"
done
has "report, as a full build" build/gpubench report $points -o "$folder/full.html"
has "report" $build/gpubench report $points -o "$folder/none.html"
pictures() {
	grep -o '<figure' "$1" | wc -l
}
has "pictures of the report" test "$(pictures "$folder/none.html")" -eq "$(pictures "$folder/full.html")"
has "they are many" test "$(pictures "$folder/none.html")" -gt 30

# Without a GPU, `make run` builds exactly this.
if ! tools/toolchain/gpu-here.sh; then
	make -n run BUILD=$build >"$folder/run"
	has "make run builds nothing more" test "$(grep -cE "LINK|NVCC|COPY" "$folder/run")" -eq 0
	has "make run measures" grep -qF "results/measure.sh $build" "$folder/run"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
