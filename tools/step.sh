#!/bin/bash
# step.sh [-c PATTERN [-n TOTAL]] [-w] [-q] TITLE LOG COMMAND...: runs a command with long output, and reports on it in
# one line. The output goes to LOG; if the command fails, its last lines and the path of LOG are shown. At the end the
# line has the elapsed time. On a terminal it appears at the start, with the seconds and the number of lines that match
# PATTERN, out of TOTAL if that is not 0. If no line matches a PATTERN, the command had nothing to do and is not
# reported. V=1 and `make -n` show all output. Ctrl-C is left to the command, after which the script ends in the same
# way. The exit status is the command's.
#   -w   count the compiler warnings in LOG
#   -q   the first part of a step: no line stays unless it fails
set -u

readonly shown=15 # last lines shown of a failed command
readonly bar=########################
pattern='' total=0 warns='' part_of=''
while getopts c:n:wq option; do
	case $option in
	c) pattern=$OPTARG ;;
	n) total=$OPTARG ;;
	w) warns='warning[: ]' ;;
	q) part_of=yes ;;
	*) exit 1 ;;
	esac
done
shift $((OPTIND - 1))
title=$1 log=$2
shift 2
flags=${MAKEFLAGS-}
case ${V:+n}${flags%%[ -]*} in *n*) exec "$@" ;; esac

# ---- the line --------------------------------------------------------------------------------------------------------

live=''
[ ! -t 1 ] || [ "${TERM:-dumb}" = dumb ] || live=yes
exec {screen}>&1
columns=$(stty size <&"$screen" 2>/dev/null | cut -d ' ' -f 2)
exec {screen}>&-
[ "${columns:-0}" -gt 0 ] || columns=80

# put TEXT: replaces the line.
there=''
put() {
	[ "$1" != "$there" ] || return
	there=$1
	[ -z "$live" ] || printf '\r\033[K'
	printf '%s' "$1"
}

# end TEXT: prints the final text of the line.
end() {
	put "$(printf '%-28s%s' "$title" "$1")"
	echo
}

progress() {
	local text='' full
	[ -n "$live" ] || return
	if [ "$total" -gt 0 ]; then
		full=$((counted < total ? counted * ${#bar} / total : ${#bar}))
		printf -v text '[%-*s] %s of %s  ' ${#bar} "${bar:0:full}" "$counted" "$total"
	elif [ "$counted" -gt 0 ]; then
		text="$counted  "
	fi
	printf -v text '%-28s%s%s s%s' "$title" "$text" "$SECONDS" "${stopping:+, stopping when that is safe}"
	put "${text:0:columns-1}"
}

# ---- the command -----------------------------------------------------------------------------------------------------

counted=0 warnings=0 stopping='' last=()

# take LINE: if its disk is full, the log loses lines, but the last ones are still shown.
take() {
	local line=${1%$'\r'}
	line=${line##*$'\r'}
	{ printf '%s\n' "$line" >&"$to"; } 2>/dev/null || kept=''
	if [ -n "$pattern" ] && [[ $line =~ $pattern ]]; then
		counted=$((counted + 1))
		return
	fi
	[ -z "$warns" ] || [[ ! $line =~ $warns ]] || warnings=$((warnings + 1))
	last+=("$line")
	[ ${#last[@]} -le $shown ] || last=("${last[@]:1}")
}

mkdir -p "$(dirname "$log")" 2>/dev/null
kept=yes
{ exec {to}>"$log"; } 2>/dev/null || { exec {to}>/dev/null && kept=''; }
# A process substitution ignores Ctrl-C.
exec {from}< <(trap - INT && exec "$@" </dev/null 2>&1 {to}>&-)
command=$!
trap 'stopping=yes' INT
trap 'kill -TERM "$command" 2>/dev/null' TERM HUP

progress
part=''
while :; do
	line=''
	IFS= read -r -t 1 -u "$from" line
	ended=$?
	part+=$line
	if [ $ended -eq 0 ]; then
		take "$part"
		part=''
	elif [ $ended -le 128 ]; then
		break
	# A service started by the command may keep its output open.
	elif ! kill -0 "$command" 2>/dev/null; then
		break
	fi
	progress
done
[ -z "$part" ] || take "$part"
while
	wait "$command"
	status=$?
	kill -0 "$command" 2>/dev/null
do :; done

# ---- how it ended ----------------------------------------------------------------------------------------------------

if [ -n "$stopping" ] || [ $status -eq 130 ]; then
	end "stopped after $SECONDS s"
	trap - INT
	kill -INT $$
elif [ $status -ne 0 ]; then
	end "FAILED after $SECONDS s"
	[ ${#last[@]} -eq 0 ] || printf '%s\n' "${last[@]}" | fold -s -w $((columns > 20 ? columns - 5 : 15)) |
		tail -n $shown |
		sed 's/^/  | /; s/ *$//'
	[ -z "$kept" ] || echo "  Complete output: $log"
elif [ -z "$part_of" ] && { [ -z "$pattern" ] || [ $counted -gt 0 ]; }; then
	end "done in $SECONDS s$([ $warnings -eq 0 ] ||
		echo ", $warnings warning$([ $warnings -eq 1 ] || echo s) in $log")"
elif [ -n "$live" ]; then
	printf '\r\033[K'
fi
exit $status
