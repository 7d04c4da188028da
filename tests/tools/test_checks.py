"""The checks in tools/ find what they look for, and find nothing in the code."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> ModuleType:
    """A script of tools/ as a module."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


glossary, duplicates = tool("check_glossary"), tool("find_duplicates")

EIGHT_LINES = """
def total(numbers):
    result = 0
    for number in numbers:
        if number > 0:
            result += number
        else:
            result -= number
    return result
"""


def test_passages_of_more_than_six_lines_are_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f'"""One."""\nimport os\n{EIGHT_LINES}\nx = 1\n')
    (tmp_path / "other.py").write_text(f"y = 2  # another\n{EIGHT_LINES}")
    (passage,) = duplicates.find_duplicates(tmp_path)
    assert str(passage) == "one.py:4-11 = other.py:3-10: 8 lines"
    assert not duplicates.find_duplicates(tmp_path, most=8)
    allowed = [duplicates.Allowed(frozenset({"one.py", "other.py"}), "def total", "So it is.")]
    assert not list(duplicates.complaints([passage], allowed))
    assert len(list(duplicates.complaints([], allowed))) == 1


def test_replaced_words_are_found_in_names_docstrings_and_comments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glossary, "ROOT", tmp_path)
    python = tmp_path / "src" / "fivebet" / "arena" / "some.py"
    python.parent.mkdir(parents=True)
    python.write_text('"""What can be\ngone on with."""\n\ntold = "told"  # so-manieth\n')
    core = tmp_path / "native" / "some.cpp"
    core.parent.mkdir()
    core.write_text('// Deal\nstruct Deal { const char* name = "Menu"; };\n')
    files = [str(path.relative_to(tmp_path)) for path in (python, core)]
    lines = glossary.complaints(files, glossary.read_entries())
    assert sorted(line.partition(" → ")[0] for line in lines) == [
        "native/some.cpp:2: Deal",
        "src/fivebet/arena/some.py:2: gone on with",
        "src/fivebet/arena/some.py:4: so-manieth",
        "src/fivebet/arena/some.py:4: told",
    ]


def test_no_word_of_the_glossary_is_left() -> None:
    lines = list(glossary.complaints(glossary.tracked_files(), glossary.read_entries()))
    assert not lines, "\n".join(lines)


def test_no_passage_stands_twice_that_is_not_argued_for() -> None:
    passages = duplicates.find_duplicates(duplicates.ROOT / "src" / "fivebet")
    lines = list(duplicates.complaints(passages, duplicates.read_allowed()))
    assert not lines, "\n".join(lines)


def test_a_match_changes_package_at_most_half_as_often_as_in_0_1_0() -> None:
    counted = subprocess.run(
        [sys.executable, TOOLS / "count_package_changes.py"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert int(counted[1].split()[0]) <= 329 // 2
    assert counted[-1] == "agents constructed: AkiPlus 1 times, Fair 1 times"
