#!/bin/bash
# check.sh BUILD: tests gpubench check against references that are made, and the one that comes with the program. The
# last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# says TEXT: the single line on standard output contains the text.
says() {
	test "$(wc -l <"$out")" -eq 1 && grep -qE "$1" "$out"
}

ref=$work/ref.csv
GPUBENCH_HOST=site on devices=3 --all --quick -o "$ref"

# ---- the reference ---------------------------------------------------------------------------------------------------

"$tests/../results/reference.py" "$ref" >"$work/reference.csv"
"$tests/../results/keep.py" "$ref" "$work/cards.csv"
cp "$work/cards.csv" "$work/cards.once"
"$tests/../results/keep.py" "$ref" "$work/cards.csv"
check "roofs of a run are kept, once" \
	sh -c "cmp '$work/cards.csv' '$work/cards.once' && test $(fields roof <"$work/cards.csv" |
		grep -c .) -eq $(fields roof <"$ref" | grep -c .)"
sed "s/$(fields run_id <"$ref" | head -1)/another/" "$ref" >"$work/again.csv"
"$tests/../results/keep.py" "$work/again.csv" "$work/cards.csv"
check "a later run is added" \
	test "$(fields run_id <"$work/cards.csv" | sort | uniq -c | awk '{ print $1 }' | uniq)" -eq \
	"$(fields roof <"$ref" | grep -c .)"
"$tests/../results/reference.py" "$work/reference.csv" "$ref" >"$work/again.csv"
check "a reference with its own runs is as before" cmp "$work/again.csv" "$work/reference.csv"
# The shipped reference judges its own runs, each by the cards of its board. Old runs lack some roofs.
for model in h200-sxm h100-sxm; do
	run "$fake" check --baseline results/reference/$model.csv results/$model/quick.csv
	check "quick.csv of $model and the reference that comes with the program" ends 0
	(echo schema, && fields run_id <"results/reference/$model.csv" | sort -u) >"$work/runs"
	# Two cards have a defect: a slow L2, and a thermal slowdown.
	grep -F -f "$work/runs" "results/fleet/$model.csv" | grep -v -e GPU-09c3ac76 -e GPU-06fd217d >"$work/quick.csv"
	check "it has quick runs of many cards" test "$(fields gpu_uuid <"$work/quick.csv" | sort -u | wc -l)" -ge 7
	run "$fake" check --baseline results/reference/$model.csv "$work/quick.csv"
	check "none of them is slow" sh -c "test $status -eq 0 || test $status -eq 2"
done
# Its roofs are as fast as those of other cards.
grep -e ^schema, -e GPU-06fd217d results/fleet/h100-sxm.csv >"$work/throttled.csv"
run "$fake" check --baseline results/reference/h100-sxm.csv "$work/throttled.csv"
check "a card that throttled itself does not pass" ends 3
check "and why is shown" \
	grep -q '; throttled: vm: GPU 0 (GPU-06fd217d-.*) hardware or thermal slowdown in 5 roofs, first tensor' "$out"
run "$fake" compare "$work/throttled.csv"
check "compare lists it" grep -q '^ *vm  *GPU-06fd217d.*hardware or thermal slowdown in 5 roofs' "$out"

# slower ROOF PART: a quick run of an H100 (GPU-d29fec79), whose clock moved by 1 % during the run, with this roof
# slowed by this part.
slower() {
	python3 - "$1" "$2" "$tests/../results/fleet/h100-sxm.csv" <<-'END' >"$work/slower.csv"
		import csv, sys
		roof, part, path = sys.argv[1:]
		rows = list(csv.DictReader(open(path, encoding="utf-8")))
		rows = [row for row in rows if row["gpu_uuid"].startswith("GPU-d29fec79") and row["mode"] == "quick"]
		for row in rows:
		    for name in ("value", "lo", "hi", "per_clock", "per_clock_lo", "per_clock_hi"):
		        if row["roof"] == roof and row[name]:
		            row[name] = repr(float(row[name]) * (1 - float(part)))
		out = csv.DictWriter(sys.stdout, rows[0].keys(), lineterminator="\n")
		out.writeheader()
		out.writerows(rows)
	END
}
slower fp32 0
run "$fake" check --baseline "$tests/../results/reference/h100-sxm.csv" "$work/slower.csv"
check "a card whose clock moves is well" ends 0
for roof in fp32 random.read tensor.fp8 dram.write; do
	slower $roof 0.01
	run "$fake" check --baseline "$tests/../results/reference/h100-sxm.csv" "$work/slower.csv"
	check "one whose $roof is 1 % slower is not" ends 3
	check "$roof is named" says "$roof"
done
totals
