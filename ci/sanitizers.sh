#!/bin/sh
# sanitizers.sh: checks that SANITIZE= is not only accepted but stops an overrun and an overflow.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s\n' '#include <stdlib.h>' \
	'int main(int argc, char **argv) { (void)argv; return ((char *)malloc(4))[argc + 3]; }' \
	>"$folder/overrun.c"
echo 'int main(int argc, char **argv) { (void)argv; return (2147483647 + argc) & 1; }' >"$folder/overflow.c"
flags=$(make -s print-gb_sanitize SANITIZE=address,undefined)
for fault in overrun overflow; do
	# shellcheck disable=SC2086 # a list of flags
	cc $flags -o "$folder/$fault" "$folder/$fault.c"
	if "$folder/$fault" 2>"$folder/log"; then
		echo "$fault was not stopped"
		exit 1
	fi
	grep -E 'heap-buffer-overflow on|signed integer overflow' "$folder/log"
done
