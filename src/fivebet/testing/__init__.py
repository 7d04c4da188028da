"""Is this an agent? The checks that ours pass, for anybody's.

    from fivebet.testing import check_agent

    def test_my_bot():
        check_agent("my_bot.py::MyBot").assert_ok()

An agent is given by its name, by whatever makes one, or as it is. It plays
random hands in several games with deep and short stacks against random players,
and is then asked the same views again: as another copy, after hidden cards have
changed, after other hands, after a pickle's round trip. Everything follows from
the seed: the same agent gives the same report.

An agent that searches the interpreter's memory for what it should not see goes
beyond what any such check can find.
"""

from fivebet.testing.checks import check_agent
from fivebet.testing.report import AgentCheck, AgentReport, CheckVerdict

__all__ = ["AgentCheck", "AgentReport", "CheckVerdict", "check_agent"]
