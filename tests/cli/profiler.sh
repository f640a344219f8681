#!/bin/bash
# profiler.sh BUILD: tests that gpubench contains no names of profilers, and gpubench-profile does. transcripts/ab.t has
# how it takes the place of gpubench.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

cd "$work" || exit 1

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

totals
