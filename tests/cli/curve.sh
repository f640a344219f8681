#!/bin/bash
# curve.sh BUILD: tests rows that belong together, on the fake device: a point's metrics, conclusions, and resuming in
# the middle of them.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

curve=(--plugin "$build/tests/plugins/toy_curve.so" -b toy_curve --quick)
columns="variant point metric unit value roof status"
# A launch of 20 µs and 64, 128 and 256 words of 8 bytes.
expected="default size=64,what=rate,end=well bandwidth B/s 25600000  ok
default size=64,what=rate,end=well words 1 64  ok
default size=64,what=rate,end=well moved B/s 51200000  ok
default size=64,what=rate,end=well cost s 3.125e-07  ok
default size=128,what=rate,end=well bandwidth B/s 51200000  ok
default size=128,what=rate,end=well words 1 128  ok
default size=128,what=rate,end=well moved B/s 102400000  ok
default size=128,what=rate,end=well cost s 1.5625e-07  ok
default size=256,what=rate,end=well bandwidth B/s 102400000  ok
default size=256,what=rate,end=well words 1 256  ok
default size=256,what=rate,end=well moved B/s 204800000  ok
default size=256,what=rate,end=well cost s 7.8125e-08  ok
 size=256 bandwidth B/s 102400000 toy.best ok"

on "" "${curve[@]}"
check "metrics and conclusions" ends 0
check "their rows" has "$out" "$columns" "$expected"
check "a conclusion says how it was found" \
	test "$(fields reason <"$out" | tail -n 1)" = "the best of 12 rows on 4 SMs"
check "it has its limit" test "$(fields limit fraction <"$out" | tail -n 1)" = "1e+09 0.1024"
check "an exact number has no samples" test "$(fields samples lo <"$out" | sed -n 2p)" = " "
on "" "${curve[@]}" --json "$work/curve.json" -o "$work/curve.csv"
check "in JSON as well" ends 0 "toy.best"
check "all of them" test "$(grep -c '"metric"' "$work/curve.json")" -eq 13
check "samples go with the point's own value" test "$(grep -c '"raw"' "$work/curve.json")" -eq 3

on "" "${curve[@]}" -a size=64 -a end=beyond --strict -o "$work/beyond.csv"
check "--strict and a metric alone that is suspect" ends 2 "1 suspect: better than the limit (1)"
check "its point is ok" has "$work/beyond.csv" "metric status" "bandwidth ok
words ok
moved suspect
cost ok"
on "" "${curve[@]}" -a size=64 -a end=beyond --strict --resume "$work/beyond.csv"
check "--strict and a suspect row of the run that is resumed" ends 2 "1 points are kept, 0 measured anew"
on "" "${curve[@]}" -a size=64 -a end=beyond --resume "$work/beyond.csv"
check "without --strict it is none" ends 0
on "" "${curve[@]}" -a size=64 -a end=beyond -v
check "-v names the metric's row" ends 0 "size=64,what=rate,end=beyond: suspect: "
# fails END REASON: an invalid number, or a failure not stated by the plug-in itself, is reported in a failed row.
fails() {
	on "" "${curve[@]}" -a size=64 -a "end=$1"
	check "end=$1: a failed row says what was given" test "$status" -eq 2 -a \
		"$(fields status reason <"$out" | grep failed)" = "failed $2"
	run "$real" "${curve[@]::2}" -b toy_curve --dry-run -a size=64 -a "end=$1"
	check "end=$1: so does a dry run" grep -qF "WRONG: $3$2" "$out"
}
fails uncounted "metrics: 'words' is nan" ""
fails twins "metrics: two are named 'moved'" ""
fails unfound "finding bandwidth is nan, and no remark says why" "conclude: number 1: "
fails unfounded "finding bandwidth is from no row that it was given" "conclude: number 1: "
run "$real" "${curve[@]::2}" -b toy_curve --dry-run -a size=64 -a end=wild
check "a dry run reads the names of findings" grep -qF "WRONG: finding of conclude" "$out"
SECONDS=0
on "" "${curve[@]}" -a end=endless --deadline 1 # with a hang limit of 5 s, instead of a minute
check "a deadline bounds conclusions too" \
	ends 2 "while it drew conclusions from its rows, the worker was ended by signal 9"
check "a deadline bounds conclusions too: $SECONDS s" test "$SECONDS" -lt 55

# Wherever a file is cut, it is completed to its original contents.
lines=$(wc -l <"$work/curve.csv")
size=$(stat -c %s "$work/curve.csv")
for part in 1 2 3 4 5 6 7 8 9; do
	head -c $((size * part / 9 - (part == 9) * 3)) "$work/curve.csv" >"$work/cut.csv"
	on "" "${curve[@]}" --resume "$work/cut.csv"
	check "resuming after $part ninths" ends 0 "points are kept"
	check "resuming after $part ninths: all rows" has "$work/cut.csv" "$columns" "$expected"
done
cp "$work/curve.csv" "$work/whole.csv"
on "" "${curve[@]}" --resume "$work/curve.csv"
check "resuming what is whole leaves it byte for byte" cmp "$work/whole.csv" "$work/curve.csv"
check "resuming what is whole" ends 0 "3 points are kept, 0 measured anew"
check "it concludes once" test "$(wc -l <"$work/curve.csv")" -eq "$lines"

# ---- a load that lasts -----------------------------------------------------------------------------------------------

on power=200,sleep=0.01 -b toy --quick -a op=add,double -a parts=1 --sustained 2
check "--sustained" ends 0
check "it is for points that set a roof" has "$out" "point roof metric unit power_w" \
	"op=double,block=256  bandwidth B/s 200
op=add,parts=1,block=256 toy.add bandwidth B/s 200
op=add,parts=1,block=256  idle_power W 
op=add,parts=1,block=256  sustained_bandwidth B/s 200
op=add,parts=1,block=256  sustained_bandwidth B/s 200"
check "its axis is time" test "$(fields metric axis x <"$out" | grep -cE '^sustained_bandwidth seconds [0-9.]+$')" -eq 2
check "idle power is what is drawn before" test "$(fields metric value <"$out" | grep idle)" = "idle_power 200"
check "each part has its limit" test "$(fields metric fraction <"$out" | grep -c '^sustained_bandwidth 0.5$')" -eq 2
on "" -b toy --quick -a op=add -a parts=1 --sustained 0.1
check "a card that does not tell its power has no idle power" has "$out" metric "bandwidth
sustained_bandwidth"
GPUBENCH_FAKE=power=200 begin -b toy --quick -a op=add -a parts=1 --sustained 100
sleep 5 # into the sustained load; before that, the state does not matter
kill -INT "$pid"
finish
check "Ctrl-C ends it soon" ends 130 "interrupted"

totals
