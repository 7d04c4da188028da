"""Numbered messages: nothing is lost, nothing comes twice, nothing grows."""

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st

from fivebet.web.tables.outbox import Outbox


def numbers(found: list[tuple[int, str]] | None) -> list[int] | None:
    return None if found is None else [json.loads(text)["seq"] for _, text in found]


@given(published=st.integers(0, 300), seen=st.integers(-2, 320))
def test_a_client_gets_exactly_what_it_has_not_seen_or_is_told_that_it_cannot(
    published: int, seen: int
) -> None:
    outbox = Outbox()
    for _ in range(published):
        outbox.publish("table", {})
    found = numbers(outbox.since(seen))
    if 0 <= seen <= published and (seen >= published - 128):
        assert found == list(range(seen + 1, published + 1))
    else:
        assert found is None


def test_what_has_arrived_is_forgotten_and_the_rest_stays() -> None:
    outbox = Outbox()
    for _ in range(5):
        outbox.publish("table", {})
    outbox.acknowledge(3)
    assert numbers(outbox.since(3)) == [4, 5]
    assert outbox.since(2) is None


def test_waiting_ends_with_the_next_message() -> None:
    async def wait() -> list[int] | None:
        outbox = Outbox()
        waiting = asyncio.create_task(outbox.wait_after(0))
        await asyncio.sleep(0)
        assert not waiting.done()
        outbox.publish("table", {"pot": 3})
        await waiting
        return numbers(outbox.since(0))

    assert asyncio.run(wait()) == [1]


def test_a_card_room_that_starts_anew_is_another_epoch() -> None:
    assert Outbox().epoch != Outbox().epoch
