#!/bin/sh
# outside.sh: the skeleton plug-in, built away from the source tree against an installed gpubench, is found by it.
set -eu
build=${1:-build}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make install BUILD="$build" DESTDIR="$folder/root" PREFIX=/usr
export PKG_CONFIG_PATH="$folder/root/usr/lib/pkgconfig"
[ -e "$(pkg-config --variable=makefile gpubench)" ]

cp -r tests/plugins/skeleton "$folder"
cd "$folder"
cat >Makefile <<'END'
GPUBENCH_BENCHES = skeleton
include $(shell pkg-config --variable=makefile gpubench)
END
make
make --question
# The installed program runs from any folder and lists its own benchmarks and this one.
cd /
"$folder/root/usr/bin/gpubench" --plugin "$folder/build/plugins/skeleton.so" --list | tee "$folder/list"
grep -w skeleton "$folder/list"
grep -w dram "$folder/list"
