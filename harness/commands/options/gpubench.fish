# gpubench.fish: completion for fish; installed as share/fish/vendor_completions.d/gpubench.fish. Without that:
#     source gpubench.fish
# The program finds the candidates itself, from its options and the available plug-ins.

function __gpubench_offer
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    type -q -- $program; or set program gpubench
    for offered in (command $program --complete -- $words (commandline -ct) 2>/dev/null)
        if test "$offered" = @files
            __fish_complete_path (commandline -ct)
        else
            echo $offered
        end
    end
end
complete -c gpubench -f -a '(__gpubench_offer)'
