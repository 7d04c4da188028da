#!/bin/sh
# A bot in nothing but a shell: it checks and calls, and folds to more than the pot.
#
#     fivebet match 'json::sh examples/json_bot.sh' random --game nolimit-2p --hands 100

number() { # the number after a name in the line
    rest=${line#*\""$1"\":}
    echo "${rest%%[!0-9]*}"
}

while read -r line; do
    case $line in
    *'"type":"hello"'*)
        echo '{"type": "hello", "protocol": 1, "name": "shell"}' ;;
    *'"type":"view"'*)
        cost=$(number call) id=$(number id) pot=$(number pot)
        action=call
        [ "$cost" -eq 0 ] && action=check
        [ "$cost" -gt "$pot" ] && action=fold
        echo "{\"type\": \"action\", \"id\": $id, \"action\": \"$action\"}" ;;
    *'"type":"goodbye"'*)
        exit ;;
    esac
done
