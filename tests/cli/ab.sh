#!/bin/bash
# ab.sh BUILD: tests `ab` on the fake device, with processes that outlive their commands, in a job of GitHub, and with
# signals.
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

# ---- other values ----------------------------------------------------------------------------------------------------

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

for option in --output --log; do
	run "${ab[@]}" --error 30% "$option" /dev/full -- echo word -- true
	check "$option to a full disk" ends 2
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
