#!/bin/bash
# owners.sh BUILD: tests that files with code that others could have placed are refused with one line, and accepted with
# --allow-foreign. tests/unit/test_owner.c tests the rule itself.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy_curve=$build/tests/plugins/toy_curve.so
allow=--allow-foreign
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
own="skeleton toy toy_cycles"
all="skeleton toy toy_curve toy_cycles"

# ---- folders and files to which anyone can write --------------------------------------------------------------------

# Two plug-ins: one line for the folder, not one for each.
mkdir "$work/open"
cp "$toy_curve" "$work/open"
cp "$toy_curve" "$work/open/toy_copy.so"
chmod 777 "$work/open"
export GPUBENCH_PLUGIN_PATH=$work/open
run "$fake" --list
check "an open folder: its plug-ins are not there" lists "$own"
check "an open folder: one line" one_line \
	"plug-ins in $work/open are not used: anyone can write to $work/open ($allow accepts it anyway)"
run "$fake" -b toy_curve --quick
check "an open folder: its benchmark is not there" ends 1 "toy_curve"
chmod 1777 "$work/open"
run "$fake" --list
check "an open folder is open if it is sticky, too" lists "$own"
rm "$work/open/toy_copy.so"
run "$fake" $allow --list
check "an open folder that is allowed" lists "$all"
check "an open folder that is allowed: silently" test ! -s "$err"
run "$fake" --complete -- gpubench $allow -b toy_
check "completion takes it with the option" grep -q toy_curve "$out"
run "$fake" --complete -- gpubench -b toy_
check "and not without" test -z "$(grep toy_curve "$out")"
chmod 755 "$work/open"
run "$fake" --list
check "a folder that was closed" lists "$all"
chmod 666 "$work/open/toy_curve.so"
run "$fake" --list
check "an open file" lists "$own"
check "an open file: one line" one_line \
	"plug-in $work/open/toy_curve.so is not used: anyone can write to $work/open/toy_curve.so"
unset GPUBENCH_PLUGIN_PATH
run "$fake" --plugin "$work/open/toy_curve.so" --list
check "an open file that is named" lists "$own"
check "an open file that is named: one line" one_line "plug-in $work/open/toy_curve.so is not used: anyone can write"
run "$fake" --plugin "$work/open/toy_curve.so" $allow -b toy_curve --quick -o "$work/rows.csv"
check "an open file that is allowed measures" ends 0

# For a link, its target counts; a file in a sticky folder belongs to its owner.
mkdir -m 755 "$work/links"
ln -s ../open/toy_curve.so "$work/links"
GPUBENCH_PLUGIN_PATH=$work/links run "$fake" --list
check "a link to an open file" \
	one_line "plug-in $work/links/toy_curve.so is not used: anyone can write to $work/open/toy_curve.so"
chmod 644 "$work/open/toy_curve.so"
chmod 777 "$work/open"
GPUBENCH_PLUGIN_PATH=$work/links run "$fake" --list
check "a link into an open folder" \
	one_line "plug-in $work/links/toy_curve.so is not used: anyone can write to $work/open ("
chmod 1777 "$work/open"
run "$fake" --plugin "$work/open/toy_curve.so" --list
check "a named file in a folder such as /tmp" lists "$all"
chmod 755 "$work/open"

# ---- models, pictures, references ------------------------------------------------------------------------------------

cp "$build/tests/plugins/skeleton.model" "$work/skeleton.model"
chmod 666 "$work/skeleton.model"
run "$fake" --dry-run -b skeleton --model "$work/skeleton.model"
check "an open model" grep -qF "WRONG: models $work/skeleton.model: anyone can write to $work/skeleton.model" "$out"
check "an open model fails the dry run" ends 2
every=$tests/data/every-roof.csv
export GPUBENCH_PLOTS=$tests/../plots
mkdir -m 777 "$work/pictures"
chmod 777 "$work/pictures"
cp "$build"/plugins/bank.plot "$build"/plugins/cache.plot "$work/pictures"
export GPUBENCH_PLUGIN_PATH=$work/pictures
run "$fake" plot
check "an open folder of pictures has none" test -z "$(grep -E '^(bank|cache) ' "$out")"
check "an open folder of pictures: one line" \
	one_line "no picture of $work/pictures is drawn: anyone can write to $work/pictures"
run "$fake" plot bank "$every" -o "$work/bank.svg"
check "a picture of an open folder" ends 1 "'bank' is not a plot"
run "$fake" report "$every" -o "$work/report.html"
check "a report without them" ends 2 "no picture of $work/pictures is drawn: anyone can write to $work/pictures"
run "$fake" plot $allow
check "pictures that are allowed" grep -q '^bank ' "$out"
chmod 755 "$work/pictures"
chmod 666 "$work/pictures/bank.plot"
run "$fake" plot bank "$every" --data "$work/data"
check "an open description" ends 2 "$work/pictures/bank.plot: anyone can write to $work/pictures/bank.plot"
unset GPUBENCH_PLUGIN_PATH
if command -v gnuplot >/dev/null; then
	cp "$tests/../plots/roofline.gp" "$work/mine.gp"
	chmod 666 "$work/mine.gp"
	run "$fake" plot roofline "$every" --script "$work/mine.gp" -o "$work/x.svg"
	check "an open script" ends 2 "$work/mine.gp: anyone can write to $work/mine.gp"
	run "$fake" plot roofline "$every" --script "$work/mine.gp" $allow -o "$work/x.svg"
	check "an open script that is allowed" ends 0
	cp -r "$tests/../plots" "$work/plots"
	chmod 666 "$work/plots/common.gp"
	GPUBENCH_PLOTS=$work/plots run "$fake" plot roofline "$every" -o "$work/x.svg"
	check "an open script that others load" \
		ends 2 "$work/plots/common.gp: anyone can write to $work/plots/common.gp"
else
	skip "gnuplot is not here: scripts of others"
fi
# A folder that cannot be read, even by root, may hold the requested file.
ln -s loop "$work/loop"
for command in --list plot; do
	GPUBENCH_PLUGIN_PATH=$work/loop run "$fake" $command
	check "$command: a folder that cannot be read" \
		grep -qE "$work/loop.*: it cannot be read: Too many levels" "$err"
done
GPUBENCH_REFERENCE=$work/loop run "$fake" compare "$every" --baseline reference
check "a reference folder that cannot be read" ends 2 "$work/loop: it cannot be read: Too many levels"
mkdir -m 755 "$work/reference"
cp "$every" "$work/reference/site.csv"
chmod 666 "$work/reference/site.csv"
GPUBENCH_REFERENCE=$work/reference run "$fake" compare "$every" --baseline reference
check "an open reference" ends 2 "$work/reference/site.csv: anyone can write to $work/reference/site.csv"
chmod 644 "$work/reference/site.csv"
chmod 777 "$work/reference"
GPUBENCH_REFERENCE=$work/reference run "$fake" compare "$every" --baseline reference
check "an open folder of references" ends 2 "$work/reference: anyone can write to $work/reference ("
GPUBENCH_REFERENCE=$work/reference run "$fake" compare "$every" --baseline reference $allow
check "references that are allowed" ends 0

# ---- other owners ----------------------------------------------------------------------------------------------------

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
