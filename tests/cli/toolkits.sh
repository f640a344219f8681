#!/bin/bash
# toolkits.sh BUILD: tests that toolkits in unusual places are found through nvcc's own output, or refused with the
# reason.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

real_home=$(cd "$tests/.." && make -s print-cuda_home)
if [ ! -x "$real_home/bin/nvcc" ]; then
	skip "there is no CUDA Toolkit"
	totals
	exit
fi
bench=$work/build/plugins/ffma.so
# builds PATH WORD...: the places of CUDA's headers in the commands that would build a plug-in with the first nvcc of
# PATH.
builds() {
	local path=$1
	shift
	run env -u MAKEFLAGS -u MAKELEVEL -u CUDA_HOME -u NVCC -u KERNELS PATH="$path" make -C "$tests/.." -n \
		BUILD="$work/build" GPUBENCH_BENCHES=bench/ffma/ ARCHS=90 "$@" \
		"$bench" "$work/build/obj/harness/measuring/device/gpu_cuda.o"
}
finds_headers() {
	grep -qE -- '-isystem [^ ]*include ' "$out"
}

mkdir -p "$work/link" "$work/sdk/compilers/bin" "$work/sdk/cuda" "$work/a blank"
# ccache calls the next nvcc on the PATH.
# shellcheck disable=SC2016 # as it is written
printf '#!/bin/sh\nexec "%s" "$@"\n' "$real_home/bin/nvcc" >"$work/link/ccache"
ln -s ccache "$work/link/nvcc"
ln -s "$real_home" "$work/sdk/cuda/1.0"
# shellcheck disable=SC2016 # as it is written
printf '#!/bin/bash\nexec "%s" "$@"\n' "$work/sdk/cuda/1.0/bin/nvcc" >"$work/sdk/compilers/bin/nvcc"
chmod +x "$work/link/ccache" "$work/sdk/compilers/bin/nvcc"
ln -s "$real_home" "$work/a blank/cuda"

builds "$work/link:$PATH"
check "a link to ccache" ends 0
check "its toolkit" finds_headers
builds "$work/sdk/compilers/bin:$PATH"
check "the wrapper of the HPC SDK" ends 0
check "its toolkit" finds_headers
# conda: nvcc and the headers under targets/.
mkdir -p "$work/conda"
for part in "$real_home"/*; do
	[ "${part##*/}" = include ] || [ "${part##*/}" = lib64 ] || ln -s "$part" "$work/conda"
done
if [ -d "$real_home/targets" ]; then
	builds "$PATH" CUDA_HOME="$work/conda"
	check "the layout of conda" ends 0
	check "its headers" finds_headers
fi
for setting in "CUDA_HOME=$work/a blank/cuda" PATH; do
	if [ "$setting" = PATH ]; then
		builds "$work/a blank/cuda/bin:$PATH"
	else
		builds "$PATH" "$setting"
	fi
	check "a blank in the path: ${setting%%=*}" ends 2 "has a blank, which make cannot handle"
	check "in one line" test "$(wc -l <"$err")" -eq 1
done
totals
