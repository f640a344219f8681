#!/bin/bash
# completion.sh BUILD: tests the completion on a terminal, by other shells, and its time. transcripts/completion.t has
# the candidates that bash gets.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

mkdir -p "$work/path/plugins"
cp "$build/tests/gpubench-fake" "$work/path/gpubench"
for name in toy toy_cycles skeleton; do
	ln -s "$build/tests/plugins/$name.so" "$work/path/plugins"
done
script=$PWD/harness/commands/options/gpubench.bash

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
