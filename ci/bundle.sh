#!/bin/sh
# bundle.sh [BUILD [SETTING...]]: the bundle, unpacked elsewhere, runs from any folder with its own libraries and
# plug-ins, and asks no more of a machine than docs/toolchains.md says.
set -eu
build=${1:-build}
[ $# -eq 0 ] || shift
megabytes=30
glibc=2.34

make bundle BUILD="$build" "$@"
archive=$build/$(make -s print-bundle_name).tar.gz
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xzf "$archive"
size=$(wc -c <"$archive")
cd "$folder"/gpubench-*
top=$PWD
cd /
"$top/bin/gpubench" --list
"$top/bin/gpubench" --list | grep -w dram

# Every library comes from the bundle.
others=$(ldd "$top/bin/gpubench" "$top"/lib/gpubench/plugins/*.so | awk '$2 == "=>" { print $3 }' | grep -v "^$top/" |
	grep -vE '/(libc|libm|libpthread|libdl|librt)\.so' || true)
if [ -n "$others" ]; then
	echo "not in the bundle: $others"
	exit 1
fi
needed=$(objdump -T "$top/bin/gpubench" "$top"/lib/gpubench/plugins/*.so "$top"/lib/*.so.* |
	grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -uV | tail -n 1)
echo "$size bytes, glibc $needed"
if [ "$size" -gt $((megabytes * 1000000)) ]; then
	echo "the archive has more than $megabytes MB"
	exit 1
fi
if [ "$(printf '%s\n' "$needed" $glibc | sort -V | tail -n 1)" != $glibc ]; then
	echo "glibc $needed is needed, more than $glibc"
	exit 1
fi
