"""Options in an agent's name: `name:option=value,option=value`.

An option is a parameter of whatever makes the agent, and its value is read as
the type that the parameter is annotated with: a whole number, a number, a word,
or on and off (yes and no, true and false). Without an annotation it is read as
what it looks like.
"""

import inspect
import types
from collections.abc import Callable, Mapping
from typing import Literal, Union, get_args, get_origin

from fivebet.errors import AgentError

__all__ = ["Option", "read_options"]

Option = bool | int | float | str | None

_ON_OFF = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_WORDS = {int: "a whole number", float: "a number", bool: "on or off", type(None): "none"}


def read_options(name: str, maker: Callable[..., object], text: str) -> dict[str, Option]:
    """The options in the text after a name's colon, checked against their parameters."""
    parameters = _parameters(maker)
    options: dict[str, Option] = {}
    for part in text.split(",") if text else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key.isidentifier() or key in options:
            raise AgentError(
                f"{part!r} in {name!r} is no option: write name:option=value,option=value, "
                "each option once"
            )
        kind = _kind(parameters.get(key))
        try:
            options[key] = _guess(value) if kind is None else _read(value, kind)
        except ValueError:
            raise AgentError(
                f"{name!r} cannot be seated: {key}={value!r} is not {_in_words(kind)}"
            ) from None
    return options


def _parameters(maker: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker, eval_str=True).parameters
    except Exception:
        # A stranger's annotations may name what is only imported for type checkers.
        return inspect.signature(maker).parameters


def _kind(parameter: inspect.Parameter | None) -> object:
    """The type that an option should have, None where it does not say."""
    if parameter is None or isinstance(parameter.annotation, str):
        return None
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    return bool if isinstance(parameter.default, bool) else None


def _read(text: str, kind: object) -> Option:
    if get_origin(kind) in (Union, types.UnionType):
        order = (type(None), bool, int, float, str)
        for each in sorted(get_args(kind), key=lambda k: order.index(k) if k in order else 9):
            try:
                return _read(text, each)
            except ValueError:
                continue
        raise ValueError(text)
    if get_origin(kind) is Literal:
        return _one_of(text, {str(value): value for value in get_args(kind)})
    if kind is bool:
        return _one_of(text.lower(), _ON_OFF)
    if kind is int:
        return int(text)
    if kind is float:
        return float(text)
    if kind is str:
        return text
    if kind is type(None):
        return _one_of(text.lower(), {"none": None})
    return _guess(text)


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


def _in_words(kind: object) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(str, get_args(kind)))
    return " or ".join(_WORDS.get(each, str(each)) for each in get_args(kind) or (kind,))
