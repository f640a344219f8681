#!/bin/sh
# bundle.sh [BUILD [SETTING...]]: checks that the bundle, unpacked elsewhere, runs from any folder with its own plug-ins
# and has no requirements beyond those in docs/install.md. With MACHINE=, the bundle for that machine runs under qemu.
set -eu
build=${1:-build}
[ $# -eq 0 ] || shift
megabytes=30
tree=$PWD
glibc=2.28

make bundle BUILD="$build" "$@"
archive=$build/$(make -s print-bundle_name BUILD="$build" "$@").tar.gz
emulator=$(make -s print-emulator BUILD="$build" "$@")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xzf "$archive"
size=$(wc -c <"$archive")
cd "$folder"/gpubench-*
top=$PWD
cd /
# shellcheck disable=SC2086 # words, or none
$emulator "$top/bin/gpubench" --list >"$folder/list"
cat "$folder/list"
grep -w dram "$folder/list"

# The bundle needs no shared libraries except those of glibc.
others=$(objdump -p "$top"/bin/* "$top"/lib/gpubench/plugins/*.so | awk '$1 == "NEEDED" { print $2 }' | sort -u |
	grep -vE '^(libc|libm|libpthread|libdl|librt|ld-linux.*)\.so' || true)
if [ -n "$others" ]; then
	echo "required of the machine: $others"
	exit 1
fi
needed=$(objdump -T "$top"/bin/* "$top"/lib/gpubench/plugins/*.so |
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
# Libraries that a plug-in opens, such as cuBLAS, must not see the bundled ones.
cd "$tree"
ci/symbols.sh "$build"
