"""Reading s-expressions: words, numbers and lists, each with its line and column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from fivebet.errors import FormatError

Kind = Literal["word", "variable", "operator", "number", "keyword", "symbol", "list"]

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\f\r\n]+|;[^\n]*)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<number>[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w?!-]))
  | (?P<symbol><=|>=|!=|[/=<>*^+.]|-(?![\w?!]))
  | (?P<keyword>:[A-Za-z-]+|:-)
  | (?P<variable>\?[\w?!-]*)
  | (?P<operator>![\w?!-]*)
  | (?P<word>[A-Za-z_][\w?!-]*)
    """,
    re.VERBOSE | re.ASCII,
)


@dataclass(slots=True)
class SyntaxNode:
    """A word or a list of nodes, with its line and column."""

    kind: Kind
    text: str
    line: int
    column: int
    items: list["SyntaxNode"] = field(default_factory=list)

    @property
    def is_list(self) -> bool:
        """Return whether the node is in parentheses."""
        return self.kind == "list"

    def shown(self) -> str:
        """Return the text for error messages; long lists are cut."""
        if not self.is_list:
            return self.text
        inside = " ".join(
            item.text if not item.is_list else "(…)" if item.items else "()" for item in self.items
        )
        return f"({inside[:57]}…)" if len(inside) > 60 else f"({inside})"


def read_forms(text: str, source: str) -> list[SyntaxNode]:
    """Return all forms of a text; words are lower-cased, as by JSHOP2."""
    top: list[SyntaxNode] = []
    unclosed: list[SyntaxNode] = []
    for kind, word, line, column in _tokens(text, source):
        if kind == "close":
            if not unclosed:
                raise FormatError("a ) that closes nothing", source, line, column)
            unclosed.pop()
            continue
        node = (
            SyntaxNode("list", "", line, column)
            if kind == "open"
            else SyntaxNode(kind, word.lower(), line, column)  # type: ignore[arg-type]
        )
        (unclosed[-1].items if unclosed else top).append(node)
        if kind == "open":
            unclosed.append(node)
    if unclosed:
        start = unclosed[-1]
        raise FormatError(
            "this ( is never closed: expected ) before the end of the file",
            source,
            start.line,
            start.column,
        )
    return top


def _tokens(text: str, source: str) -> Iterator[tuple[str, str, int, int]]:
    line, start, offset = 1, 0, 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise FormatError(
                f"{text[offset]!r} begins no word: expected a parenthesis, a name, a number, "
                "?variable, !operator or :keyword",
                source,
                line,
                offset - start + 1,
            )
        if match.lastgroup == "space":
            newlines = match.group().count("\n")
            if newlines:
                line += newlines
                start = match.start() + match.group().rindex("\n") + 1
        else:
            yield str(match.lastgroup), match.group(), line, offset - start + 1
        offset = match.end()
