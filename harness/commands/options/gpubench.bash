# shellcheck shell=bash
# gpubench.bash: completion for bash; installed as share/bash-completion/completions/gpubench. To load it
# without installing:
#     . gpubench.bash
# The program finds the candidates itself, from its options and the available plug-ins.

_gpubench()
{
	local line=${COMP_LINE:0:COMP_POINT} words=() program=$1 trimmed word prefix candidate i

	# The shell also ends words at = and : (COMP_WORDBREAKS). Words without a space between them are joined.
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		trimmed=${line#"${line%%[![:blank:]]*}"}
		[[ $trimmed == "$word"* ]] || word=$trimmed # the word at the cursor
		if [[ $i -gt 0 && $trimmed == "$line" ]]; then
			words[-1]+=$word
		else
			words+=("$word")
		fi
		line=${trimmed#"$word"}
	done
	# The shell replaces its own word and keeps the text before it.
	[[ $word != [=:] ]] || word=
	prefix=${words[-1]%"$word"}

	program=${program/#~\//$HOME/}
	type -P -- "$program" >/dev/null || program=gpubench # an alias
	COMPREPLY=()
	while IFS= read -r candidate; do
		if [[ $candidate == @files ]]; then
			compopt -o default 2>/dev/null
		else
			COMPREPLY+=("${candidate#"$prefix"}")
		fi
	done < <("$program" --complete -- "${words[@]:1}" 2>/dev/null)
	if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
		compopt -o nospace 2>/dev/null
	fi
}
complete -F _gpubench gpubench
