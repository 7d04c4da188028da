"""A live table: turns, clocks, seats, and what a person may do."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from fivebet.errors import ActionError, AgentError, GameError
from fivebet.game import CALL, FOLD, Hand, raise_to
from fivebet.store.hands import StoredHand
from fivebet.web.agents.worker import AgentResponse
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.messages import SeatMap, hand_to_dict
from fivebet.web.tables.persistence import SeatDigests, StoredTable, TableStore
from fivebet.web.tables.settings import TableSettings

from .rooms import Person, Scripted, Talkative, a_table, playing, random_legal


class Notebook(TableStore):
    """Keeps hands in a list."""

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[StoredHand] = []

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        self.hands.append(hand)


def until_first_turn(
    table: LiveTable, then: Callable[[dict[str, Any]], None], player: int = 0
) -> None:
    """Play until a person is to act, and do something in that moment."""

    async def play() -> None:
        task = asyncio.create_task(table.play())
        table.participants.outbox(player).connections += 1
        table.participants.mark_active(player)
        seen = 0
        try:
            async with asyncio.timeout(600):
                await table.participants.outbox(player).wait_after(0)
                for each in table.seats:
                    table.cut(each, 1, "seed")
                while True:
                    await table.participants.outbox(player).wait_after(seen)
                    seen = table.participants.outbox(player).last
                    state = table._message(player, 0).get("state")
                    if state and state["legal"] and table._is_turn_of(player):
                        then(state)
                        return
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(play())


def command(state: dict[str, Any], action: str = "", to: int = 0, **changed: Any) -> ActionRequest:
    kind = action or ("call" if state["legal"]["call"] else "check")
    data = {"id": "x", "hand": state["hand"], "turn": state["turn"], "action": kind, "to": to}
    return ActionRequest(**data | changed)


def test_chips_are_neither_made_nor_lost_and_empty_stacks_are_filled_up() -> None:
    table = a_table(Talkative(3), opponents=("call", "raise", "fold"), stack=2_000)
    person = Person(table, 0, random_legal(1))
    asyncio.run(playing(table, person, hands=60))
    ends = [m["state"] for m in person.heard if m.get("state") and m["state"]["over"]]
    assert {state["hand"] for state in ends} == set(range(1, 61))
    for state in ends:
        assert sum(seat["won"] for seat in state["seats"]) == 0
    assert all(stack > 0 for stack in table.session.stacks)


def test_hands_are_stored_with_everybodys_actions_before_their_end_is_sent() -> None:
    notebook = Notebook()
    table = a_table(Talkative(5), notebook, opponents=("call", "call"))
    person = Person(table, 0, random_legal(2))

    def check(message: dict[str, Any]) -> None:
        if message.get("state") and message["state"]["over"]:
            assert notebook.hands[-1].serial >= message["state"]["hand"]

    person.on = check
    asyncio.run(playing(table, person, hands=10))
    assert [kept.serial for kept in notebook.hands[:10]] == list(range(1, 11))
    assert all(len(kept.decisions) == len(kept.actions.split()) for kept in notebook.hands)


def test_the_same_command_sent_twice_is_played_once_and_answered_alike() -> None:
    table = a_table()

    def twice(state: dict[str, Any]) -> None:
        table.act(0, command(state))
        table.act(0, command(state))
        with pytest.raises(ActionError, match="not your turn"):
            table.act(0, command(state, id="another"))

    until_first_turn(table, twice)


def test_a_command_for_another_turn_or_hand_never_counts() -> None:
    table = a_table()

    def try_others(state: dict[str, Any]) -> None:
        for changed in ({"turn": state["turn"] + 1}, {"hand": state["hand"] + 1}):
            with pytest.raises(ActionError):
                table.act(0, command(state, **changed, id=str(changed)))
        table.act(0, command(state))

    until_first_turn(table, try_others)


def test_somebody_elses_turn_is_not_mine() -> None:
    table = a_table(names=("Ann", "Bob"), opponents=())

    def forge(state: dict[str, Any]) -> None:
        with pytest.raises(ActionError, match="not your turn"):
            table.act(1, command(state))
        table.act(0, command(state))

    async def both() -> None:
        table.participants.outbox(1).connections += 1

    asyncio.run(both())
    until_first_turn(table, forge)


@pytest.mark.parametrize(
    ("action", "to", "why"),
    [("raise", 1, "you may"), ("check", 0, "you cannot check"), ("raise", 10**9, "you may")],
)
def test_what_the_rules_forbid_is_refused_in_one_sentence(action: str, to: int, why: str) -> None:
    table = a_table()

    def illegal(state: dict[str, Any]) -> None:
        assert state["legal"]["call"]
        with pytest.raises(ActionError, match=why):
            table.act(0, command(state, action, to))
        table.act(0, command(state, id="y"))

    until_first_turn(table, illegal)


def test_a_refused_command_stays_refused_when_it_is_sent_again() -> None:
    table = a_table()

    def again(state: dict[str, Any]) -> None:
        for _ in range(2):
            with pytest.raises(ActionError, match="you may"):
                table.act(0, command(state, "raise", 1))
        table.act(0, command(state, id="y"))

    until_first_turn(table, again)


def test_past_his_clock_a_person_checks_or_folds_and_sits_out() -> None:
    table = a_table(clock=0.01)
    notes: list[str] = []
    table.participants.outbox(0).connections += 1

    async def play() -> None:
        task = asyncio.create_task(table.play())
        async with asyncio.timeout(600):
            await table.participants.outbox(0).wait_after(0)
            table.cut(0, 1, "seed")
            while not notes:
                await table.participants.outbox(0).wait_after(table.participants.outbox(0).last)
                data = table._message(0, 0)
                notes.extend(note["text"] for note in data.get("notes", ()))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(play())
    assert notes[0] == "did not act in 0.01 s"
    assert table.seats[0].away


def test_a_time_bank_is_used_when_the_clock_has_run_down() -> None:
    table = a_table(clock=0.001, time_bank=600.0)

    def choose(legal: dict[str, Any]) -> tuple[str, int]:
        return ("call" if legal["call"] else "check"), 0

    class Slow(Person):
        """Acts when the clock has run down, and not before."""

        def _answer(self, message: dict[str, Any]) -> None:
            state = message.get("state")
            clock = state and state["clock"]
            if state and state["legal"] and not (clock and clock["in_bank"]):
                return
            super()._answer(message)

    person = Slow(table, 0, choose)
    asyncio.run(playing(table, person, hands=2))
    states = [each["state"] for each in person.heard if each.get("state")]
    used = [state for state in states if state["clock"] and state["clock"]["in_bank"]]
    banks = [state["clock"]["bank"] for state in used if state["hand"] == 1]
    assert banks[0] == 600
    assert banks == sorted(set(banks), reverse=True)
    assert not table.seats[0].away


def test_past_their_time_bank_a_player_checks_or_folds_and_sits_out() -> None:
    table = a_table(clock=0.001, time_bank=0.002)
    person = Person(table, 0)
    person.player = None  # it never acts

    async def play() -> list[str]:
        task = asyncio.create_task(table.play())
        async with asyncio.timeout(600):
            await person._outbox.wait_after(0)
            table.cut(0, 1, "seed")
            while not table.seats[0].away:
                await person._outbox.wait_after(person._outbox.last)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return [note["text"] for note in table._message(0, 0)["notes"]]

    assert asyncio.run(play())[0] == "did not act in 0.003 s"


class Failing(Scripted):
    """An agent service whose agents are past their clocks."""

    async def decide(
        self, agent: Any, view: Any, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        action = "fold" if view.legal.call else "check"
        failure = f"had no answer after {seconds:g} s"
        return AgentResponse(action, 0, "", failure, seen_by_house=True)


def test_the_table_says_when_an_agent_is_past_its_clock() -> None:
    table = a_table(Failing(), agent_clock=2)
    person = Person(table, 0)
    asyncio.run(playing(table, person, hands=2))
    notes = [note["text"] for m in person.heard for note in m.get("notes", ())]
    assert any(note.startswith("had no answer after 2 s: it ") for note in notes)


def test_reasons_are_told_after_the_hand_where_the_cards_were_shown() -> None:
    table = a_table(Talkative(1), opponents=("call", "call"))
    person = Person(table, 0)
    asyncio.run(playing(table, person, hands=40))
    reasons = 0
    for message in person.heard:
        state = message.get("state")
        for reason in message.get("reasons", ()):
            seat = next(seat for seat in state["seats"] if seat["place"] == reason["place"])
            assert state["over"]
            assert seat["cards"] == reason["reasons"]["cards"]
            reasons += 1
    assert reasons > 20


def test_agents_of_a_teaching_table_play_with_open_cards_and_say_why_at_once() -> None:
    table = a_table(Talkative(1), opponents=("call", "call"), teaching=True)
    person = Person(table, 0)
    asyncio.run(playing(table, person, hands=5))
    states = [m for m in person.heard if m.get("state")]
    assert all(seat["cards"] for m in states for seat in m["state"]["seats"] if seat["agent"])
    assert any(m["reasons"] and not m["state"]["over"] for m in states)


def test_a_sit_and_go_ends_with_everybody_placed_and_all_chips_with_one() -> None:
    table = a_table(Talkative(2), opponents=("call",) * 4, format="sit-and-go", stack=500)
    person = Person(table, 0, random_legal(4))
    asyncio.run(playing(table, person, hands=10_000))
    closed = person.heard[-1]
    assert closed["type"] == "closed"
    assert sorted(finish["place"] for finish in closed["finishes"])[0] == 1
    assert len(closed["finishes"]) == 5
    assert sum(finish["prize"] for finish in closed["finishes"]) == 500
    # Who comes back later, or never was there, sees it too.
    for player in (0, None):
        end = json.loads(table.snapshot(player)[-1])
        assert {key: end.get(key) for key in ("type", "why", "finishes")} == {
            "type": "closed",
            "why": "it is over",
            "finishes": closed["finishes"],
        }
    assert sorted(table.session.stacks)[-1] == 2_500


@pytest.mark.parametrize("format_", ["cash", "sit-and-go"])
def test_a_table_that_is_taken_up_again_is_as_it_was_after_its_last_hand(format_: str) -> None:
    notebook = Notebook()
    settings: dict[str, Any] = {"opponents": ("call",) * 3, "format": format_, "schedule": "deep"}
    table = a_table(Talkative(6), notebook, stack=50_000, **settings)
    person = Person(table, 0, random_legal(8))
    asyncio.run(playing(table, person, hands=12))
    names = table.settings.names
    hands = tuple(replace(kept, players=tuple(names)) for kept in notebook.hands)
    seats = tuple(SeatDigests(seat.token) for seat in table.seats.values())
    kept = StoredTable(1, table.settings, seats, hands)
    services = TableServices(Talkative(), TableStore())  # type: ignore[arg-type]
    again = LiveTable.restored(kept, services)
    chips = dict.fromkeys(names, 50_000)
    for hand in hands:
        for name, payoff in zip(hand.record.players, hand.record.payoffs or (), strict=True):
            chips[name] += int(payoff)
            if format_ == "cash":
                chips[name] = chips[name] or 50_000
    assert again.session.dealt == len(hands)
    assert list(again.session.stacks) == [chips[name] for name in names]
    assert again.participants.find_player("token 0") == 0
    sat_in = sum("Ann" in hand.record.players for hand in hands)  # a tournament may lose her
    assert again.tally["Ann"].hands == sat_in
    # What the coach can be asked about is remembered too.
    decisions = [(hand.number, turn, move.action) for hand, turn, move in table.decisions_of(0)]
    assert decisions
    assert decisions == [
        (hand.number, turn, move.action) for hand, turn, move in again.decisions_of(0)
    ]
    number, turn, action = decisions[-1]
    found = again.find_decision(0, number, turn)
    assert found
    assert found[1] == action


def test_limit_tables_raise_by_fixed_amounts() -> None:
    table = a_table(opponents=("call", "call"), betting="fixed-limit")

    def look(state: dict[str, Any]) -> None:
        assert state["legal"]["raise"][0] == state["legal"]["raise"][1]
        table.act(0, command(state))

    until_first_turn(table, look)


def test_the_table_waits_for_those_who_sit_out_and_goes_on_when_they_are_back() -> None:
    table = a_table(Talkative(1))
    person = Person(table, 0)

    def leave(message: dict[str, Any]) -> None:
        if message["type"] == "opened" and message["hand"] == 3:
            table.sit(0, here=False)

    person.on = leave

    async def play() -> None:
        table_plays = asyncio.create_task(table.play())
        person_plays = asyncio.create_task(person.play(6))
        for _ in range(2_000):
            await asyncio.sleep(0)
        assert table.session.dealt in (3, 4)
        assert not person_plays.done()
        table.sit(0, here=True)
        async with asyncio.timeout(600):
            await person_plays
        table_plays.cancel()
        await asyncio.gather(table_plays, return_exceptions=True)

    asyncio.run(play())
    assert table.session.dealt >= 6


def test_an_adapted_agent_sits_at_a_table_it_was_not_made_for_under_its_name() -> None:
    with pytest.raises(AgentError, match="'plicas' does not play cash-3p"):
        TableSettings.seating(("Ann",), ("plicas", "call"))
    plan = TableSettings.seating(("Ann",), ("adapted::plicas", "call"))
    assert plan.names == ("Ann", "plicas", "call")
    assert a_table(opponents=("adapted::plicas", "call")).agents[1].name == "adapted::plicas"


def test_side_pots_are_told_when_everybody_has_answered_an_all_in() -> None:
    game = a_table(opponents=("call", "call")).settings.game()
    hand = Hand(game, seed=4, number=1, stacks=(1_000, 10_000, 3_000))
    chairs = SeatMap((0, 1, 2), ("a", "b", "c"), (True,) * 3)

    def pots() -> list[int]:
        return [pot["chips"] for pot in hand_to_dict(hand, chairs, None)["pots"]]

    hand.act(raise_to(3_000))
    hand.act(CALL)
    assert pots() == []  # seat 1 has not answered
    hand.act(CALL)
    assert pots() == [3_000, 4_000]


def test_winners_of_a_showdown_are_shown_with_their_five_and_what_they_get() -> None:
    game = a_table().settings.game()
    hand = Hand.with_cards(game, ["AsAh", "KdKc"], "2c7d9hJs3s")
    hand.act(raise_to(10_000))
    hand.act(CALL)
    seats = hand_to_dict(hand, SeatMap((0, 1), ("a", "b"), (True, True)), None)["seats"]
    assert [(seat["award"], seat["five"]) for seat in seats] == [
        (20_000, ["As", "Ah", "Js", "9h", "7d"]),
        (0, []),
    ]


def test_a_pot_that_is_won_without_a_showdown_shows_no_hand() -> None:
    hand = Hand(a_table().settings.game(), seed=1)
    hand.act(FOLD)
    seats = hand_to_dict(hand, SeatMap((0, 1), ("a", "b"), (True, True)), None)["seats"]
    assert [seat["award"] for seat in seats] == [100, 0]
    assert all(seat["five"] == [] for seat in seats)


def test_nobody_is_named_you() -> None:
    plan = TableSettings.seating(("You", "you", "Yousuf"), ("call",))
    assert plan.names == ("Guest", "Guest 2", "Yousuf", "call")


def test_no_name_turns_the_names_after_it_around() -> None:
    plan = TableSettings.seating(("A\u202ea", "\u200bYou", "\x07"), ("call",))
    assert plan.names == ("Aa", "Guest", "Guest 2", "call")


def test_namesakes_are_numbered_and_names_are_cut() -> None:
    plan = TableSettings.seating(("  Ann\n Lee " + "x" * 40, ""), ("call", "call", "random:seed=3"))
    assert plan.names == ("Ann Lee " + "x" * 16, "Guest", "call", "call 2", "random")


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"agents": ("",), "names": ("a",)}, "2 to 10 seats"),
        ({"agents": ("", "/etc/passwd::X"), "names": ("a", "b")}, "cannot be seated from here"),
        ({"agents": ("", "isolated::call"), "names": ("a", "b")}, "cannot be seated from here"),
        ({"agents": ("", "nobody"), "names": ("a", "b")}, "no agent 'nobody'"),
        ({"agents": ("", "call"), "names": ("a", "b"), "big_blind": 3}, "big blind of 3"),
        ({"agents": ("", "call"), "names": ("a", "b"), "stack": 50}, "stack of 50"),
        ({"agents": ("", "call"), "names": ("a", "b"), "schedule": "never"}, "no schedule"),
    ],
)
def test_plans_that_cannot_be_played_say_why(settings: dict[str, Any], why: str) -> None:
    with pytest.raises((GameError, AgentError), match=why):
        TableSettings(**settings)


def test_a_plan_survives_the_store() -> None:
    plan = TableSettings.seating(("Ann",), ("call", "fair"), betting="fixed-limit", clock=15.0)
    assert TableSettings.from_dict(plan.to_dict()) == plan
