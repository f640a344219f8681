#!/bin/sh
# toolchains.sh [VERSION...]: tests CUDA 11.8, 12.9, 13 and the newest, one after the other, for all architectures that
# each knows: the build, every test and the machine code, and for 12.9 the bundle. This takes more than an hour on two
# cores and 1 GB from package registries, so ci/run does not do it. Output: build-ci/toolchains/log;
# results/toolchains.md has the results.
set -u
cd "$(dirname "$0")/.." || exit 1

[ $# -gt 0 ] || set -- 11.8 12.9 13 newest
logs="build-ci/toolchains/log"
mkdir -p $logs
passed=0 failed=0
# Turns warnings into errors (harness/gpubench.mk).
export CI=true

# tree VERSION: the folder of this toolkit, which is created if it does not exist.
tree() {
	case $1 in
	13)
		tools/toolchain/deps.sh >&2
		nvcc=$(make -s print-NVCC)
		echo "${nvcc%/bin/nvcc}"
		;;
	*) tools/toolchain/toolkit.sh "$1" >&2 && echo ".toolkit-$1" ;;
	esac
}

# step WHAT COMMAND...: prints the totals of the command, or counts the command as one test.
step() {
	log=$logs/$version-$(echo "$1" | tr -cs "a-z\n" -).log
	what=$1
	shift
	began=$(date +%s)
	"$@" >"$log" 2>&1 </dev/null
	status=$?
	totals=$(grep -E '^[0-9]+ (passed, [0-9]+ failed|kernels of .* checked|bytes, glibc)' "$log" | tail -n 1)
	if [ $status -eq 0 ]; then
		word=ok
		passed=$((passed + 1))
	else
		word=FAILED
		failed=$((failed + 1))
		tail -n 30 "$log"
	fi
	echo "$word: CUDA $version, $what${totals:+ ($totals)}, $(($(date +%s) - began)) s"
}

for version; do
	build=build-ci/toolchains/$version
	if ! home=$(tree "$version" 2>"$logs/$version-toolkit.log"); then
		echo "FAILED: CUDA $version could not be installed: $(tail -n 1 "$logs/$version-toolkit.log")"
		failed=$((failed + 1))
		continue
	fi
	step "build, $("$home/bin/nvcc" --version | grep -o 'release [0-9.]*')" make tests CUDA_HOME="$home" \
		BUILD="$build" ARCHS=all
	step "kernels against glibc 2.42" ci/glibc.sh "$build-glibc" CUDA_HOME="$home" ARCHS=90
	step tests make test CUDA_HOME="$home" BUILD="$build" ARCHS=all
	# harness/gpubench.mk explains why sm_107 is left out.
	step "machine code" make audit CUDA_HOME="$home" BUILD="$build" ARCHS=all EXCEPT="107 107a 107f"
	[ "$version" != 12.9 ] || step bundle ci/bundle.sh "$build" CUDA_HOME="$home" ARCHS=all
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
