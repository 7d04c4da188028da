"""Every command answers as version 0.1.0 did, and the API has the fields that it had.

What changes on purpose is written anew by `python -m tests.golden --update NAME`, looked
at in the diff, and named in CHANGELOG.md.
"""

import pytest

from tests.golden.answers import DOCUMENTS, compare, made
from tests.golden.scenarios import COMMANDS, SCENARIOS, SLOW


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name not in SLOW])
def test_answers_are_those_that_are_kept(name: str) -> None:
    different = compare(name, made(name))
    assert not different, "\n".join(different)


def test_every_command_is_asked_for_something() -> None:
    asked = [case.name for cases in SCENARIOS.values() for case in cases]
    groups = {command.split()[0] for command in COMMANDS if " " in command}
    for command in COMMANDS:
        if command and command not in groups:
            assert any(name.startswith(f"{command} ") or name == command for name in asked), command
