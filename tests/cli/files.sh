#!/bin/bash
# files.sh BUILD: what a run leaves in its files: numbers of points, and what becomes of files that are torn, planted or lie
# on a full disk. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)
curve=("$build/tests/plugins/toy_curve.so")

# numbered FILE: the points of each GPU are numbers 1 to `points`, and conclusions have no number.
numbered() {
	fields gpu_uuid variant point_number points <"$1" | awk '
		{ gpus[$1] }
		$2 == "" || NF < 4 { if (NF != 1) { print "a conclusion with a number: " $0; exit wrong = 1 } next }
		$4 != points && points != "" { print "another plan: " $0; exit wrong = 1 }
		{ points = $4; seen[$1, $3] }
		END {
			for (gpu in gpus)
				for (i = 1; i <= points; i++)
					if (!((gpu, i) in seen)) { print gpu " has no point " i; wrong = 1 }
			exit wrong || points < 2
		}'
}

# ---- numbers of points ---------------------------------------------------------------------------------------------

on devices=2 "${toy[@]}" -o "$work/plain.csv"
check "each point has its number" numbered "$work/plain.csv"
on devices=2 "${toy[@]}" --shuffle=3 -o "$work/mixed.csv"
check "mixed points keep theirs" numbered "$work/mixed.csv"
order() { fields gpu_uuid variant point point_number <"$1"; }
check "which are those of the plan" test "$(order "$work/plain.csv" | sort)" = "$(order "$work/mixed.csv" | sort)"
check "in another order" test "$(order "$work/plain.csv")" != "$(order "$work/mixed.csv")"
on "" --plugin "${curve[0]}" -b toy_curve -o "$work/curve.csv"
check "a curve with conclusions" ends 0
check "conclusions have no number" numbered "$work/curve.csv"
check "there are some" test "$(fields variant <"$work/curve.csv" | grep -c '^$')" -gt 0
head -3 "$work/mixed.csv" >"$work/half.csv"
on devices=2 "${toy[@]}" --resume "$work/half.csv"
check "a resumed run numbers by the plan" numbered "$work/half.csv"

# ---- modes ---------------------------------------------------------------------------------------------------------

has_mode() { fields mode <"$1" | sort -u | diff - <(echo "$2"); }
check "a quick run says so" has_mode "$work/plain.csv" quick
check "and so do conclusions" has_mode "$work/curve.csv" full
on "" -b toy --every-point -o "$work/every.csv"
check "a run of every point says so" has_mode "$work/every.csv" every-point

echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
