#!/bin/sh
# rebuilds.sh: checks, in a copy of the tree with two small benchmarks, that each change rebuilds what depends on it and
# nothing else.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r Makefile VERSION harness third_party tools "$folder"
[ ! -e .toolkit ] || ln -s "$PWD/.toolkit" "$folder"
cd "$folder"

for name in one two; do
	mkdir -p bench/$name
	cat >bench/$name/$name.h <<-END
		#include "gpubench_report.h"
		struct ${name}_args { float *at; };
		#define FACTOR 2
	END
	cat >bench/$name/$name.cu <<-END
		#include "$name.h"
		extern "C" __global__ void $name(struct ${name}_args args) { args.at[threadIdx.x] *= FACTOR; }
	END
	cat >bench/$name/$name.c <<-END
		#include "gpubench.h"
		#include "$name.h"
		GB_VARIANTS($name);
		GB_BENCH($name) = { .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "$name",
			.variants = gb_variants_$name };
	END
done
cat >bench/one/one.mk <<'END'
variants.one = default dlcm-cg
flags.one.dlcm-cg = -Xptxas -dlcm=cg
END

failed=0 passed=0
# rebuilt WHAT EXPECTED [SETTING...]: make must rebuild exactly EXPECTED, one file per line, and then nothing more.
rebuilt() {
	what=$1
	printf '%s\n' "$2" | sed 's/^[[:space:]]*//; /^$/d' | sort >expected
	shift 2
	make ARCHS=90 "$@" >log 2>&1 || cat log
	sed -n 's/^  \([A-Z]*\) */\1 /p' log | sort >found
	if diff expected found && make ARCHS=90 "$@" | grep -q 'Nothing to be done'; then
		passed=$((passed + 1))
	else
		echo "FAILED: $what"
		failed=$((failed + 1))
	fi
}

# sources SUFFIX...: the files of the program with these suffixes.
sources() {
	for suffix; do
		find harness third_party -name "*.$suffix"
	done
}

# dependents HEADER: the CC lines of the sources that include it.
dependents() {
	for source in $(sources c); do
		case $source in */gpu_none.c) continue ;; esac
		# gpu_cuda.c: CUDA's headers are not looked up, as -MG allows.
		# shellcheck disable=SC2046 # a list of options
		if cc -MM -MG -iquote harness $(printf -- '-iquote %s ' harness/*/) "$source" |
			grep -qw "harness/$1"; then
			echo "CC $source"
		fi
	done
}

one='NVCC bench/one/one.cu (default)
	NVCC bench/one/one.cu (dlcm-cg)
	CC build/obj/plugins/one/one_variants.c
	LINK build/plugins/one.so'
two='NVCC bench/two/two.cu (default)
	CC build/obj/plugins/two/two_variants.c
	LINK build/plugins/two.so'
# A change to a file that both programs use rebuilds these.
program='LINK build/gpubench
	AR build/obj/harness.a
	LINK build/gpubench-profile'
stamp="NVCC harness/measuring/timing/stamp.cu (default)
	CC build/obj/harness/measuring/timing/stamp_variants.c
	$program"
patches='NVCC harness/profiling/inject/footprint.cu (default)
	CC build/obj/harness/profiling/inject/footprint_variants.c
	LINK build/libgpubench_inject.so'
# The list of pictures that belong to no benchmark, which the build generates.
kinds='CC build/obj/harness/reading/plot/own_kinds.c'
hosts='CC bench/one/one.c
	CC bench/two/two.c'

make ARCHS=90 >log 2>&1 || { cat log; exit 1; }
rebuilt "nothing" ""
touch harness/base/stats.c
rebuilt "a harness source" "CC harness/base/stats.c
	$program"
touch harness/profiling/ab/pairs.c
rebuilt "a source of gpubench-profile" "CC harness/profiling/ab/pairs.c
	AR build/obj/harness.a
	LINK build/gpubench-profile"
touch harness/base/stats.h
rebuilt "a harness header" "$(dependents base/stats.h)
	$kinds
	$program"
touch harness/gpubench.h
rebuilt "the ABI" "$(dependents gpubench.h)
	$kinds
	CC build/obj/harness/measuring/timing/stamp_variants.c
	CC build/obj/harness/profiling/inject/footprint_variants.c
	$program
	LINK build/libgpubench_inject.so
	$hosts
	CC build/obj/plugins/one/one_variants.c
	CC build/obj/plugins/two/two_variants.c
	LINK build/plugins/one.so
	LINK build/plugins/two.so"
touch harness/gpubench_report.h
rebuilt "what kernels report" "$(dependents gpubench_report.h)
	$kinds
	$hosts
	CC build/obj/harness/measuring/timing/stamp_variants.c
	NVCC bench/one/one.cu (default)
	NVCC bench/one/one.cu (dlcm-cg)
	NVCC bench/two/two.cu (default)
	CC build/obj/plugins/one/one_variants.c
	CC build/obj/plugins/two/two_variants.c
	LINK build/plugins/one.so
	LINK build/plugins/two.so
	$program
	LINK build/libgpubench_inject.so"
touch harness/gpubench.sym
rebuilt "the list of exports" "LINK build/gpubench"
touch bench/one/one.c
rebuilt "a plug-in's source" "CC bench/one/one.c
	LINK build/plugins/one.so"
touch bench/one/one.cu
rebuilt "a plug-in's kernels" "$one"
touch bench/one/one.h
rebuilt "a plug-in's header" "CC bench/one/one.c
	$one"
cp bench/two/two.c host
{ echo '#ifndef __CUDACC__' && cat host && echo '#else' && cat bench/two/two.cu && echo '#endif'; } >both
rm bench/two/two.c
mv both bench/two/two.cu
rebuilt "a plug-in of two files that became one" "CC bench/two/two.cu
	MODEL build/plugins/two.model
	$two"
mv host bench/two/two.c
sed -i '/__CUDACC__/,/#else/d; /#endif/d' bench/two/two.cu
rebuilt "a plug-in of one file that became two" "CC bench/two/two.c
	$two"
# Cached kernels are used only if the text is identical (NVCC_WRAPPER).
kernel=build/obj/plugins/one/default.fatbin
cp $kernel before
sed -i 's/FACTOR 2/FACTOR 3/' bench/one/one.h
rebuilt "a plug-in's header with another text" "CC bench/one/one.c
	$one"
if cmp -s $kernel before; then echo "FAILED: the kernels are those of the old header"; failed=$((failed + 1)); fi
sed -i 's/FACTOR 3/FACTOR 2/' bench/one/one.h
rebuilt "a plug-in's header as it was" "CC bench/one/one.c
	$one"
if ! cmp $kernel before; then echo "FAILED: the kernels are not those of the header"; failed=$((failed + 1)); fi
touch bench/one/one.mk
rebuilt "a plug-in's variants" "$one"
cp bench/one/one.h bench/one/more.c
rebuilt "a plug-in's further source" "CC bench/one/more.c
	LINK build/plugins/one.so"
rm bench/one/more.c
rebuilt "a plug-in's source taken away" "LINK build/plugins/one.so"
echo 'flags.two.default = -maxrregcount=32' >bench/two/two.mk
rebuilt "a first variants file" "$two"
echo 9.9.9 >VERSION
rebuilt "the version" "CC harness/base/host.c
	$program"
rebuilt "ARCHS" "$one
	$two
	$stamp
	$patches" ARCHS=80
rebuilt "ARCHS back" "$one
	$two
	$stamp
	$patches"
rebuilt "NVCCFLAGS" "$one
	$two
	$stamp
	$patches" NVCCFLAGS=-lineinfo
rebuilt "NVCCFLAGS back" "$one
	$two
	$stamp
	$patches"
rm -r bench/two
rebuilt "a plug-in taken away" ""
[ ! -e build/plugins/two.so ] || { echo "FAILED: two.so is still there"; failed=$((failed + 1)); }
rebuilt "CFLAGS" "$(for source in $(sources c); do echo "CC $source"; done | grep -v gpu_none)
	$kinds
	$(for text in $(sources css html js txt); do echo "EMBED $text"; done)
	CC bench/one/one.c
	CC build/obj/plugins/one/one_variants.c
	CC build/obj/harness/measuring/timing/stamp_variants.c
	CC build/obj/harness/profiling/inject/footprint_variants.c
	LINK build/plugins/one.so
	LINK build/libgpubench_inject.so
	$program" CFLAGS="-O2 -g -fdiagnostics-color=never"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
