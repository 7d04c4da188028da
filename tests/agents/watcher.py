"""An agent that keeps what it is shown."""

from fivebet.game import Decision, View


class Watcher:
    """Calls, and keeps how hands ended."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)

    def observe(self, view: View) -> None:
        self.seen.append(view)
