# What bash offers after `tsuro ser`, as it is when Tab is pressed. Run where the package for Debian
# is installed.
set -e
# shellcheck source=/dev/null # of Debian
. /usr/share/bash-completion/bash_completion
_completion_loader tsuro || [[ $? == 124 ]]
COMP_LINE='tsuro ser' COMP_POINT=9 COMP_TYPE=9 COMP_KEY=9 COMP_CWORD=1
COMP_WORDS=(tsuro ser)
registered=$(complete -p tsuro)
registered=${registered##* -F }
"${registered%% *}" tsuro ser tsuro
printf '%s\n' "${COMPREPLY[@]}"
[[ ${COMPREPLY[*]} == serve* ]]
