#!/bin/sh
# cudart.sh MACHINE: installs the static CUDA runtime for another machine (aarch64) in .toolkit-12.9/targets, as that
# machine's toolkit does, in the version of tools/toolchain/pins/toolkit-12.9.txt. `make bundle MACHINE=aarch64` calls
# it.
set -eu
cd "$(dirname "$0")/../.."

# NVIDIA calls servers with Arm processors sbsa.
case $1 in aarch64) target=sbsa ;; *) target=$1 ;; esac
lib=.toolkit-12.9/targets/$target-linux/lib
new=.toolkit-12.9/cudart.new

sed -n '/^nvidia-cuda-runtime-cu12==/,/[^\\]$/p' tools/toolchain/pins/toolkit-12.9.txt >.toolkit-12.9/cudart.txt
! cmp -s .toolkit-12.9/cudart.txt "$lib/cudart.txt" || exit 0
trap 'rm -rf "$new"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps --only-binary=:all: \
	--require-hashes \
	--platform "manylinux2014_$1" -r .toolkit-12.9/cudart.txt --target "$new"
mkdir -p "$lib"
mv "$new/nvidia/cuda_runtime/lib/libcudart_static.a" "$lib"
mv .toolkit-12.9/cudart.txt "$lib" # last: it shows that the other file is complete
