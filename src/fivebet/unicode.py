"""Half letters: a lone surrogate is in Python's text what no file or line can hold.

JSON may write one as an escape (`"\\ud800"`), and Python makes one of each byte of an
argument, a variable or a file's name that is no UTF-8.
"""

import json


def has_halves(text: str) -> bool:
    """Return whether a text has a lone surrogate.

    >>> has_halves("♠"), has_halves("\\ud800")
    (False, True)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def json_has_halves(source: str | bytes, value: object) -> bool:
    """Return whether a value, as it was read from a JSON text, has a lone surrogate in it."""
    escape: str | bytes = "\\u" if isinstance(source, str) else b"\\u"
    return escape in source and has_halves(json.dumps(value, ensure_ascii=False))  # type: ignore[operator]


def escape_halves(text: str) -> str:
    r"""Return a text with lone surrogates as Python writes them.

    >>> escape_halves("a\ud800")
    'a\\ud800'
    """
    return text.encode("utf-8", "backslashreplace").decode()
