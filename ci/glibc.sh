#!/bin/sh
# glibc.sh BUILD [SETTING...]: compiles the kernels of the benchmarks, in BUILD, against <math.h> of glibc 2.42, which
# declares functions that CUDA's headers also declare (harness/gpubench_libc.h). Without that header, the first kernel
# must fail, or the test would prove nothing. The settings are for make, such as CUDA_HOME= and ARCHS=.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift

headers=$(realpath -m "$build")/glibc-2.42
calls=$(echo '#include <bits/mathcalls.h>' | "${CC:-cc}" -M -E -x c - 2>/dev/null | grep -o '/[^ ]*/mathcalls\.h')
mkdir -p "$headers/bits"
{
	cat "$calls"
	for function in cospi sinpi tanpi rsqrt; do
		echo "__MATHCALL ($function,, (_Mdouble_ __x));"
	done
} >"$headers/bits/mathcalls.h"

nvcc=$(make -s print-NVCC "$@")
if "$nvcc" -fatbin -std=c++17 -allow-unsupported-compiler -isystem "$headers" -iquote harness -arch=sm_90 \
		-o "$headers/ffma.fatbin" bench/ffma/ffma.cu 2>/dev/null; then
	echo "$nvcc compiles a kernel against these headers as they are: nothing was shown" >&2
	exit 1
fi
make BUILD="$build" NVCCFLAGS="-isystem $headers" "$@" all
