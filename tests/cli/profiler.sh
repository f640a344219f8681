#!/bin/bash
# profiler.sh BUILD: tests that gpubench-profile performs profile and ab in place of gpubench, which contains no
# profiler names.
# shellcheck disable=SC2154,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

cd "$work" || exit 1

# ---- words -----------------------------------------------------------------------------------------------------------

# of_profilers FILE...: the strings with names of metrics, or of tools that count them.
of_profilers() {
	strings "$@" |
		grep -aiE '(dram|lts|l1tex|sm|smsp)__|cupti|sass|compute.?sanitizer|nsight|(^|[^_[:alnum:]])ncu\b'
}

# unexplained FILE: those that neither the help nor `roofs --export ncu` prints, one per line.
unexplained() {
	of_profilers "$1" | sed 's/^= //; s/`//g' | tr -s '[:blank:]' ' ' | awk 'FNR == NR { all = all " " $0; next }
		index(all, $0) == 0' <(tr -s '[:blank:]' ' ' <explained) -
}

{
	for command in $("$real" --complete -- '' | grep '^[a-z]'); do
		"$real" "--man=$command"
	done | sed "s/\\\\f.//g; s/\\\\-/-/g; s/\\\\&//g; s/\\\\(aq/'/g"
	strings "$build/obj/harness/reading/export/export_ncu.o"
} >explained
# A sanitizer adds its own strings to the program.
if ! strings "$real" | grep -q __asan_init; then
	unexplained "$real" >left
fi
check "no words of profilers in gpubench: $(head -3 left)" test ! -s left
check "metrics in gpubench-profile" grep -q '^sm__cycles' <(unexplained "$build/gpubench-profile")
(cat "$real" && printf '\0lts__t_sectors.sum\0') >planted
check "a metric would be found" grep -qx lts__t_sectors.sum <(unexplained planted)

# one program replaced by another

"$fake" ab --pairs 18 -- sh -c 'echo $PPID >parent' -- true >"$out" 2>"$err" &
ours=$!
wait "$ours"
check "it is the process that was started" test "$(cat parent)" = "$ours"
ln -s "$fake" elsewhere
run "$work/elsewhere" ab -- true
check "it is found from a link to gpubench" complains 1 "expected two commands"

mkdir "a b" && cp "$real" "a b/gpubench"
for command in "profile -- true" "ab -- true -- true"; do
	# shellcheck disable=SC2086 # words
	run "a b/gpubench" $command
	check "${command%% *} without gpubench-profile says where it was looked for" complains 2 "gpubench: \
${command%% *} needs $work/a b/gpubench-profile, which cannot be run: No such file or directory"
done
run "a b/gpubench" profile --help
check "its help needs none" ends 0
run "a b/gpubench" ab --paar
check "nor does an option that is none" complains 1 "'--paar' is not an option"

totals
