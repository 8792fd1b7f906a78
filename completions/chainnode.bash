# bash completion for chainnode: the binary itself knows its commands, keys, contracts and blocks.
_chainnode() {
  local line=${COMP_LINE:0:COMP_POINT}
  local -a words
  # Takes quotes and backslashes away, and expands nothing. An open quote is closed first.
  local closing typed word
  for closing in "" '"' "'"; do
    typed=$(xargs -n 1 printf '%s\n' <<<"$line$closing" 2>/dev/null) || continue
    while IFS= read -r word; do words+=("$word"); done <<<"$typed"
    break
  done
  # Variables may be set before the command.
  while [[ ${words[0]} == *=* ]]; do words=("${words[@]:1}"); done
  words=("${words[@]/#\~\//$HOME/}")
  [[ $line == *[[:space:]] ]] && words+=("")
  local unfinished=${words[${#words[@]} - 1]}
  local IFS=$'\n'
  COMPREPLY=($(chainnode __complete "${words[@]:1}" 2>/dev/null))
  # Readline replaces only what follows its last word break, such as a colon.
  local last=${COMP_WORDS[COMP_CWORD]#[\"\']}
  local kept=${unfinished%"$last"}
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _chainnode chainnode
