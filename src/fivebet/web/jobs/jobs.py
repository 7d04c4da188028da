"""All long work of a card room in one place."""

from fivebet.store.archive import Archive
from fivebet.web.jobs.contests import Contests
from fivebet.web.jobs.papers import PaperDesk
from fivebet.web.jobs.solving import SolveDesk

__all__ = ["Desk"]


class Desk:
    """Solves, contests and papers, and what the store keeps of them."""

    def __init__(self, store: str | None) -> None:
        self.solves = SolveDesk()
        self.contests = Contests(store)
        self.papers = PaperDesk()
        self.store = store
        self.archive = Archive(store) if store else None

    async def close(self) -> None:
        """Leave everything off."""
        await self.solves.close()
        await self.papers.close()
        await self.contests.close()
        if self.archive:
            self.archive.close()
