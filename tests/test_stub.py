"""The stub of the compiled module says what the module says of itself."""

import ast
import re
from pathlib import Path
from typing import Any

import fivebet
from fivebet import _core

STUB = ast.parse((Path(fivebet.__file__).parent / "_core.pyi").read_text("utf-8"))


def stub_functions(body: list[ast.stmt]) -> dict[str, set[tuple[str, ...]]]:
    found: dict[str, set[tuple[str, ...]]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            names = tuple(argument.arg for argument in node.args.args)
            found.setdefault(node.name, set()).add(names)
    return found


def runtime_functions(owner: Any) -> dict[str, set[tuple[str, ...]]]:
    found = {}
    for name, member in vars(owner).items():
        if not hasattr(member, "__nb_signature__") or isinstance(member, type):
            continue
        found[name] = {
            tuple(
                re.findall(
                    r"(?:\(|, )(\w+)(?=: |,|\))",
                    re.sub(r"\[.*?\]", "", text.split(") ->")[0] + ")"),
                )
            )
            for text, *_ in member.__nb_signature__
        }
    return found


def test_functions_and_their_parameters_agree() -> None:
    assert stub_functions(STUB.body) == runtime_functions(_core)


def test_classes_and_their_methods_agree() -> None:
    classes = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
    assert set(classes) == {
        name for name, member in vars(_core).items() if isinstance(member, type)
    }
    for name, node in classes.items():
        assert stub_functions(node.body) == runtime_functions(getattr(_core, name))


def test_constants_agree() -> None:
    stated = {
        node.target.id
        for node in STUB.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert {name for name in vars(_core) if name.isupper()} == {n for n in stated if n.isupper()}
