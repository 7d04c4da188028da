"""A bot without Fivebet: plain Python that reads and writes one JSON object a line.

    fivebet match 'json::python examples/json_bot.py' fair --game nolimit-2p

It pays for pairs and for aces, and never folds what is free.
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "pairs and aces"}
    elif message["type"] == "view":
        cards, legal = message["cards"], message["legal"]
        good = "A" in cards or (len(cards) == 4 and cards[0] == cards[2])
        answer = {"type": "action", "id": message["id"], "reasons": {"good": good}}
        if good and legal["raise"] and not message["moves"]:
            answer |= {"action": "raise", "to": legal["raise"][0]}
        elif legal["call"] == 0:
            answer |= {"action": "check"}
        else:
            answer |= {"action": "call" if good else "fold"}
    elif message["type"] == "goodbye":
        break
    else:
        continue  # the game and ends of hands, and what later versions may tell
    print(json.dumps(answer), flush=True)
