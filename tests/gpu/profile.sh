#!/usr/bin/env bash
# profile.sh BUILD [RESULTS.csv]: gpubench profile on this GPU, under roofs that are measured first (or those of
# RESULTS.csv). Our own dram and ffma must lie on their own roofs to 2 %; every kernel of real programs must be placed,
# and DRAM bytes and FLOP must be those of ncu by itself, to 1 %. Real programs are the kernels of docs/roofline.md and
# each line of the file in PROGRAMS: a command, or "--launch-count 4 -- COMMAND" for one with many launches, an option
# that both get. KEEP is a folder for the output of both; "profiled.py page" makes a table from it. Needs ncu, nvcc
# (NVCC= selects another one) and the right to read counters. Exit status: 0 all checks passed, 1 one failed, 77 cannot
# be done here. The last line has the totals.
# shellcheck source=tests/gpu/ncu.bash
. "$(dirname "$0")/ncu.bash"
number=0
kept=${KEEP-$work}
measure 'dram|ffma|l1|cache|shared' || exit 1

# kernels of gpubench, launched as they were measured

python3 "$here/profiled.py" points "$results" "$work/points.csv" || exit 1
"$build/gpubench" profile --roofs "$results" --cache-control none \
	--kernel 'regex:^(dram_(read|write|copy|triad)_v|ffma_(.*_)?c[0-9])' --csv -o "$kept/own.csv" -- \
	"$build/gpubench" -b 'dram|ffma' --points "$work/points.csv" --launches 3 -o "$work/launched.csv" 2>"$work/said"
code=$?
cat "$work/said" >&2
grep -q ERR_NVGPUCTRPERM "$work/said" && skip "this user may not read counters"
check "our own kernels are profiled" test "$code" -eq 0
check "and lie on their own roofs" python3 "$here/profiled.py" own "$kept/own.csv"

# ---- programs of others ----------------------------------------------------------------------------------------------

# program [OPTION... --] WORDS...: all kernels are placed, with the same counts as in ncu.
program() {
	local options=()
	if [[ $1 == --* ]]; then
		while [ "$1" != -- ]; do
			options+=("$1")
			shift || return 1
		done
		shift
	fi
	number=$((number + 1))
	echo "${*##*/}" >"$kept/$number.txt"
	"$build/gpubench" profile --roofs "$results" "${options[@]}" --csv -o "$kept/$number.csv" -- "$@" >/dev/null ||
		return 1
	ncu --clock-control none --csv --page raw --print-units base --target-processes all \
		--log-file "$kept/$number.ncu.csv" \
		"${options[@]}" --metrics "$(python3 "$here/profiled.py" metrics)" "$@" >/dev/null || return 1
	python3 "$here/profiled.py" same "$kept/$number.csv" "$kept/$number.ncu.csv"
}

"$nvcc" -O3 -arch=native -o "$work/kernels" "$here/roofline/kernels.cu" || exit 1
check "the kernels of docs/roofline.md" program "$work/kernels"
while read -r -a words; do
	[ ${#words[@]} -eq 0 ] || check "${words[*]}" program "${words[@]}"
done < <([ -z "${PROGRAMS-}" ] || cat "$PROGRAMS")
totals
