#!/bin/bash
# deps.sh BUILD: what installs packages says so first, and nothing else installs any. The
# apt-get here is a file that notes that it was called; no header is found by a compiler that always fails.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

mkdir -p "$work/apt"
printf '#!/bin/sh\necho "apt-get $*"\necho "$*" >>"%s/apt/called"\n' "$work" >"$work/apt/apt-get"
# shellcheck disable=SC2016 # as it is written
printf '#!/bin/sh\n[ "$1" = -n ] || exec "$@"\n' >"$work/apt/sudo"
chmod +x "$work/apt/apt-get" "$work/apt/sudo"

# lacking COMMAND...: where the headers are missing.
lacking() {
	rm -f "$work/apt/called"
	run env -u MAKEFLAGS -u MAKELEVEL PATH="$work/apt:$PATH" CC=false CUDA_HOME=none "$@"
}
# says_first: the line comes before what it tells of.
says_first() {
	grep -nE '^(Installing|apt-get)' "$out" | head -2 | tr -d '[:digit:]' >"$work/found"
	[ "$(sed -n '1s/ .*//p' "$work/found")" = ":Installing" ] && [ "$(sed -n '2s/ .*//p' "$work/found")" = ":apt-get" ] &&
		grep -qE '^Installing .*libhwloc-dev.* \(apt-get(, sudo)?\)' "$out" && [ -s "$work/apt/called" ]
}
installs_nothing() {
	[ ! -e "$work/apt/called" ]
}

lacking ci/deps.sh
check "make deps says what it installs" says_first
for goal in run test; do
	lacking make $goal CC=false BUILD="$work/build"
	check "make $goal says what it installs" says_first
	lacking make -n $goal CC=false BUILD="$work/build"
	check "make -n $goal installs nothing" installs_nothing
done
for goal in all tests install; do
	lacking make $goal CC=false BUILD="$work/build"
	check "make $goal installs nothing" installs_nothing
	# shellcheck disable=SC2016 # as it is printed
	check "and says what is missing" grep -qE 'hwloc.h csv.h .* not found: run `make deps`' "$err"
done

totals
