#!/bin/bash
# manual.sh BUILD: tests the manual pages.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

page=$work/gpubench.1
run "$real" --man
check "--man" ends 0
cp "$out" "$page"
run "$real" --man=campare
check "a command that is none" ends 1 "did you mean 'compare'?"
# A page for each command, with its options.
for command in $("$real" --complete -- "" | grep '^[a-z]'); do
	run "$real" "--man=$command"
	check "--man=$command" ends 0
	cp "$out" "$work/gpubench-$command.1"
	for option in $("$real" "$command" --help | grep -oE '^  (-.,|   ) --[a-z-]+' | grep -oE '[a-z][a-z-]+$'); do
		check "--man=$command has --$option" grep -qF "\\fB\\-\\-${option//-/\\-}\\fR" "$out"
	done
	check "gpubench(1) names $command" grep -qE "^.fB(gpubench|.*\[.fB)? ?$command.fR|\[.fB$command.fR\]" "$page"
done
for name in $("$real" --list | sed 's/ .*//'); do
	check "--man has $name" grep -qxF "\\fB$name\\fR" "$page"
done

# Each of these programs, if present, checks the page.
looker() {
	command -v "$1" >/dev/null || { skip "$1 is not installed: it does not look at the manual page"; return 1; }
}
quiet() {
	[ "$status" -eq 0 ] && [ ! -s "$err" ]
}
if looker groff; then
	run groff -man -ww -Tutf8 -P-c -P-b -P-u "$work"/*.1
	check "groff takes the pages without a warning" quiet
	check "and shows it to its end" grep -qF "pkg-config(1)" "$out"
fi
if looker man; then
	run env LC_ALL=C.UTF-8 MAN_KEEP_STDERR=1 MANWIDTH=80 man --warnings -l -Tutf8 "$work"/*.1
	check "man takes the pages without a warning" quiet
fi
if looker mandoc; then
	# A reproducible page has no date.
	run mandoc -Tlint "$work"/*.1
	check "mandoc finds no fault but one" \
		test "$(cut -d : -f 5- "$out" | sort -u)" = ' WARNING: missing date, using "": TH'
fi

totals
