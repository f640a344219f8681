#!/bin/sh
# bundle.sh: the bundle, unpacked elsewhere, runs from any folder with its own libraries and plug-ins.
set -eu
build=${1:-build}

make bundle BUILD="$build"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xzf "$build"/gpubench-*-linux-*.tar.gz
cd "$folder"/gpubench-*
top=$PWD
cd /
"$top/bin/gpubench" --list
"$top/bin/gpubench" --list | grep -w dram
# Beside glibc's own, every library comes from the bundle.
others=$(ldd "$top/bin/gpubench" | awk '$2 == "=>" { print $3 }' | grep -v "^$top/" |
	grep -vE '/(libc|libm|libpthread|libdl|librt)\.so' || true)
if [ -n "$others" ]; then
	echo "not in the bundle: $others"
	exit 1
fi
