# background.sh: runs programs in the background of a test, for tests/cli and tests/gpu. `program` is the program, `out`
# and `err` are files.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of the script that reads this

# become COMMAND...: replaces this shell by the command, in the user's locale if a test has set another one.
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

# finish: wait for the program; sets status.
finish() {
	wait "$pid" 2>/dev/null
	status=$?
}

# until_true COMMAND...: wait up to two minutes for it to succeed, because a loaded machine may be slow. Between two
# attempts the shell reads from a pipe without a writer, which starts no process.
exec {silent}<> <(:)
until_true() {
	local end=$((SECONDS + 120))
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		read -rt 0.05 -u "$silent" || : # the time is over
	done
}

# has_lines FILE N: the file has at least N complete lines. Called hundreds of times, so it starts no process.
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

# catches PID: the process has installed its handler of Ctrl-C, and is no longer the shell, whose end would remove the
# test's files. taken PID: no signal is pending for the process.
catches() {
	local mask
	mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
	[ -n "$mask" ] && [ $((0x$mask & 2)) -ne 0 ] && [ ! "/proc/$1/exe" -ef /proc/$$/exe ]
}
taken() {
	grep -qE '^ShdPnd:[[:space:]]*0*$' "/proc/$1/status"
}

# alone: no process of the program remains.
alone() {
	local exe
	for exe in /proc/[0-9]*/exe; do
		[ ! "$exe" -ef "$program" ] || return 1
	done
}
