#compdef gpubench
# gpubench.zsh: completion for zsh; installed as share/zsh/site-functions/_gpubench. That folder must be in fpath. The
# program finds the candidates itself, from its options and the available plug-ins.

local program=${(Q)words[1]} offered
local -a whole open
[[ -x $program ]] || (( $+commands[$program] )) || program=gpubench # an alias
for offered in "${(@f)$(command $program --complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
	case $offered in
	@files) _files ;;
	*=) open+=("$offered") ;; # its value follows
	?*) whole+=("$offered") ;;
	esac
done
(( $#whole == 0 )) || compadd -- "${(@)whole}"
(( $#open == 0 )) || compadd -S '' -- "${(@)open}"
