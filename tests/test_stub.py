"""The stub of the compiled module says what the module says of itself."""

import ast
import re
from pathlib import Path
from typing import Any

import fivebet
from fivebet import _core

STUB = ast.parse((Path(fivebet.__file__).parent / "_core.pyi").read_text("utf-8"))

Members = dict[str, set[tuple[str, ...]]]
"""Parameters of functions, one set for all overloads; of attributes, none."""


def stub_members(body: list[ast.stmt]) -> Members:
    found: Members = {}
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = set()
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args]
            names = tuple(argument.arg for argument in arguments)
            is_property = "property" in map(ast.unparse, node.decorator_list)
            found.setdefault(node.name, set())
            if not is_property:
                found[node.name].add(names)
    return found


def parameters(signature: str) -> tuple[str, ...]:
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    while inside != (flat := re.sub(r"[\[(][^\[\]()]*[\])]", "", inside)):
        inside = flat
    names = [part.split(":")[0].split("=")[0].strip() for part in inside.split(",")]
    return tuple(name for name in names if name and name != "/")


def runtime_members(owner: Any) -> Members:
    found: Members = {}
    for name, member in vars(owner).items():
        if isinstance(member, type) or (name.startswith("__") and name != "__init__"):
            continue
        signatures = getattr(member, "__nb_signature__", ())
        found[name] = {parameters(text) for text, *_ in signatures}
    return found


def public(members: Members) -> Members:
    """Without what Python gives every class, and what only the stub needs."""
    hidden = re.compile(r"_[A-Z].*|__(?!init__).*")
    return {name: how for name, how in members.items() if not hidden.fullmatch(name)}


def test_functions_and_their_parameters_agree() -> None:
    assert public(stub_members(STUB.body)) == public(runtime_members(_core))


def test_classes_and_their_methods_agree() -> None:
    classes = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
    compiled = {name: each for name, each in vars(_core).items() if isinstance(each, type)}
    assert set(classes) == set(compiled)
    for name, node in classes.items():
        stated = public(stub_members(node.body))
        for member, how in public(runtime_members(compiled[name])).items():
            if member == "__init__" and member not in stated:
                continue  # made by the core alone
            said = stated.pop(member)
            # A method bound by hand for speed tells nothing of its parameters.
            assert how in (said, set()), f"{name}.{member}"
        assert not stated
