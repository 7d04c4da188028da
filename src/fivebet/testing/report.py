"""What the checks have found."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class CheckVerdict(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class AgentCheck:
    """One check and its result in a sentence."""

    name: str
    verdict: CheckVerdict
    sentence: str

    def __str__(self) -> str:
        return f"{self.name}: {self.verdict}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class AgentReport:
    """The results of all checks of one agent."""

    agent: str
    games: tuple[str, ...]
    decisions: int
    checks: tuple[AgentCheck, ...]

    @property
    def ok(self) -> bool:
        """Whether no check failed."""
        return not self.failed

    @property
    def failed(self) -> tuple[AgentCheck, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.verdict is CheckVerdict.FAILED)

    def assert_ok(self) -> None:
        """Raise an AssertionError that tells what failed, if anything did."""
        if not self.ok:
            raise AssertionError("\n".join((f"{self.agent}:", *map(str, self.failed))))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return asdict(self) | {"ok": self.ok}

    def __str__(self) -> str:
        return "\n".join(map(str, self.checks))
