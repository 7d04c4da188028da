"""Find words that the glossary has replaced, in names, docstrings, comments and file names.

    python tools/check_glossary.py [FILE ...]

Prints `file:line: word → what to write instead`, and exits with 1 if there is any.
tools/glossary.toml lists the words. A word that has another meaning somewhere is looked
for only in the files in which it had the old one.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal, NamedTuple

ROOT = Path(__file__).parents[1]
WORDS = Path(__file__).with_name("glossary.toml")
_LANGUAGES = {".py": "python", ".pyi": "python", ".cpp": "c++", ".hpp": "c++", ".cu": "c++"}
_LANGUAGES |= {".js": "javascript"}
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'")
_NAME = re.compile(r"[A-Za-z_]\w*")


class Spoken(NamedTuple):
    """Something that a file says."""

    line: int
    text: str
    kind: Literal["name", "text", "code"]
    """An identifier; a comment or docstring; or a line of C++ or JavaScript without them."""


@dataclass(frozen=True)
class Entry:
    """Words that are no longer used, where, and what is used instead."""

    language: str
    use: str
    patterns: dict[str, tuple[re.Pattern[str], ...]]
    """By kind: of a whole identifier, or anywhere in comments, docstrings or lines of code."""
    files: tuple[str, ...]
    excluded: tuple[str, ...]
    paths: tuple[str, ...]
    """Files that must not exist."""

    def concerns(self, file: str) -> bool:
        """Whether a file is looked at."""
        return (
            _LANGUAGES.get(Path(file).suffix) == self.language
            and any(fnmatch(file, each) for each in self.files)
            and not any(fnmatch(file, each) for each in self.excluded)
        )


def read_entries(path: Path = WORDS) -> list[Entry]:
    """Return all entries of the list."""
    document = tomllib.loads(path.read_text("utf-8"))
    return [_entry(each, document["languages"]) for each in document["words"]]


def complaints(files: Sequence[str], entries: Sequence[Entry]) -> Iterator[str]:
    """Give a line for each word that is still in one of these files, which are below ROOT."""
    for file in files:
        for entry in entries:
            if any(fnmatch(file, each) for each in entry.paths):
                yield f"{file}:1: the file's name → {entry.use}"
        concerned = [entry for entry in entries if entry.concerns(file)]
        suspicious = _suspicious(ROOT / file, concerned) if concerned else []
        for entry in concerned:
            yield from _in_file(file, suspicious, entry)


def tracked_files() -> list[str]:
    """Return what git knows and what it does not ignore."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(name for name in set(listed.stdout.splitlines()) if (ROOT / name).is_file())


def spoken_in(path: Path) -> list[Spoken]:
    """Return the names, comments and docstrings of a file."""
    return _python(path) if path.suffix in (".py", ".pyi") else _curly(path)


def _suspicious(path: Path, entries: Sequence[Entry]) -> list[Spoken]:
    """Return what any of the entries may concern: one pattern is quicker than hundreds."""
    joined = {
        kind: "|".join(f"(?:{p.pattern})" for entry in entries for p in entry.patterns[kind])
        for kind in entries[0].patterns
    }
    matches = {
        kind: re.compile(rf"\A(?:{pattern})\Z" if kind == "name" else pattern or "(?!)").search
        for kind, pattern in joined.items()
    }
    found: dict[tuple[str, str], bool] = {}
    suspicious = []
    for spoken in spoken_in(path):
        key = spoken.kind, spoken.text
        if key not in found:
            found[key] = matches[spoken.kind](spoken.text) is not None
        if found[key]:
            suspicious.append(spoken)
    return suspicious


def _in_file(file: str, spoken: Sequence[Spoken], entry: Entry) -> Iterator[str]:
    seen: set[tuple[int, str]] = set()
    for line, text, kind in spoken:
        for pattern in entry.patterns[kind]:
            for found in [pattern.fullmatch(text)] if kind == "name" else pattern.finditer(text):
                if found is None:
                    continue
                at = line + text.count("\n", 0, found.start())
                if (at, found[0]) not in seen:
                    seen.add((at, found[0]))
                    yield f"{file}:{at}: {' '.join(found[0].split())} → {entry.use}"


def _python(path: Path) -> list[Spoken]:
    text = path.read_text("utf-8")
    spoken = [
        Spoken(token.start[0], token.string, "name" if token.type == tokenize.NAME else "text")
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in (tokenize.NAME, tokenize.COMMENT)
    ]
    for node in _statements(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            spoken.append(Spoken(node.lineno, node.value.value, "text"))
    return spoken


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give all statements below one, for which nobody has to look into expressions."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, block, ()):
            yield statement
            yield from _statements(statement)


def _curly(path: Path) -> list[Spoken]:
    text = path.read_text("utf-8")
    spoken = [
        Spoken(1 + text.count("\n", 0, found.start()), found[0], "text")
        for found in _COMMENT.finditer(_STRING.sub(_blank, text))
    ]
    code = _STRING.sub(_blank, _COMMENT.sub(_blank, text))
    for number, line in enumerate(code.splitlines(), start=1):
        spoken += [Spoken(number, name, "name") for name in _NAME.findall(line)]
        spoken.append(Spoken(number, line, "code"))
    return spoken


def _blank(found: re.Match[str]) -> str:
    """Replace all but line ends, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", found[0])


def _entry(given: dict[str, Any], languages: dict[str, Any]) -> Entry:
    usual = languages[given["language"]]
    return Entry(
        language=given["language"],
        use=given["use"],
        patterns={
            kind: tuple(map(re.compile, given.get(key, ())))
            for kind, key in (("name", "names"), ("text", "texts"), ("code", "code"))
        },
        files=tuple(given.get("files", usual["files"])),
        excluded=(*usual["except"], *given.get("except", ())),
        paths=tuple(given.get("paths", ())),
    )


def main() -> int:
    """Print what is left to be replaced."""
    given = [str(Path(name).resolve().relative_to(ROOT)) for name in sys.argv[1:]]
    lines = list(complaints(given or tracked_files(), read_entries()))
    print(*lines, sep="\n")
    replaced = Counter(line.split(": ", 1)[1] for line in lines)
    print(f"\n{len(lines)} places; most often:")
    for words, times in replaced.most_common(25):
        print(f"{times:6}  {words}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
