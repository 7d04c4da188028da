"""Find passages of more than six lines that stand twice in src/fivebet.

    python tools/find_duplicates.py [--lines 6] [FOLDER]

Lines are compared token by token, without comments and layout; imports, `__all__`,
docstrings and lines of brackets alone do not count. Passages that are argued for stand in
tools/duplicates.toml. The exit code is 1 if there are others, or if an argument is about
nothing any more.
"""

import argparse
import ast
import io
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALLOWED = Path(__file__).with_name("duplicates.toml")
MOST_LINES = 6
_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


@dataclass(frozen=True)
class Line:
    """A line that counts."""

    file: str
    number: int
    text: str


@dataclass(frozen=True)
class Passage:
    """The same lines in two places."""

    one: tuple[Line, ...]
    other: tuple[Line, ...]

    def __str__(self) -> str:
        return f"{_place(self.one)} = {_place(self.other)}: {len(self.one)} lines"

    @property
    def files(self) -> set[str]:
        """The one or two files that it stands in."""
        return {self.one[0].file, self.other[0].file}

    @property
    def text(self) -> str:
        """Its lines."""
        return "\n".join(line.text for line in self.one)


@dataclass(frozen=True)
class Allowed:
    """A passage that may stand twice, and why."""

    files: frozenset[str]
    holds: str
    """Some of its text, in single blanks between tokens."""
    reason: str

    def covers(self, passage: Passage) -> bool:
        """Whether a passage is the one that is meant."""
        return passage.files <= self.files and self.holds in passage.text


def find_duplicates(folder: Path, most: int = MOST_LINES) -> list[Passage]:
    """Return the longest passages of more lines than `most` that stand twice."""
    files = [
        lines
        for path in sorted(folder.rglob("*.py"))
        if len(lines := significant_lines(path, folder)) > most
    ]
    windows: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for index, lines in enumerate(files):
        for start in range(len(lines) - most):
            key = tuple(line.text for line in lines[start : start + most + 1])
            windows[key].append((index, start))
    found: dict[tuple[int, int, int, int], int] = {}
    covered: set[tuple[int, int, int, int]] = set()
    for places in windows.values():
        for i, one in enumerate(places):
            for other in places[i + 1 :]:
                if (*one, *other) in covered:
                    continue
                length = _length(files[one[0]][one[1] :], files[other[0]][other[1] :])
                if one[0] == other[0]:
                    length = min(length, other[1] - one[1])
                covered |= {
                    (one[0], one[1] + k, other[0], other[1] + k) for k in range(length - most)
                }
                if length > most:
                    found[(*one, *other)] = length
    return [
        Passage(tuple(files[a][i : i + length]), tuple(files[b][j : j + length]))
        for (a, i, b, j), length in sorted(found.items(), key=lambda item: -item[1])
    ]


def significant_lines(path: Path, folder: Path) -> list[Line]:
    """Return the lines of a file that count, as tokens with single blanks between."""
    text = path.read_text("utf-8")
    skipped = _imports_and_docstrings(ast.parse(text))
    tokens: dict[int, list[tokenize.TokenInfo]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _LAYOUT and token.start[0] not in skipped:
            tokens[token.start[0]].append(token)
    file = str(path.relative_to(folder))
    return [
        Line(file, number, " ".join(token.string for token in line))
        for number, line in sorted(tokens.items())
        if any(token.type != tokenize.OP for token in line)
    ]


def read_allowed(path: Path = ALLOWED) -> list[Allowed]:
    """Return the passages that are argued for."""
    document = tomllib.loads(path.read_text("utf-8"))
    return [
        Allowed(frozenset(each["files"]), each.get("holds", ""), each["reason"])
        for each in document.get("allowed", ())
    ]


def complaints(passages: Sequence[Passage], allowed: Sequence[Allowed]) -> Iterator[str]:
    """Give a line for each passage that nobody argues for, and for each idle argument."""
    for passage in passages:
        if not any(each.covers(passage) for each in allowed):
            yield str(passage)
    for each in allowed:
        if not any(each.covers(passage) for passage in passages):
            yield f"{', '.join(sorted(each.files))}: no such passage any more: {each.reason}"


def _length(one: Sequence[Line], other: Sequence[Line]) -> int:
    pairs = zip(one, other, strict=False)
    return next(
        (k for k, (a, b) in enumerate(pairs) if a.text != b.text), min(len(one), len(other))
    )


def _imports_and_docstrings(tree: ast.AST) -> set[int]:
    skipped: set[int] = set()
    for node in _statements(tree):
        docstring = (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        exported = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        if isinstance(node, ast.Import | ast.ImportFrom) or docstring or exported:
            assert isinstance(node, ast.stmt)
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return skipped


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give all statements below one, for which nobody has to look into expressions."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, block, ()):
            yield statement
            yield from _statements(statement)


def _place(lines: Sequence[Line]) -> str:
    return f"{lines[0].file}:{lines[0].number}-{lines[-1].number}"


def main() -> int:
    """Print what stands twice."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "src" / "fivebet")
    parser.add_argument("--lines", type=int, default=MOST_LINES, help="Allowed without argument.")
    given = parser.parse_args()
    lines = list(complaints(find_duplicates(given.folder, given.lines), read_allowed()))
    print(*lines, sep="\n")
    print(f"{len(lines)} duplicated passages of more than {given.lines} lines")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
