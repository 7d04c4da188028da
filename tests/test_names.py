"""A class name stands for one thing: those that occur in two modules are argued for."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "fivebet"

ARGUED_FOR: dict[str, str] = {
    "Decision": "An agent's decision, and its row in the store's table of that name.",
}
"""Names of classes that occur in several modules, and why each must."""


def class_names() -> dict[str, list[str]]:
    """The modules in which each class name is defined, private ones and nested ones too."""
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(SOURCE)))
    return found


def test_class_names_that_occur_twice_are_argued_for() -> None:
    twice = {name: files for name, files in class_names().items() if len(set(files)) > 1}
    unargued = {name: files for name, files in twice.items() if name not in ARGUED_FOR}
    assert not unargued, "\n".join(f"{name}: {', '.join(f)}" for name, f in unargued.items())
    assert ARGUED_FOR.keys() <= twice.keys()
    assert all(reason.endswith(".") for reason in ARGUED_FOR.values())
