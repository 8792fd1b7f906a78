# fish completion for chainnode: the binary itself knows its commands, keys, contracts and blocks.
function __chainnode_complete
    set -l finished (commandline -opc)
    set -l unfinished (commandline -ct)
    set -l offers (chainnode __describe (string replace -r '^~/' "$HOME/" -- $finished[2..-1]) "$unfinished" 2>/dev/null)
    if set -q offers[1]
        printf '%s\n' $offers
    else
        __fish_complete_path "$unfinished"
    end
end
complete -c chainnode -f -a '(__chainnode_complete)'
