# bash completion for chainnode: the binary itself knows its commands, keys, contracts and blocks.
_chainnode() {
  local line=${COMP_LINE:0:COMP_POINT}
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local unfinished=${words[${#words[@]} - 1]}
  local IFS=$'\n'
  COMPREPLY=($(chainnode __complete "${words[@]:1}" 2>/dev/null))
  # Readline replaces only what follows its last word break, such as a colon.
  local kept=${unfinished%"${COMP_WORDS[COMP_CWORD]}"}
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _chainnode chainnode
