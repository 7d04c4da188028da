"""Options in an agent's name: `name:option=value,option=value`.

An option is a parameter of whatever makes the agent, and its value is read as
the type that the parameter is annotated with: a whole number, a number, a word,
or on and off (yes and no, true and false). Without an annotation it is read as
what it looks like. What an option does is the docstring of the field of its name.

Strangers, who come over the web, may set flags and choices, numbers and texts whose
annotation states `Bounds`, and files by name: `weights=@mine.npz` is the file mine.npz
that the host has put into the folder `agent-files` of Fivebet's home (`files.home`).
"""

import ast
import inspect
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from textwrap import dedent
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from fivebet.errors import AgentError
from fivebet.files import home

Option = bool | int | float | str | None

_ON_OFF = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_TYPES_IN_WORDS: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    bool: "on or off",
    type(None): "none",
    str: "text",
}


class OptionKind(StrEnum):
    """What an option takes."""

    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    FILE = "file"


FileName = Annotated[str, OptionKind.FILE]
"""The annotation of an option that names a file."""

_HOST_FILE = re.compile(r"@([A-Za-z0-9][A-Za-z0-9._+-]{0,99})")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The annotation of a number that strangers may set, from least to most, or of a text.

    What counts of a text is its length.
    """

    least: float
    most: float

    def __contains__(self, value: Option) -> bool:
        if value is None:
            return True
        return self.least <= (len(value) if isinstance(value, str) else value) <= self.most


Seed = Annotated[int, Bounds(0, 2**64 - 1)]
"""The annotation of the seed of an agent's random numbers."""


@dataclass(frozen=True, slots=True)
class AgentOption:
    """One option of an agent."""

    name: str
    kind: OptionKind
    type: str
    """The values that it takes, in words."""
    default: Option
    about: str
    """What it does, in a sentence; empty where the agent's class does not say."""
    bounds: Bounds | None = None
    """The values that strangers may give, where these are a part of all."""


def describe_options(maker: Callable[..., object]) -> list[AgentOption]:
    """Return the options of whatever makes an agent."""
    docs = _field_docs(maker)
    return [
        AgentOption(
            name=each.name,
            kind=_kind(annotation := _annotation(each)),
            type=_in_words(annotation),
            default=_default(each),
            about=docs.get(each.name, ""),
            bounds=_bounds(annotation),
        )
        for each in _parameters(maker).values()
    ]


def read_options(name: str, maker: Callable[..., object], text: str) -> dict[str, Option]:
    """Return the options in the text after a name's colon, checked against their parameters."""
    parameters = _parameters(maker)
    options: dict[str, Option] = {}
    for part in text.split(",") if text else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key.isidentifier() or key in options:
            raise AgentError(
                f"{part!r} in {name!r} is no option: write name:option=value,option=value, "
                "each option once"
            )
        annotation = _annotation(parameters.get(key))
        try:
            options[key] = _guess(value) if annotation is None else _read(value, annotation)
        except ValueError:
            raise AgentError(
                f"{name!r} cannot be seated: {key}={value!r} is not {_in_words(annotation)}"
            ) from None
    return options


def check_public_options(name: str, maker: Callable[..., object], text: str) -> None:
    """Refuse options that strangers may not set, and values beyond their bounds."""
    known = {each.name: each for each in describe_options(maker)}
    public = ", ".join(each.name for each in known.values() if _is_public(each)) or "none"
    written = dict(part.partition("=")[::2] for part in text.split(","))
    for key, value in read_options(name, maker, text).items():
        option = known.get(key)
        if option is None or not _is_public(option):
            raise AgentError(
                f"{key!r} cannot be set from here; the options of this agent are: {public}"
            )
        if option.kind is OptionKind.FILE and not names_host_file(f"{key}={written[key]}"):
            raise AgentError(
                f"{key!r} takes a file of this card room: write {key}=@name, with the name of a "
                "file that its host has put there"
            )
        if option.bounds and value not in option.bounds:
            what = " letters" if isinstance(value, str) else ""
            raise AgentError(
                f"{key}={value} is too much or too little here: give {option.bounds.least:g} to "
                f"{option.bounds.most:g}{what}"
            )


def names_host_file(name: str) -> bool:
    """Return whether an agent's name has an option that names a file of the host."""
    return any(
        _HOST_FILE.fullmatch(part.partition("=")[2].strip()) for part in re.split("[,:]", name)
    )


def _is_public(option: AgentOption) -> bool:
    if option.kind in (OptionKind.NUMBER, OptionKind.TEXT):
        return option.bounds is not None
    return True


def _parameters(maker: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker, eval_str=True).parameters
    except Exception:
        # A stranger's annotations may name what is only imported for type checkers.
        return inspect.signature(maker).parameters


def _annotation(parameter: inspect.Parameter | None) -> Any:
    """Return the type that an option should have, or None where it does not say."""
    if parameter is None or isinstance(parameter.annotation, str):
        return None
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    return bool if isinstance(parameter.default, bool) else None


def _default(parameter: inspect.Parameter) -> Option:
    """Return the default as JSON data; what is none is shown as text."""
    default = parameter.default
    if default is parameter.empty:
        return None
    if isinstance(default, bool | int | str | None) or (
        isinstance(default, float) and isfinite(default)
    ):
        return default
    return str(default)


def _kind(annotation: Any) -> OptionKind:
    if get_origin(annotation) is Annotated:
        return next(
            (each for each in annotation.__metadata__ if isinstance(each, OptionKind)),
            _kind(annotation.__origin__),
        )
    if get_origin(annotation) is Literal:
        return OptionKind.CHOICE
    if annotation is bool:
        return OptionKind.FLAG
    types_given = {*(get_args(annotation) or (annotation,))} - {type(None)}
    return OptionKind.NUMBER if types_given <= {int, float} else OptionKind.TEXT


def _bounds(annotation: Any) -> Bounds | None:
    metadata = getattr(annotation, "__metadata__", ())
    return next((each for each in metadata if isinstance(each, Bounds)), None)


def _field_docs(maker: object) -> dict[str, str]:
    """Return the docstrings below the fields of a class, inherited ones included."""
    docs: dict[str, str] = {}
    for each in reversed(getattr(maker, "__mro__", ())):
        docs |= _own_field_docs(each)
    return docs


@lru_cache(maxsize=256)  # finding a class in its file takes tens of milliseconds
def _own_field_docs(owner: type) -> dict[str, str]:
    """Return the docstrings below the fields that a class itself defines."""
    try:
        (definition,) = ast.parse(dedent(inspect.getsource(owner))).body
    except (OSError, TypeError, ValueError, SyntaxError):
        return {}  # compiled, or made without a source
    docs: dict[str, str] = {}
    for field, doc in pairwise(getattr(definition, "body", ())):
        match field, doc:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = inspect.cleandoc(text).replace("\n", " ")
    return docs


def _read(text: str, annotation: Any) -> Option:
    origin = get_origin(annotation)
    if origin is Annotated:
        if _kind(annotation) is OptionKind.FILE and text.startswith("@"):
            return _host_file(text)
        return _read(text, annotation.__origin__)
    if origin in (Union, types.UnionType):
        order = (type(None), bool, int, float, str)
        for each in sorted(get_args(annotation), key=lambda k: order.index(k) if k in order else 9):
            try:
                return _read(text, each)
            except ValueError:
                continue
        raise ValueError(text)
    if origin is Literal:
        return _one_of(text, {str(value): value for value in get_args(annotation)})
    if annotation is bool:
        return _one_of(text.lower(), _ON_OFF)
    if annotation is int:
        return int(text)
    if annotation is float:
        return float(text)
    if annotation is str:
        return text
    if annotation is type(None):
        return _one_of(text.lower(), {"none": None})
    return _guess(text)


def _host_file(text: str) -> str:
    named = _HOST_FILE.fullmatch(text)
    if named is None:
        raise ValueError(text)
    return str(home() / "agent-files" / named[1])


def _one_of(text: str, values: Mapping[str, Option]) -> Option:
    if text not in values:
        raise ValueError(text)
    return values[text]


def _guess(text: str) -> Option:
    if text.lower() in _ON_OFF:
        return _ON_OFF[text.lower()]
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _in_words(annotation: Any) -> str:
    if annotation is None:
        return "anything"
    if get_origin(annotation) is Annotated:
        return (
            "a file" if _kind(annotation) is OptionKind.FILE else _in_words(annotation.__origin__)
        )
    if get_origin(annotation) is Literal:
        return "one of " + ", ".join(map(str, get_args(annotation)))
    given = get_args(annotation) or (annotation,)
    return " or ".join(_TYPES_IN_WORDS.get(each, str(each)) for each in given)
