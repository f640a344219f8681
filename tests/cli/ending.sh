#!/bin/bash
# ending.sh BUILD: tests that the first Ctrl-C ends commands that read files, and leaves no temporary files.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

export GPUBENCH_PLOTS=$tests/../plots TMPDIR=$work/tmp
mkdir "$TMPDIR"
mkfifo "$work/fifo"

# begun COMMAND...: starts the command; $pid is that of the program, which then sleeps. Its output goes to $out and
# $err.
begun() {
	"$@" >"$out" 2>"$err" </dev/null &
	pid=$!
	until_true waits
}
# Checked twice, because it may sleep briefly before.
waits() {
	catches $pid && [ "$(cut -d ' ' -f 3 /proc/$pid/stat)" = S ] && sleep 0.1 &&
		[ "$(cut -d ' ' -f 3 /proc/$pid/stat)" = S ]
}
has_ended() {
	! kill -0 $pid 2>/dev/null
}

# hit SIGNAL: sends the signal; sets status, and in $folders the open folders $TMPDIR/gpubench-*.
hit() {
	folders=$(readlink /proc/$pid/fd/* | grep -o "^$TMPDIR/gpubench-[^/]*" | sort -u)
	kill -"$1" $pid
	until_true has_ended
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	status=$?
}

# gone PATH...: none of the paths exists.
gone() {
	for path in "$@"; do
		[ ! -e "$path" ] || { echo "left: $path"; return 1; }
	done
}

# A FIFO opened only for reading never gets a writer.
for command in roofs compare report "plot roofline" "plot cache"; do
	# shellcheck disable=SC2086 # words
	begun "$real" $command "$work/fifo" -o "$work/ended.svg"
	hit INT
	check "Ctrl-C ends $command" test "$status" -eq 130
	# shellcheck disable=SC2086
	check "$command leaves nothing" gone "$work"/ended.svg* $folders
done
check "a plot had something to leave" test -n "$folders"
begun "$real" compare "$work/fifo"
hit TERM
check "SIGTERM ends compare" test "$status" -eq 143
begun "$real" roofs "$work/fifo"
hit HUP
check "SIGHUP ends roofs" test "$status" -eq 129
begun "$fake" -b toy --points "$work/fifo"
hit INT
check "Ctrl-C while --points is read" test "$status" -eq 130
# More files than one thread reads.
# shellcheck disable=SC2046 # words
begun "$real" roofs $(yes "$work/fifo" | head -40)
hit INT
check "Ctrl-C ends all threads" test "$status" -eq 130

# The requested output has been read, as far as the reader wanted.
"$real" roofs "$tests/../results/h200-sxm/all.csv" --csv 2>"$err" | head -1 >"$out"
status=${PIPESTATUS[0]}
check "roofs ends as a program that SIGPIPE ended when head has its line, without a word" \
	test "$status" -eq 141 -a ! -s "$err"
"$real" roofs "$tests/../results/h200-sxm/all.csv" --csv 2>"$err" >/dev/full
status=$?
check "a full disk is told" ends 2 "cannot write: No space left on device"

# A slow gnuplot ends together with the program.
mkdir "$work/slow"
# gnuplot may write only to its folder and to open files.
printf '#!/bin/sh\necho drawn by $$\nexec sleep 60\n' >"$work/slow/gnuplot"
chmod +x "$work/slow/gnuplot"
for command in "plot roofline" report; do
	# shellcheck disable=SC2086
	begun env PATH="$work/slow:$PATH" "$real" $command "$tests/../results/h200-sxm/all.csv" -o "$work/ended.svg"
	until_true grep -q drawn "$out"
	hit INT
	check "Ctrl-C ends $command while it draws" test "$status" -eq 130
	# shellcheck disable=SC2086
	check "and nothing is left" gone "$work"/ended.svg* $folders
	check "nor is gnuplot" gone "/proc/$(sed -n 's/drawn by //p' "$out")"
done

totals
