#!/bin/sh
# symbols.sh: checks that the program exports to plug-ins exactly the functions that gpubench.h and gpubench_declared.h
# declare.
set -eu
build=${1:-build}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The preprocessor removes comments. A function is a name followed by '(' outside structs and inline functions.
cc -E -P harness/gpubench_declared.h |
	awk '/^struct.*{|^static inline/ { inside = 1 } !inside && !/^typedef/ { print } /^}/ { inside = 0 }' |
	grep -oE '\bgb_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$folder/declared"
nm -D --defined-only "$build/gpubench" | awk '$3 ~ /^gb_/ { print $3 }' | sort -u >"$folder/exported"
test -s "$folder/declared"
diff "$folder/declared" "$folder/exported"
