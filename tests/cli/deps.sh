#!/bin/bash
# deps.sh BUILD: tests that installations of packages are announced first, and that nothing else installs any. The
# apt-get here is a script that records its calls; with a compiler that always fails, no header is found.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# The screen at the first call of apt-get is in apt/screen.
mkdir -p "$work/apt"
cat >"$work/apt/apt-get" <<END
#!/bin/sh
[ -e '$work/apt/called' ] || cp '$out' '$work/apt/screen'
echo "\$*" >>'$work/apt/called'
echo "apt-get \$*"
[ ! -e '$work/apt/offline' ] || { echo "E: Failed to fetch a list: Temporary failure resolving a name"; exit 100; }
END
# shellcheck disable=SC2016 # as it is written
printf '#!/bin/sh\n[ "$1" = -n ] || exec "$@"\n' >"$work/apt/sudo"
chmod +x "$work/apt/apt-get" "$work/apt/sudo"

# lacking COMMAND...: runs the command without the headers.
lacking() {
	rm -f "$work/apt/called"
	run env -u MAKEFLAGS -u MAKELEVEL -u INSTALL -u V PATH="$work/apt:$PATH" CC=false CUDA_HOME=none \
		BUILD="$work/build" "$@"
}
# named FILE TEXT: the file contains the text, regardless of line breaks.
named() {
	tr -s ' \n' ' ' <"$1" | grep -qE -- "$2"
}
# says_first: the packages and the method are printed, on lines that fit, before the installation.
says_first() {
	named "$work/apt/screen" '^Installing with (sudo )?apt-get \(.*\): .*libhwloc-dev' &&
		[ "$(wc -L <"$work/apt/screen")" -lt 80 ]
}
installs_nothing() {
	[ ! -e "$work/apt/called" ]
}
# One line for each step: apt-get's own lines are in the logs.
is_quiet() {
	! grep -q '^apt-get' "$out" && grep -q '^apt-get.* install .*libhwloc-dev' "$work/build/log/apt-install.log"
}

lacking tools/toolchain/deps.sh
check "make deps says what it installs" says_first
check "and shows a line for it" is_quiet
lacking tools/toolchain/deps.sh fetch="$work/absent"
check "and what else it is asked for" named "$work/apt/screen" ': .* fetch'
lacking env V=1 tools/toolchain/deps.sh
check "V=1 shows all" grep -q '^apt-get.* install .*libhwloc-dev' "$out"
for goal in run test; do
	lacking make $goal CC=false BUILD="$work/build"
	check "make $goal says what it installs" says_first
	lacking make -n $goal CC=false BUILD="$work/build"
	check "make -n $goal installs nothing" installs_nothing
	lacking make $goal CC=false BUILD="$work/build" INSTALL=no
	check "make $goal INSTALL=no installs nothing" installs_nothing
	check "and names what is missing" named "$err" '^Missing, .* INSTALL=no: .*libhwloc-dev .*libcmocka-dev'
	check "and the command that brings it" \
		named "$err" 'As root: apt-get update && apt-get install .*libhwloc-dev .*libcmocka-dev'
	check "and ends" ends 2
done
for goal in all tests install; do
	lacking make $goal CC=false BUILD="$work/build"
	check "make $goal installs nothing" installs_nothing
	# shellcheck disable=SC2016 # as it is printed
	check "and says what is missing" grep -qE 'hwloc.h csv.h .* not found: run `make deps`' "$err"
done

touch "$work/apt/offline"
lacking tools/toolchain/deps.sh
check "without a network it fails" ends 1 "The network cannot be reached"
check "and shows why" grep -qF "  | E: Failed to fetch a list" "$out"
check "and where all of it is" grep -qF "Complete output: $work/build/log/apt-update.log" "$out"
rm "$work/apt/offline"

# Optional packages may be missing.
lacking make -n test BUILD="$work/fresh" CC=cc
check "make -n in an empty folder shows what would be built" grep -qF "LINK' '$work/fresh/gpubench'" "$out"
check "and makes nothing there" test ! -e "$work/fresh"

listed_once() {
	make -s help | sed '/^$/,$d; s/ .*//' | sort | uniq -d >"$work/twice"
	[ ! -s "$work/twice" ]
}
check "make help lists each target once" listed_once

totals
