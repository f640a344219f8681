#!/bin/sh
# rebuilds.sh: in a copy of the tree with two small benchmarks, each change rebuilds what depends on it and
# nothing else.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r Makefile VERSION harness tools "$folder"
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
# rebuilt WHAT EXPECTED [SETTING...]: make rebuilds exactly EXPECTED, one line per file, and then nothing.
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

# dependents HEADER: the CC lines of the sources that include it.
dependents() {
	for source in harness/*/*.c; do
		case $source in */gpu_none.c) continue ;; esac
		# gpu_cuda.c: CUDA's headers are not looked up, as -MG allows.
		if cc -MM -MG -iquote harness "$source" | grep -qw "harness/$1"; then
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
stamp='NVCC harness/measure/stamp.cu (default)
	CC build/obj/harness/measure/stamp_variants.c
	LINK build/gpubench'
patches='NVCC harness/inject/footprint.cu (default)
	CC build/obj/harness/inject/footprint_variants.c
	LINK build/libgpubench_inject.so'
# The list of pictures that do not belong to a benchmark, which the build makes.
kinds='CC build/obj/harness/plot/own_kinds.c'
hosts='CC bench/one/one.c
	CC bench/two/two.c'

make ARCHS=90 >log 2>&1 || { cat log; exit 1; }
rebuilt "nothing" ""
touch harness/base/stats.c
rebuilt "a harness source" "CC harness/base/stats.c
	LINK build/gpubench"
touch harness/base/stats.h
rebuilt "a harness header" "$(dependents base/stats.h)
	$kinds
	LINK build/gpubench"
touch harness/gpubench.h
rebuilt "the ABI" "$(dependents gpubench.h)
	$kinds
	CC build/obj/harness/measure/stamp_variants.c
	CC build/obj/harness/inject/footprint_variants.c
	LINK build/gpubench
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
	CC build/obj/harness/measure/stamp_variants.c
	NVCC bench/one/one.cu (default)
	NVCC bench/one/one.cu (dlcm-cg)
	NVCC bench/two/two.cu (default)
	CC build/obj/plugins/one/one_variants.c
	CC build/obj/plugins/two/two_variants.c
	LINK build/plugins/one.so
	LINK build/plugins/two.so
	LINK build/gpubench
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
# Kernels that were kept are used only for identical text: NVCC_WRAPPER.
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
	LINK build/gpubench"
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
rebuilt "CFLAGS" "$(for source in harness/*/*.c; do echo "CC $source"; done | grep -v gpu_none)
	$kinds
	$(for text in harness/*/*.css harness/*/*.html harness/*/*.js harness/*/*.txt; do echo "EMBED $text"; done)
	CC bench/one/one.c
	CC build/obj/plugins/one/one_variants.c
	CC build/obj/harness/measure/stamp_variants.c
	CC build/obj/harness/inject/footprint_variants.c
	LINK build/plugins/one.so
	LINK build/libgpubench_inject.so
	LINK build/gpubench" CFLAGS="-O2 -g -fdiagnostics-color=never"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
