#!/bin/bash
# page.sh [BUILD]: checks that the files and commands of docs/random-updates.md suffice to make a plug-in in an empty
# folder, with an empty environment, against an installed gpubench. The final output is checked, too.
set -euo pipefail
build=$(realpath "${1:-build}")
page=docs/random-updates.md

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make -s install BUILD="$build" DESTDIR="$folder/root" PREFIX=/usr
pc=$(dirname "$(find "$folder/root" -name gpubench.pc)")
# The tree's toolkit may be one from PyPI.
nvcc=$(make -s print-NVCC)
nvcc=$(realpath "$(command -v "$nvcc")")

# commands: the page's shell blocks, in order. Each command is printed before it runs; the first failure ends the
# script.
commands() {
	awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page"
}
[ "$(commands | wc -l)" -ge 12 ]
mkdir "$folder/work" "$folder/home"
commands >"$folder/commands"
# One architecture is enough here. It is selected as the page describes.
status=0
(cd "$folder/work" && env -i HOME="$folder/home" PATH="$folder/root/usr/bin:/usr/bin:/bin" PKG_CONFIG_PATH="$pc" \
	NVCC="$nvcc" ARCHS=90 \
	DISASM="$PWD/.toolkit/disasm" bash -eux "$folder/commands") >"$folder/said" 2>&1 || status=$?
cat "$folder/said"
[ "$status" -eq 0 ]

# has TEXT [COUNT]: exactly COUNT lines, or at least one, must contain the text.
has() {
	local found
	found=$(grep -cF -- "$1" "$folder/said" || true)
	if [ "$found" -lt 1 ] || [ "$found" -ne "${2:-$found}" ]; then
		echo "expected $1 ${2:+$2 times}, found $found"
		exit 1
	fi
}
has "gups: ok: " 1
has "verified, with the models" 2
has "gups: FAILED: " 1
has "WRONG: verify: " 2
has "limit not known"
has "2 kernels of 1 architectures checked, 0 failed"
grep -q 'table (MiB)' "$folder/work/updates/build/gups.svg"

# Room for all tables: the limit and the roof of the largest table that --quick measures.
PATH=$folder/root/usr/bin:$PATH
(cd "$folder/work/updates" && gpubench --plugin build/plugins/gups.so --dry-run -b gups -a bytes=67108864 \
	--max-memory 256MiB) \
	>"$folder/said"
cat "$folder/said"
has "8.389 Maccess a launch; limit of this device 16.00 Gaccess/s; sets the roof gups.update"
has "verified, with the models" 1
