#!/bin/bash
# ab.sh BUILD: tests `ab` with two commands whose output is fixed, so nothing here depends on the speed of the machine.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

cd "$work" || exit 1
ab=("$fake" ab)
# prints N: "time: " and N times 10000, varied by +-0.5 % with the number of calls.
cat >prints <<'SH'
#!/bin/sh
read -r n <count
echo $((n + 1)) >count
echo "warm: 1"
echo "time: $(($1 * (10000 + n * 7919 % 101 - 50))) ms"
SH
chmod +x prints
echo 0 >count
times=("${ab[@]}" --match 'time: ' --better lower --seed s)

# ---- verdicts --------------------------------------------------------------------------------------------------------

run "${times[@]}" -- ./prints 1000 -- ./prints 1000
check "A against itself" ends 0
check "it says so" grep -q '^B is not worse than A by more than 1 %: time' "$out"
for percent in 2 5; do
	run "${times[@]}" -- ./prints 1000 -- ./prints "10${percent}0"
	check "$percent % is found" ends 3
	check "and said" grep -q "^B is worse than A by more than 1 %: time: +[12345][.]" "$out"
done
run "${times[@]}" --tolerance 0.3% -- ./prints 1000 -- ./prints 1010
check "1 % is found where 0.3 % is allowed" ends 3
run "${times[@]}" --pairs 20 -- ./prints 1000 -- ./prints 1010
check "1 % where 1 % is allowed is undecided" ends 4
check "after all pairs" grep -q '^Undecided whether B is worse .* after 20 pairs$' "$out"
run "${times[@]}" -- ./prints 1020 -- ./prints 1000
check "2 % less is fine" ends 0
run "${ab[@]}" --match 'time: ' --better higher -- ./prints 1020 -- ./prints 1000
check "unless more is better" ends 3

# ---- orders, keeping, reading ----------------------------------------------------------------------------------------

echo 0 >count
run "${times[@]}" --keep runs.csv --json -o one.json -- ./prints 1000 -- ./prints 1020
check "runs are kept" ends 3
order() { awk -F, 'NR > 3 { printf "%s", $3 }' "$1" | sed 's/..../& /g'; }
check "every block is ABBA or BAAB, and there are both" \
	test "$(order runs.csv | tr ' ' '\n' | sort -u | tr '\n' ' ')" = "ABBA BAAB "
echo 0 >count
run "${times[@]}" --keep again.csv -- ./prints 1000 -- ./prints 1020
check "the seed gives the order" test "$(cut -d, -f 1-4 runs.csv)" = "$(cut -d, -f 1-4 again.csv)"
run "${times[@]/%s/other}" --keep other.csv -- ./prints 1000 -- ./prints 1020
check "another one gives another" test "$(order runs.csv)" != "$(order other.csv)"
run "${ab[@]}" --from runs.csv --json -o two.json
check "what was kept says the same" ends 3
check "in every number" "$python" - <<'PY'
import json
one, two = (json.load(open(name, encoding="utf-8")) for name in ("one.json", "two.json"))
for name in ("verdict", "change", "lo", "hi", "pairs", "a", "b", "tolerance", "error", "confidence"):
    assert one[name] == two[name], name
assert one["command_a"] == "./prints 1000" and one["seed"] == "s" and one["lo"] > 0.01
PY
run "${ab[@]}" --from - --csv <runs.csv
check "from standard input" ends 2 "standard input"
run sh -c '"$0" ab --from - --csv <runs.csv' "$fake"
check "which may have it" ends 3
check "CSV" has "$out" "verdict better most_pairs" "worse lower 100"
run "${ab[@]}" --from runs.csv --better higher
check "turned round" complains 2 "runs.csv: column better is 'lower', expected higher"
run "${ab[@]}" --from runs.csv --tolerance 5%
check "another tolerance" ends 0
head -n 30 runs.csv >some.csv
run "${ab[@]}" --from some.csv
check "fewer pairs are undecided" ends 4
run "${ab[@]}" --from some.csv --markdown
check "Markdown" grep -q '^| A |' "$out"

# ---- other values ----------------------------------------------------------------------------------------------------

cat >table <<'SH'
#!/bin/sh
printf 'name,value\none,%s\ntwo,%s\nbad,none\n' "$1" "$2"
SH
chmod +x table
columns=("${ab[@]}" --column value --better higher --where)
run "${columns[@]}" name=one -- ./table 100 1 -- ./table 98 9
check "a column of some rows" ends 3
run "${columns[@]}" name=two -- ./table 100 1 -- ./table 98 9
check "of others" ends 0
run "${columns[@]}" name=bad -- ./table 100 1 -- ./table 98 9
check "no number" \
	complains 2 "A, run 1: ./table: row 4 of the CSV that it printed: 'none' is not a number above 0: value"
run "${columns[@]}" nme=one -- ./table 1 1 -- ./table 1 1
check "no such column" ends 2 "--where 'nme=one': the CSV that it printed has no such column"
run "${ab[@]}" --column value --better higher -- ./table 1 1 -- printf 'value\n1\n'
check "a bad row and all are taken" ends 2 "row 4"
run "${ab[@]}" --column value --better higher -- printf 'value\n1\n2\n' -- printf 'value\n1\n'
check "fewer rows than A" ends 2 "has 1 such rows, but that of the first run has 2"
# On the fake device, as with two builds of gpubench.
device=("$fake" -b toy -a op=add -a parts=1 --quick)
for slow in 1:0 1.02:3; do
	run "${ab[@]}" --column value --where metric=bandwidth --better higher --error 30% -- "${device[@]}" -- \
		env GPUBENCH_FAKE=slow="${slow%:*}" "${device[@]}"
	check "a device that is slower by ${slow%:*}" ends "${slow#*:}"
done
run "${ab[@]}" --processor --error 30% --pairs 6 -- sleep 0 -- true
check "processor time" grep -q 'processor time' "$out"
run "${ab[@]}" --error 30% --pairs 6 -- sh -c 'sleep 600 & echo $! >>left' -- true
# none_runs: a killed process stays known until its new parent has reaped it; by then another process may have its
# number.
none_runs() {
	local child name
	while read -r child; do
		read -rd "" name 2>/dev/null <"/proc/$child/cmdline" && [ "$name" = sleep ] && return 1
	done <left
	[ -s left ]
}
check "what a command leaves behind is ended before the next one" until_true none_runs
run "${ab[@]}" --error 30% --json -- true -- sleep 0.2
check "wall time, in seconds" \
	"$python" -c 'import json, sys; assert 0.2 < json.load(open(sys.argv[1]))["b"] < 60' "$out"

# ---- what goes wrong -------------------------------------------------------------------------------------------------

run "${ab[@]}" -- true -- ./nothing
check "one that is not there" complains 2 "B, run 2: ./nothing: cannot be run: No such file or directory"
cat >third <<'SH'
#!/bin/sh
read -r n <count
echo $((n + 1)) >count
[ "$n" -lt 7 ] && echo x=1
SH
chmod +x third
echo 0 >count
run "${ab[@]}" --match 'x=' --better lower --keep kept.csv -- ./third -- ./third
check "one that fails later" ends 2 "run 8: ./third: ended with status 1"
check "what was measured before is kept" test "$(wc -l <kept.csv)" -eq 8
touch should-stay
run "${ab[@]}" --error 30% -- echo '$(rm should-stay)' '`rm should-stay`' ';rm should-stay' -- true
check "no shell sees the words" test -e should-stay
run "${ab[@]}" --error 30% --log log.txt -- sh -c 'echo to out; echo to err >&2' -- true
check "the log has both" test "$(grep -c '^to ' log.txt)" -ge 14
check "and nothing is shown" test "$(grep -c '^to ' "$out" "$err" | cut -d: -f 2 | sort -u)" = 0
check "and a line for each run" grep -q '^==== run 2: B, pair 0, status 0' log.txt
for option in --output --log; do
	run "${ab[@]}" --error 30% "$option" /dev/full -- echo word -- true
	check "$option to a full disk" ends 2
done
for bad in 'pair,command\n1,A' 'pair,command,value\n1,C,1' 'pair,command,value\n1,A,1\n1,A,2' \
		'pair,command,value\nx,A,1' \
	'pair,command,value\n1,A,0' 'pair,command,value\n' '' 'pair,command,value\n1,A,2\n1,B,2'; do
	printf '%b\n' "$bad" >bad.csv
	run "${ab[@]}" --from bad.csv
	check "a bad file: $bad" ends 2 "gpubench: "
done

# ---- GitHub ----------------------------------------------------------------------------------------------------------

# The comparing step, as a runner executes it, with the job's settings.
action=$(dirname "$tests")/docs/cluster/github-ab.yml
sed -n '/name: Compare/,/^    - /p' "$action" | sed '1,2d; $d; s/^        //' >step.sh
check "the step is found" grep -q '^gpubench ab' step.sh
mkdir -p base head path
ln -sf "$fake" path/gpubench
for side in base head; do
	ln -sf ../prints ../count $side
done
# step UNDECIDED A B: the outputs of base and head.
step() {
	rm -f ab.md summary.md
	for side in base head; do
		printf '#!/bin/sh\nexec ./prints %s\n' "$([ $side = base ] && echo "$2" || echo "$3")" >$side/app
		chmod +x $side/app
	done
	sed "s/gpubench ab/& --match time: --better lower --pairs 20/" step.sh >run.sh
	GITHUB_STEP_SUMMARY=$work/summary.md RUN=./app TOLERANCE=1% UNDECIDED=$1 PATH=$work/path:$PATH run \
		bash -e run.sh
}
step fail 1000 1000
check "a pull request that changes nothing" ends 0
step fail 1000 1050
check "one that is 5 % slower" ends 3
check "says so" grep -q '^::error::worse than the base by more than 1%$' "$out"
check "and the summary has it" grep -q 'B is worse than A by more than 1 %' summary.md
step fail 1000 1010
check "one that is undecided" ends 4
step pass 1000 1010
check "which may pass" ends 0
check "with a warning" grep -q '^::warning::undecided' "$out"
step fail 1000 none
check "one that does not run" ends 2
check "is an error" grep -q '^::error::not compared: status 2$' "$out"

# ---- signals ---------------------------------------------------------------------------------------------------------

cat >waits <<'SH'
#!/bin/sh
read -r n <count
echo $((n + 1)) >count
echo x=1
[ "$n" -lt 6 ] || { echo $$ >pid; exec sleep 600; }
SH
chmod +x waits
waiting() { [ -s pid ]; }
gone() { ! kill -0 "$(cat pid)"; }
for signal in INT TERM; do
	echo 0 >count
	rm -f pid
	begin ab --match 'x=' --better lower --keep kept.csv -- ./waits -- ./waits
	until_true waiting
	kill -$signal "$pid"
	finish
	check "SIG$signal" ends 130 "interrupted: the results so far follow"
	check "SIG$signal: what there is" grep -q '^Undecided .* after 2 pairs$' "$out"
	check "SIG$signal: runs are kept" test "$(wc -l <kept.csv)" -eq 7
	check "SIG$signal: no process is left" until_true alone
	check "SIG$signal: nor a command" until_true gone
done
echo 6 >count
rm pid
begin ab -- ./waits -- ./waits
until_true waiting
kill -INT "$pid"
finish
check "before anything" ends 130 "interrupted before two pairs were measured"

totals
