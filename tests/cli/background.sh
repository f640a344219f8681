# background.sh: programs that go on during the test, for tests/cli and tests/gpu. `program` is the one, `out` and `err`
# files.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of the script that reads this

# become COMMAND...: this shell becomes the command, in the locale of the user where a test has set another one.
become() {
	if [ -n "${user_locale-}" ]; then
		export LC_ALL=$user_locale
	elif [ -n "${user_locale+set}" ]; then
		unset LC_ALL
	fi
	exec "$@"
}

# begin ARGUMENTS...: start the program; leaves pid. Its CSV goes to $out.
begin() {
	: >"$out" # at once: what an earlier program left there is none of this one's rows
	become "$program" "$@" >"$out" 2>"$err" </dev/null &
	pid=$!
}

# finish: wait for what was begun; leaves status.
finish() {
	wait "$pid" 2>/dev/null
	status=$?
}

# until_true COMMAND...: wait for it to succeed, up to two minutes: what comes in a moment takes its time on a
# loaded machine. Between two attempts the shell reads from a pipe that nobody writes to, which starts no process.
exec {silent}<> <(:)
until_true() {
	local end=$((SECONDS + 120))
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		read -rt 0.05 -u "$silent" || : # the time is over
	done
}

# has_lines FILE N: at least N lines, all of them whole. It is asked hundreds of times, so it starts nothing.
has_lines() {
	local line i
	[ -e "$1" ] || return 1
	for ((i = 0; i < $2; i++)); do
		read -r line || return 1
	done <"$1"
}

# worker: the process that measures for $pid.
worker() {
	grep -lE "^PPid:[[:space:]]$pid\$" /proc/[0-9]*/status 2>/dev/null | cut -d / -f 3
}

# is_stopped PID
is_stopped() {
	grep -qE '^State:[[:space:]]T' "/proc/$1/status"
}

# catches PID: its handler of Ctrl-C is in place, and it is no longer the shell that becomes it, whose end would remove
# what the test has made. taken PID: no signal waits for it.
catches() {
	local mask
	mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
	[ -n "$mask" ] && [ $((0x$mask & 2)) -ne 0 ] && [ ! "/proc/$1/exe" -ef /proc/$$/exe ]
}
taken() {
	grep -qE '^ShdPnd:[[:space:]]*0*$' "/proc/$1/status"
}

# alone: no process of the program is left.
alone() {
	local exe
	for exe in /proc/[0-9]*/exe; do
		[ ! "$exe" -ef "$program" ] || return 1
	done
}
