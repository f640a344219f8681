#!/bin/bash
# damaged.sh BUILD: tests that a plug-in damaged by a copy, or one that ends the process that loads it, costs one line
# in every command, and that other plug-ins still work. tests/unit/test_loader.c damages every page.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

folder=$work/more
mkdir "$folder"
export GPUBENCH_PLUGIN_PATH=$folder
floor=$tests/data/every-roof.csv

# each REASON: every command that loads plug-ins prints this in one line, and still works.
each() {
	local reason=$1 command
	for command in "--list" "--help" "check --help" "--man" "--describe skeleton" "--dry-run -b skeleton" \
			"-b skeleton --quick"; do
		# shellcheck disable=SC2086 # words of a command line
		run "$fake" $command
		check "$command: status 0" ends 0 "$reason"
		check "$command: one line of it" test "$(grep -c 'is not used: ' "$err")" -eq 1
		check "$command: what it should" grep -qE 'skeleton|Exit status' "$out"
	done
	run "$fake" check --baseline "$floor" --seconds 20
	check "check: one line of it" test "$(grep -cF "$reason" "$err")" -eq 1
	check "check: an end of its own" test "$status" -le 3
	run "$fake" --complete -- gpubench -b toy
	check "completion is silent" test ! -s "$err"
}

# A page of zeros in the code.
torn=$folder/toy_curve.so
cp "$build/tests/plugins/toy_curve.so" "$torn"
dd if=/dev/zero of="$torn" bs=4096 seek=1 count=1 conv=notrunc status=none
each "plug-in $torn is not used: the file is damaged: its checksum is "
rm "$torn"
cp "$build/tests/plugins/dies.so" "$folder"
each "plug-in $folder/dies.so is not used: loading it ended a process by signal 6 (Aborted)"
GPUBENCH_DIES='exit' run "$fake" --list
check "one that exits" ends 0 "plug-in $folder/dies.so is not used: loading it ended a process with status 3"
rm "$folder/dies.so"

# Changes made by packaging tools are not damage.
if command -v strip >/dev/null && command -v readelf >/dev/null; then
	cp "$build/tests/plugins/toy_curve.so" "$torn"
	strip "$torn"
	check "strip leaves its note" test "$(readelf -n "$torn" | grep -c ' gpubench ')" -eq 1
	run "$fake" --list
	check "one that was stripped is taken" grep -q '^toy_curve ' "$out"
	check "one that was stripped is taken silently" test ! -s "$err"
	dd if=/dev/zero of="$torn" bs=4096 seek=1 count=1 conv=notrunc status=none
	run "$fake" --list
	check "one that was stripped and then torn" \
		ends 0 "plug-in $torn is not used: the file is damaged: its checksum is "
	rm "$torn"
else
	skip "strip or readelf is not here (Debian: binutils)"
fi

unset GPUBENCH_PLUGIN_PATH
if sanitized; then
	skip "the time of --list, with sanitizers"
else
	quick "--list of all plug-ins" "$real" --list
fi

totals
