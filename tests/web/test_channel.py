"""Numbered messages: nothing is lost, nothing comes twice, nothing grows."""

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st

from fivebet.web.tables.channel import Channel


def numbers(found: list[tuple[int, str]] | None) -> list[int] | None:
    return None if found is None else [json.loads(text)["seq"] for _, text in found]


@given(published=st.integers(0, 300), seen=st.integers(-2, 320))
def test_a_client_gets_exactly_what_it_has_not_seen_or_is_told_that_it_cannot(
    published: int, seen: int
) -> None:
    channel = Channel()
    for _ in range(published):
        channel.publish("table", {})
    found = numbers(channel.since(seen))
    if 0 <= seen <= published and (seen >= published - 128):
        assert found == list(range(seen + 1, published + 1))
    else:
        assert found is None


def test_what_has_arrived_is_forgotten_and_the_rest_stays() -> None:
    channel = Channel()
    for _ in range(5):
        channel.publish("table", {})
    channel.acknowledge(3)
    assert numbers(channel.since(3)) == [4, 5]
    assert channel.since(2) is None


def test_waiting_ends_with_the_next_message() -> None:
    async def wait() -> list[int] | None:
        channel = Channel()
        waiting = asyncio.create_task(channel.news(0))
        await asyncio.sleep(0)
        assert not waiting.done()
        channel.publish("table", {"pot": 3})
        await waiting
        return numbers(channel.since(0))

    assert asyncio.run(wait()) == [1]


def test_a_card_room_that_starts_anew_is_another_epoch() -> None:
    assert Channel().epoch != Channel().epoch
