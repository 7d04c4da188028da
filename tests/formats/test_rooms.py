"""Files of other rooms are named for what they look like."""

import pytest

from fivebet.formats import name_file

FIRST_LINES = {
    "a hand history of Full Tilt Poker": "Full Tilt Poker Game #1: Table Elm (6 max) - $1/$2",
    "a hand history of 888poker": "#Game No : 1\n***** 888poker.es Hand History for Game 1 *****",
    "a hand history of partypoker": "Game #1 starts.\n\n#Game No : 1",
    "a hand history of Betfair": "***** Betfair Poker Hand History for Game 1 *****",
    "a hand history of Everleaf": "Everleaf Gaming Game #1",
    "a hand history of OnGame": "***** History for hand R5-1-2 *****",
    "a hand history of Winamax": "Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit",
    "a hand history of GGPoker": "Poker Hand #HD1: Hold'em No Limit ($1/$2)",
    "a hand history of Bovada, Bodog or Ignition": "Bodog.eu Hand #1 TBL#2 HOLDEM No Limit",
    "a hand history of the Merge network": '<description type="Holdem" stakes="No Limit $1/$2"/>',
    "a hand history of the Winning network": "Game started at: 2015/1/2 3:4:5\nGame ID: 1 1/2",
    "a hand history of the Cake network": "ï»¿Hand#1A2B - Rome (6-Max) 12 -- $1/$2 NL Hold'em",
    "a hand history of the Boss network": '<ROOT>\n<HISTORY ID="1" SESSION="session1.xml">',
    "a hand history of Microgaming": '<Game hhversion="5" id="1" date="2016-01-02 03:04:05">',
    "a hand history of iPoker": '<?xml version="1.0"?>\n<session sessioncode="1">',
    "a hand history of Everest": '<SESSION time="1" tableName="Lyon-1">',
    "a hand history of PKR": "Table #1 - Nice\nStarting Hand #2",
    "a hand history of Absolute Poker or Ultimate Bet": "Stage #1: Holdem  No Limit $1",
    "a hand history of Entraction": 'Game # 1 - Texas Hold\'em No Limit EUR 1/2 - Table "Umea"',
    "a hand history of Unibet": "Game #1: Table 1 NL - 0.05/0.10 - No Limit Hold'Em",
    "a hand history of the Enet network": "Game #1: Hold'em (1/2) - 12:00:00 1.2.2012",
    "a hand history of King's Club": "#1: No Limit Hold'em - 1,000/2,000\n2020-01-02 03:04:05",
    "a hand history of Seals with Clubs": "Hand #1-2 - 2013-01-02\nSite: Seals With Clubs",
    "a hand history of Run It Once Poker": "Run It Once Poker Hand #1: Hold'em No Limit (1/2)",
    "a hand history of BetOnline Poker": "BetOnline Poker Game #1: Hold'em No Limit ($1/2)",
    "an export of PokerTracker": "GAME #1 Version:18 Uncalled:Y Texas Hold'em NL",
    "a tournament summary of PokerStars": "PokerStars Tournament #1, No Limit Hold'em",
    "a tournament summary": "Full Tilt Poker Tournament Summary Daily (1) Hold'em No Limit",
    "a file of the Open Hand History format": '{"ohh": {"spec_version": "1.4.6"}}',
    "messages of the ACPC's dealer, not its log": "TO 1 at 1.5 MATCHSTATE:0:0::9hTc|",
    "a hand history of PokerStars in another language": "Main PokerStars n° 1234567 : Hold'em",
    "a game of the ACPC": "GAMEDEF\nnolimit\n",
}


@pytest.mark.parametrize("name", FIRST_LINES)
def test_rooms_are_known_by_a_line(name: str) -> None:
    text = FIRST_LINES[name]
    assert name_file(text) == name
    assert name_file("\ufeff\r\n" + text.replace("\n", "\r\n")) == name


def test_hands_are_numbered_by_other_signs_in_other_languages() -> None:
    for line in ("Раздача PokerStars №123: Холдем", "Mano n.º 123 de PokerStars: Hold'em"):
        assert name_file(line) == "a hand history of PokerStars in another language"


@pytest.mark.parametrize("text", ["", "Dear diary,\nhand #1: I lost.", "<html></html>", "1,2\n3,4"])
def test_other_files_look_like_nothing(text: str) -> None:
    assert name_file(text) == ""
