#!/bin/bash
# completion.sh BUILD: tests the completion for bash, in a separate bash.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

mkdir -p "$work/path/plugins"
cp "$build/tests/gpubench-fake" "$work/path/gpubench"
for name in toy toy_cycles skeleton; do
	ln -s "$build/tests/plugins/$name.so" "$work/path/plugins"
done
script=$PWD/harness/commands/options/gpubench.bash

# tab LINE WORD...: press TAB at the end of LINE, which the shell has split into these words; an empty last one is "".
# The function's offers go to $out with blanks between, its requests to the shell to $work/asked.
tab() {
	PATH=$work/path:$PATH run bash --norc -c '
		. "$1"
		asked=$2 COMP_LINE=$3 COMP_POINT=${#3}
		shift 3
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		compopt() { echo "$*" >>"$asked"; }
		: >"$asked"
		_gpubench "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
		echo "${COMPREPLY[*]}"' bash "$script" "$work/asked" "$@"
}

# offers TEXT [WISH]: the completion offers exactly this text, silently, and makes this request to the shell (none if
# left out).
offers() {
	[ "$(cat "$out")" = "$1" ] || { echo "offered: $(cat "$out")"; return 1; }
	[ ! -s "$err" ] && [ "$status" -eq 0 ] && [ "$(cat "$work/asked")" = "${2-}" ]
}

tab "gpubench " gpubench ""
check "commands" offers "run info show roofs peaks compare check history store plot profile ab report"
tab "gpubench --li" gpubench --li
check "options of a run" offers "--list --list-devices"
for command in run info show roofs peaks compare check history store plot profile ab report; do
	"$fake" $command --help | grep -oE '^  (-.,|   ) --[a-z-]+' | grep -oE -- '--[a-z-]+' >"$work/options"
	tab "gpubench $command --" gpubench $command --
	check "every option of $command" test "$(tr ' ' '\n' <"$out" | sort)" = "$(sort "$work/options")"
done

tab "gpubench -b " gpubench -b ""
check "benchmarks" offers "skeleton toy toy_cycles"
tab "gpubench --benchmark=sk" gpubench --benchmark = sk
check "after a =" offers "skeleton"
tab "gpubench --bench=" gpubench --bench =
check "of an option that is cut short" offers "skeleton toy toy_cycles"
tab "gpubench -bsk" gpubench -bsk
check "in the word of its letter" offers "-bskeleton"
tab "gpubench -b 'toy|sk" gpubench -b "'toy|sk"
check "in a regular expression" offers "toy|skeleton"

tab "gpubench -b toy -a " gpubench -b toy -a ""
check "axes of the benchmark" offers "op= parts= block="
tab "gpubench -b toy -a p" gpubench -b toy -a p
check "an axis goes on" offers "parts=" "-o nospace"
tab "gpubench -b toy -a op=" gpubench -b toy -a op =
check "values of a named axis" offers "add double wrong absent"
tab "gpubench -b toy -a op=double,wr" gpubench -b toy -a op = double,wr
check "a second value" offers "double,wrong"
tab "gpubench -b toy --axis=op=dou" gpubench -b toy --axis = op = dou
check "after two =" offers "double"
tab "gpubench -b toy -a 'op=dou" gpubench -b toy -a "'op=dou"
check "in quotes" offers "op=double"
COMP_WORDBREAKS=' ' tab "gpubench -b toy -a op=dou" gpubench -b toy -a op=dou
check "where = ends no word" offers "op=double"

tab "gpubench roofs --export " gpubench roofs --export ""
check "tools" offers "ncu ert nersc superbench aiconfigurator prometheus"
GPUBENCH_PLUGIN_PATH=$build/plugins tab "gpubench plot o" gpubench plot o
check "kinds of plots" offers "occupancy offset overlap"
for words in "roofs x" "compare x" "report x" "-o x" "--json x" "--plugin x" "--points x" "roofs a.csv x" \
		"plot offset --data x"; do
	# shellcheck disable=SC2086 # words of a command line
	tab "gpubench $words" gpubench $words
	check "a file: $words" offers "" "-o default"
done
tab "gpubench roofs --output=x" gpubench roofs --output = x
check "a file after a =" offers "" "-o default"
for words in "--timeout x" "--all x" "--min-samples 1" "--shuffle=x" "none x" "-x y" "--al1 -z" "info x" \
		"-- roofs x"; do
	# shellcheck disable=SC2086
	tab "gpubench $words" gpubench $words
	check "nothing: $words" offers ""
done
ln -s "$build/tests/plugins/toy_curve.so" "$work"
tab "gpubench --plugin $work/toy_curve.so -b toy_c" gpubench --plugin "$work/toy_curve.so" -b toy_c
check "of a plug-in on the line" offers "toy_curve toy_cycles"
tab "$work/path/gpubench -b skel" "$work/path/gpubench" -b skel
check "of a program that is not in the path" offers "skeleton"
tab "gb -b skel" gb -b skel
check "of an alias" offers "skeleton"
mv "$work/path/gpubench" "$work/path/not-gpubench"
tab "gpubench -b skel" gpubench -b skel
check "without the program" offers ""
ln -s /bin/false "$work/path/gpubench"
tab "gpubench -b skel" gpubench -b skel
check "with a program that fails" offers ""
mv "$work/path/not-gpubench" "$work/path/gpubench"

# In the middle of a line, the rest is ignored.
PATH=$work/path:$PATH run bash --norc -c '. "$1"; COMP_LINE="gpubench -b skelxyz -a op=add" COMP_POINT=16
	COMP_WORDS=(gpubench -b skelxyz -a op = add) COMP_CWORD=2
	_gpubench gpubench skel -b; echo "${COMPREPLY[*]}"' bash "$script"
check "the cursor in a word" test "$(cat "$out")" = "skeleton"

run "$fake" --complete
check "--complete of no words" complains 1 "no words: gpubench --complete -- WORD..."

# A shell that reads from a terminal, and TAB. `probe` prints its arguments.
if command -v script >/dev/null; then
	touch "$work/a file.csv"
	{
		echo "PS1=; cd '$work'; PATH='$work/path':\$PATH; . '$script'; complete -F _gpubench probe"
		echo "probe() { printf '<%s>' \"\$@\"; echo; }"
		printf 'probe --desc\tskel\t-b toy -a op=dou\t--axis=bl\t64 -d ho\t\n'
		printf 'probe roofs a\\ f\t--exp\tncu\n'
		printf "probe -b 'toy|sk\t\n"
		echo exit
	} | timeout 60 script -qec 'bash --norc --noprofile -i' "$work/terminal" >/dev/null
	check "TAB on a terminal" \
		grep -qF "<--describe><skeleton><-b><toy><-a><op=double><--axis=block=64><-d><host>" "$work/terminal"
	check "of a file with a blank" grep -qF "<roofs><a file.csv><--export><ncu>" "$work/terminal"
	check "in quotes on a terminal" grep -qF "<-b><toy|skeleton>" "$work/terminal"
else
	skip "there is no 'script' to press TAB in"
fi

# ---- other shells ----------------------------------------------------------------------------------------------------

# zsh_tab WORD...: the candidates offered to zsh, where the last word is unfinished.
zsh_tab() {
	mkdir -p "$work/functions"
	cp "$(dirname "$script")/gpubench.zsh" "$work/functions/_gpubench"
	PATH=$work/path:$PATH run zsh -fc '
		fpath=("$1" $fpath)
		autoload -U _gpubench
		compadd() { print -r -- "$@" }
		_files() { print -r -- @files }
		words=("${@[2,-1]}") CURRENT=$#words
		_gpubench' zsh "$work/functions" "$@"
}

printed() {
	[ "$(cat "$out")" = "$1" ] || { echo "offered: $(cat "$out")"; return 1; }
	[ ! -s "$err" ]
}
if command -v zsh >/dev/null; then
	zsh_tab gpubench ro
	check "zsh: a command" printed "-- roofs"
	zsh_tab gpubench -b toy -a p
	check "zsh: an axis goes on" printed "-S  -- parts="
	zsh_tab gpubench roofs ""
	check "zsh: files" printed "@files"
	zsh_tab gpubench --nothing=
	check "zsh: nothing" printed ""
else
	skip "there is no zsh"
fi
if command -v fish >/dev/null; then
	# fish_tab LINE: the candidates shown by fish; HOME is its folder for settings.
	fish_tab() {
		# shellcheck disable=SC2016 # fish's variables
		HOME=$work/home PATH=$work/path:$PATH run fish -N \
			-c 'source $argv[1]; cd $argv[2]; complete -C $argv[3]' \
			"$(dirname "$script")/gpubench.fish" "$work" "$1"
	}
	mkdir -p "$work/home"
	fish_tab "gpubench -b toy -a op="
	check "fish: values" printed "$(printf 'op=absent\nop=add\nop=double\nop=wrong')"
	fish_tab "gpubench show 'a file.csv' toy_"
	check "fish: a benchmark of a file" printed "toy_cycles"
	fish_tab "gpubench roofs --ex"
	check "fish: an option" printed "--export"
	touch "$work/kept.csv"
	fish_tab "gpubench roofs kep"
	check "fish: files" grep -q '^kept.csv' "$out"
else
	skip "there is no fish"
fi

if sanitized; then
	skip "the time of TAB, with sanitizers"
else
	rm "$work/path/gpubench"
	ln -s "$real" "$work/path/gpubench"
	# press LINE: the effect of TAB at the end of the line.
	press() (
		# shellcheck source=/dev/null
		. "$script"
		export PATH=$work/path:$PATH
		read -ra COMP_WORDS <<<"gpubench $1"
		[[ $1 != *" " ]] || COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="gpubench $1" COMP_POINT=$((9 + ${#1}))
		_gpubench gpubench "${COMP_WORDS[-1]}" x
		[[ ${#COMPREPLY[@]} -gt 0 ]]
	)
	for line in "-b d" "-a op=" "plot "; do
		check "TAB after '$line' offers something" press "$line"
		quick "TAB after '$line'" press "$line"
	done
fi

totals
