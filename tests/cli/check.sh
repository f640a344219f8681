#!/bin/bash
# check.sh BUILD: tests gpubench check on the fake device: its output, exit status and duration. Called by run.sh; if
# run alone, the last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# says TEXT: the single line on standard output contains the text.
says() {
	test "$(wc -l <"$out")" -eq 1 && grep -qE "$1" "$out"
}

# The scatter between cards is unknown for a plug-in's roof, so the user's floor judges it.
floor=(--max-drop 1%)
ref=$work/ref.csv
GPUBENCH_HOST=site on devices=3 --all --quick -o "$ref"
export GPUBENCH_HOST=n013

# ---- against a baseline ----------------------------------------------------------------------------------------------

# A disturbance in the first run alone is not a drop: the second run, of the benchmark in doubt, does not show it.
on devices=1 check "${floor[@]}" --baseline "$ref" -o "$work/kept.csv"
check "rows are kept" test "$(fields run_id <"$work/kept.csv" | sort -u | wc -l)" -eq 1
on devices=1,slow=1.03 check "${floor[@]}" --baseline "$ref" -o "$work/twice.csv"
check "what is below is measured twice" test "$(fields run_id <"$work/twice.csv" | sort -u | wc -l)" -eq 2
run "$fake" roofs "$work/twice.csv"
check "and the file can be read" test "$status" -eq 0

# ---- what was measured before ----------------------------------------------------------------------------------------

on "" check "${floor[@]}" "$work/kept.csv" --baseline "$ref"
check "a file that is fine" test "$status" -eq 0
on "" check "${floor[@]}" "$work/kept.csv" --baseline "$ref" --expect ecc=ON --expect mig=Disabled --expect power=700.0W
check "what is expected, by its kind" test "$status" -eq 0
{ cat "$work/kept.csv"; echo garbage; } >"$work/partly.csv"
on "" check "${floor[@]}" "$work/partly.csv" --baseline "$ref"
check "a line that cannot be read leaves no verdict" test "$status" -eq 2
check "and the only line does not begin with OK" grep -q '^no verdict: not all of the input' "$out"
on "" check "$work/kept.csv" --expect sms=abc
check "no nonsense" ends 1 "--expect sms=abc: expected"
on "" check "$work/kept.csv" -o "$work/none.csv"
check "a file has no rows for -o" ends 1 "-o saves measured rows"
on "" check "${floor[@]}" "$work/twice.csv" --baseline "$ref"
check "one that is not" test "$status" -eq 3
sed 's/,Fake GPU,/,Other GPU,/' "$work/kept.csv" >"$work/other.csv"
on "" check "${floor[@]}" "$work/other.csv" --baseline "$ref"
check "another model" test "$status" -eq 2
check "is not judged" says 'cannot be judged: there is no baseline for Other GPU, board 900-FAKE0-0000-000'
# An interval that extends across the floor decides nothing, wherever the value lies.
python3 - "$work/kept.csv" >"$work/wide.csv" <<'END'
import csv, sys
rows = csv.DictReader(open(sys.argv[1], newline=""))
out = csv.DictWriter(sys.stdout, rows.fieldnames)
out.writeheader()
for row in rows:
    if row["roof"]:
        for name, factor in (("value", 0.3), ("lo", 0.1), ("hi", 3)):
            row[name] = repr(float(row[name]) * factor)
    out.writerow(row)
END
on "" check "${floor[@]}" "$work/wide.csv" --baseline "$ref"
check "an interval of some hundred percent" test "$status" -eq 2
check "is no verdict" says 'cannot be judged: its interval is'
on "" check "$work/none.csv" --baseline "$ref"
check "no such file" ends 2 "none.csv"
on "" check --baseline "$work/none.csv"
check "no such baseline" ends 2 "no GPU in the baseline"

# ---- the reference ---------------------------------------------------------------------------------------------------

mkdir "$work/bin/reference"
"$tests/../results/reference.py" "$ref" >"$work/bin/reference/fake.csv"
check "a reference is made" test "$(fields gpu_uuid <"$work/bin/reference/fake.csv" | sort -u | wc -l)" -eq 3
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
"$tests/../results/reference.py" "$work/bin/reference/fake.csv" "$ref" >"$work/again.csv"
check "a reference with its own runs is as before" cmp "$work/again.csv" "$work/bin/reference/fake.csv"
check "it does not tell hosts" test -z "$(fields host <"$work/bin/reference/fake.csv" | tr -d '\n')"
on devices=4 check "${floor[@]}"
check "it is found next to the program" says '1 of 1 roof judged; OK: 4 GPUs of n013 match their reference'
on devices=4,slow=1.03 check "${floor[@]}"
check "and held to" test "$status" -eq 3
on devices=4 check "${floor[@]}" --baseline reference
check "by its name too" test "$status" -eq 0
run "$fake" compare "$ref" --baseline reference --max-drop 5%
check "compare knows it" test "$status" -eq 0
check "and says on what it stands" grep -q 'reference of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs' "$err"
sed 's/900-FAKE0-0000-000/900-FAKE0-0000-001/' "$ref" >"$work/board.csv"
on "" check "${floor[@]}" "$work/board.csv"
check "a board that it does not have is held to others of its model" test "$status" -eq 0
check "is said" grep -q 'reference of Fake GPU, board 900-FAKE0-0000-001: 3 GPUs of other boards' "$err"
mkdir "$work/elsewhere"
sed 's/900-FAKE0-0000-000/900-FAKE0-0000-001/' "$work/bin/reference/fake.csv" >"$work/elsewhere/site.csv"
GPUBENCH_REFERENCE=$work/elsewhere on "" check "${floor[@]}" "$work/board.csv"
check "a site's own folder" test "$status" -eq 0
rm -r "$work/bin/reference"
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
unset GPUBENCH_HOST

# Files of several hosts: the GPUs of each host are counted.
export GPUBENCH_REFERENCE=$tests/../results/reference
all=$tests/data/card/full.csv
for host in n1 n2; do
	sed "s/,vm,/,$host,/; s/GPU-25eff6b3/GPU-$host/" "$all" >"$work/$host.csv"
done
run "$real" check "$work/n1.csv" "$work/n2.csv" "$all"
check "GPUs of three hosts" grep -qF "OK: 3 GPUs (1 of n1, 1 of n2, 1 of vm) match their reference" "$out"
run "$real" check "$work/n1.csv"
check "of one" grep -qF "OK: 1 GPU of n1 matches its reference" "$out"

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
	totals
fi
