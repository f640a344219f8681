#!/bin/bash
# ab.sh BUILD: tests `ab` with processes that outlive their commands, and with signals.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

cd "$work" || exit 1
run "$fake" ab --error 30% --pairs 6 -- sh -c 'sleep 600 & echo $! >>left' -- true
# none_runs: true if no listed PID is still a `sleep`. Testing the PID alone is not enough: a killed process keeps it
# until it is reaped, and then another process may get it.
none_runs() {
	local child name
	while read -r child; do
		read -rd "" name 2>/dev/null <"/proc/$child/cmdline" && [ "$name" = sleep ] && return 1
	done <left
	[ -s left ]
}
check "what a command leaves behind is ended before the next one" until_true none_runs
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
