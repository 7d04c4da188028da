"""All background jobs of a card room in one place."""

from fivebet.store.archive import Archive
from fivebet.store.drills import DrillBook
from fivebet.web.jobs.contests import ContestQueue
from fivebet.web.jobs.flops import FlopQueue
from fivebet.web.jobs.papers import ReproductionQueue
from fivebet.web.jobs.reviews import ReviewQueue
from fivebet.web.jobs.solves import SolveQueue


class BackgroundJobs:
    """The queues of all jobs, and the store that has their results."""

    def __init__(self, store: str | None, device: str = "cpu") -> None:
        self.solves = SolveQueue(device, store)
        self.contests = ContestQueue(store)
        self.papers = ReproductionQueue(store)
        self.reviews = ReviewQueue(store)
        self.flops = FlopQueue()
        self.store = store
        self.archive = Archive(store) if store else None
        self.drills = DrillBook(store) if store else None

    async def close(self) -> None:
        """Stop all jobs and close the store."""
        for queue in (self.solves, self.papers, self.reviews, self.contests, self.flops):
            await queue.close()
        for opened in (self.archive, self.drills):
            if opened:
                opened.close()
