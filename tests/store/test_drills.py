from contextlib import closing
from datetime import date, timedelta

import pytest

from fivebet.store.drills import DrillBook, KindResult
from fivebet.store.tables import DrillAnswer

TODAY = date(2026, 11, 30)


def answer(person: str, drill: str, loss: float = 0.0, rating: float = 1200.0) -> DrillAnswer:
    return DrillAnswer(
        person=person,
        drill=drill,
        kind=drill.partition(".")[0],
        action="fold",
        loss=loss,
        rating=rating,
        day=TODAY,
    )


def test_answers_add_up_by_person_and_kind(store_url: str) -> None:
    with closing(DrillBook(store_url)) as book:
        assert book.rating("ann") == (None, 0)
        book.add(answer("ann", "river.1.AhKd", 1.5, 1190), None)
        book.add(answer("ann", "pushfold.1.AA", 0.0, 1210), None)
        book.add(answer("ann", "river.2.AhKd", 0.0, 1220), None)
        book.add(answer("bob", "river.2.AhKd", 2.0, 900), None)
        record = book.record("ann")
        assert record.rating == 1220
        assert record.ratings == (1190, 1210, 1220)
        assert record.kinds == (KindResult("pushfold", 1, 1, 0.0), KindResult("river", 2, 1, 1.5))
        assert book.rating("ann") == (1220, 3)
        book.forget("ann")
        assert book.record("ann").answered == 0
        assert book.record("bob").answered == 1


def test_mistakes_are_due_until_they_are_learnt(store_url: str) -> None:
    with closing(DrillBook(store_url)) as book:
        book.add(answer("ann", "river.1.AhKd", 1.5), (0, TODAY + timedelta(days=1)))
        book.add(answer("ann", "river.2.AhKd", 1.5), (0, TODAY))
        assert book.due("ann", TODAY) == ["river.2.AhKd"]
        assert book.due("ann", TODAY + timedelta(days=1)) == ["river.2.AhKd", "river.1.AhKd"]
        assert book.count_due("ann", TODAY + timedelta(days=1)) == 2
        assert book.due("bob", TODAY) == []
        assert book.repetition("ann", "river.2.AhKd") == (0, TODAY)
        assert book.has_answered("ann", "river.2.AhKd")
        assert not book.has_answered("bob", "river.2.AhKd")
        book.add(answer("ann", "river.2.AhKd"), (1, TODAY + timedelta(days=3)))
        assert book.repetition("ann", "river.2.AhKd") == (1, TODAY + timedelta(days=3))
        assert book.due("ann", TODAY) == []
        book.add(answer("ann", "river.2.AhKd"), None)
        assert book.repetition("ann", "river.2.AhKd") is None
        book.drop("bob", ["river.1.AhKd"])
        assert book.repetition("ann", "river.1.AhKd") is not None
        book.drop("ann", ["river.1.AhKd"])
        assert book.repetition("ann", "river.1.AhKd") is None


def test_own_drills_are_kept_by_person_and_the_oldest_make_way(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivebet.store.drills._MOST_OWN", 2)
    with closing(DrillBook(store_url)) as book:
        book.add_own("ann", {"own.1.AA": {"pot": 1}})
        book.add_own("ann", {"own.1.AA": {"pot": 2}, "own.2.AA": {"pot": 3}})
        assert book.own("ann") == ["own.1.AA", "own.2.AA"]
        assert book.own_decision("ann", "own.1.AA") == {"pot": 2}
        assert book.own_decision("bob", "own.1.AA") is None
        book.add_own("ann", {"own.0.AA": {"pot": 4}})
        assert book.own("ann") == ["own.2.AA", "own.0.AA"]
        book.add_own("ann", {"own.2.AA": {"pot": 3}})  # made once more
        assert book.own("ann") == ["own.0.AA", "own.2.AA"]
