#!/bin/bash
# owners.sh BUILD: tests that files with code that others could have placed are refused with one line, and accepted with
# --allow-foreign. tests/unit/test_owner.c tests the rule itself.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy_curve=$build/tests/plugins/toy_curve.so
# Nobody has these numbers.
other=1999999901 third=1999999902

# lists NAMES: exactly these benchmarks are listed.
lists() {
	[ "$status" -eq 0 ] && [ "$(cut -d ' ' -f 1 "$out" | tr '\n' ' ')" = "$1 " ]
}
# one_line TEXT: standard error is a single line with the text, apart from the message of a list without benchmarks.
one_line() {
	ends "$status" "$1" && [ "$(grep -vc 'no plug-ins were found' "$err")" -eq 1 ]
}
export GPUBENCH_PLOTS=$tests/../plots

# ---- other owners ----------------------------------------------------------------------------------------------------

mkdir -m 755 "$work/links"
ln -s "$toy_curve" "$work/links"
if [ "$(id -u)" -ne 0 ] || ! chown "$other:$other" "$work/links" 2>/dev/null; then
	skip "files of other users: they take root"
	totals
	exit
fi
chmod 755 "$work"
GPUBENCH_PLUGIN_PATH=$work/links run "$fake" --list
check "a folder of somebody else" one_line "plug-ins in $work/links are not used: $work/links belongs to user $other"

# A folder made by somebody else next to the program, below one such as /tmp.
mkdir -m 1777 "$work/shared"
chmod 1777 "$work/shared"
mkdir -p "$work/shared/bin" "$work/shared/lib/gpubench/plugins"
cp "$fake" "$work/shared/bin/gpubench"
cp "$toy_curve" "$work/shared/lib/gpubench/plugins"
chown -R "$other" "$work/shared/lib"
run "$work/shared/bin/gpubench" --list
check "plug-ins that somebody put next to the program" one_line "belongs to user $other"
check "plug-ins that somebody put next to the program are not there" test ! -s "$out"

# tree FOLDER: an installed program with its plug-ins.
tree() {
	mkdir -p "$1/bin" "$1/lib/gpubench/plugins" "$1/share/gpubench"
	cp "$fake" "$1/bin/gpubench"
	cp "$build/tests/plugins/toy.so" "$toy_curve" "$1/lib/gpubench/plugins"
	cp -r "$tests/../plots" "$1/share/gpubench/plots"
}
as_third=(setpriv --reuid "$third" --regid "$third" --clear-groups)
# works NAME COMMAND...: the command lists its plug-ins without messages.
works() {
	local name=$1
	shift
	run "$@" --list
	check "$name: its plug-ins" lists "toy toy_curve"
	check "$name: silently" test ! -s "$err"
}
# HPC software often belongs to a separate user.
tree "$work/site"
chown -R "$other:$other" "$work/site"
works "an install of another user, for root" "$work/site/bin/gpubench"
works "an install of another user, for a third" "${as_third[@]}" "$work/site/bin/gpubench"
run "${as_third[@]}" env -u GPUBENCH_PLOTS "$work/site/bin/gpubench" plot
check "an install of another user: its pictures" ends 0
chmod -R g+w "$work/site"
works "an install that its group keeps" "${as_third[@]}" "$work/site/bin/gpubench"
chgrp -R "$third" "$work/site/lib"
run "$work/site/bin/gpubench" --list
check "plug-ins that another group than the program's keeps" one_line "the group $third can write to $work/site/lib"
# A tree built by root in another user's folder, as in a container.
mkdir "$work/home"
tree "$work/home/tree"
chown "$other" "$work/home" "$work/home/tree" "$work/home/tree/lib" "$work/home/tree/lib/gpubench"
works "a tree in the folder of another user" "$work/home/tree/bin/gpubench"

totals
