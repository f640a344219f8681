#!/bin/sh
# bundle.sh [BUILD [SETTING...]]: the bundle, unpacked elsewhere, runs from any folder with its own plug-ins, and
# asks no more of a machine than docs/install.md says.
set -eu
build=${1:-build}
[ $# -eq 0 ] || shift
megabytes=30
tree=$PWD
glibc=2.28

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

# Of shared libraries it wants glibc's alone.
others=$(objdump -p "$top/bin/gpubench" "$top"/lib/gpubench/plugins/*.so | awk '$1 == "NEEDED" { print $2 }' | sort -u |
	grep -vE '^(libc|libm|libpthread|libdl|librt|ld-linux.*)\.so' || true)
if [ -n "$others" ]; then
	echo "wanted of the machine: $others"
	exit 1
fi
needed=$(objdump -T "$top/bin/gpubench" "$top"/lib/gpubench/plugins/*.so |
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
# What is inside is not seen by what a plug-in opens, such as cuBLAS.
cd "$tree"
ci/exports.sh "$build"
