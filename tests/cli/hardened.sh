#!/bin/bash
# hardened.sh BUILD: tests that the program and its plug-ins are built so that memory errors end them, and that a
# program in the tree loads libraries only from named folders.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

if ! command -v readelf >/dev/null; then
	skip "readelf is not here (Debian: apt-get install binutils)"
	totals
	exit
fi
# says TEXT READELF-ARGUMENTS...
says() {
	local text=$1
	shift
	readelf -W "$@" 2>&1 | grep -q -- "$text"
}
for file in "$build"/gpubench{,-profile} "$build"/plugins/dram.so "$build/tests/plugins/toy.so"; do
	name=$(basename "$file")
	check "$name binds its calls at once" says 'NOW' -d "$file"
	check "$name has its tables read-only" says 'GNU_RELRO' -l "$file"
	check "$name has a stack that cannot be run" says 'GNU_STACK.* RW ' -l "$file"
	check "$name may lie anywhere" says 'DYN' -h "$file"
done
# Sanitizers replace these checks, and a build without optimization has none of them.
if sanitized || ! grep -q -- '_FORTIFY_SOURCE' "$build/obj/cc.flags"; then
	skip "this build has a sanitizer, or no optimizer: no checked calls of libc"
else
	check "it checks calls of libc" says '_chk@' --dyn-syms "$build/gpubench"
fi
check "it guards its stack" says '__stack_chk_fail' --dyn-syms "$build/gpubench"
no_run_path() { ! says 'RPATH\|RUNPATH' -d "$1"; }
check "a build in the tree has no run path" no_run_path "$build/gpubench"
check "nor has the program that profiles" no_run_path "$build/gpubench-profile"
totals
