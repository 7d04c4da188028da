"""What is not in the language is refused with its place and what was expected."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import FormatError
from fivebet.planning import parse_domain, parse_problems, read_domain

OPERATOR = "(:operator (!a ?x) () () ())"


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("", "f:1:1", "the file is empty: expected (defdomain …)"),
        ("(defdomain d\n  (", "f:2:3", "this ( is never closed"),
        ("(defdomain d ()))", "f:1:17", "a ) that closes nothing"),
        ("(defdomain d ())", "f:1:14", "expected a list of operators, methods and axioms"),
        ("(defdomain d ({}) x)", "f:1:1", "expected (defdomain name"),
        ("(defdomain d ({})) (b)", "f:1:46", "(b) follows the end"),
        (
            "(defdomain d ({}\n (:operatr (!a) () () ())))",
            "f:2:2",
            "expected (:operator …), (:method",
        ),
        ("(defdomain d ((:operator (a) () () ())))", "f:1:26", "expected (!name term …)"),
        ("(defdomain d ((:operator (!a) () ())))", "f:1:15", "3 parts are not 4 or 5"),
        ("(defdomain d ((:method (!m) () ())))", "f:1:24", "expected (name term …)"),
        ("(defdomain d ((:method (m) ((p ?x)))))", "f:1:15", "expected (:method"),
        ("(defdomain d ((:method (m) one () () two ())))", "f:1:42", "a precondition and a task"),
        ("(defdomain d ((:method (m) (or) ())))", "f:1:28", "(or expression …) with one or more"),
        ("(defdomain d ((:method (m) (not) ())))", "f:1:28", "expected (not expression)"),
        ("(defdomain d ((:method (m) (imply (p)) ())))", "f:1:28", "(imply expression expression)"),
        ("(defdomain d ((:method (m) (forall (x) (p) (q)) ())))", "f:1:37", "expected ?variable"),
        (
            "(defdomain d ((:method (m) (assign x 1) ())))",
            "f:1:28",
            "expected (assign ?variable term)",
        ),
        (
            "(defdomain d ((:method (m) (call ?f 1) ())))",
            "f:1:28",
            "expected (call function term …)",
        ),
        ("(defdomain d ((:method (m) ((p) (:first (q))) ())))", "f:1:33", "only at the top"),
        ("(defdomain d ((:method (m) (:sort-by x (p)) ())))", "f:1:28", "(:sort-by ?variable"),
        ("(defdomain d ((:method (m) () (x))))", "f:1:32", "x"),
        ("(defdomain d ((:method (m) () ((:immediate)))))", "f:1:32", "expected a task"),
        ("(defdomain d ((:method (m) (p (a . b c)) ())))", "f:1:31", "one term after the dot"),
        ("(defdomain d ((:method (m) (p !x) ())))", "f:1:31", "expected a term"),
        ("(defdomain d ((:method (m) (p -1e400) ())))", "f:1:31", "a number below 1.8e308"),
        ("(defdomain d ((:- (p ?x))))", "f:1:15", "expected (:- (predicate"),
        ("(defdomain d ((:operator (!a) () ((:protection)) ())))", "f:1:35", "(:protection atom)"),
        ("(defdomain d ((:operator (!a) () ((0.5 ()) (p)) ())))", "f:1:44", "(probability part)"),
        ("(defdomain and ({}))", "f:1:12", "and is a word of the language"),
        ("(defdomain d ({} @))", "f:1:44", "'@' begins no word"),
        ("(defdomain d (\n; comment\n\t(:method (m) #)))", "f:3:15", "'#' begins no word"),
    ],
)
def test_errors_in_domains_say_where_and_what_was_expected(
    text: str, where: str, what: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_domain(text.replace("{}", OPERATOR), "f")
    assert str(caught.value).startswith(f"{where}: "), str(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("(defproblem p d ())", "f:1:1", "expected (defproblem name domain"),
        ("(defproblem p d ((a)) ((t)) ((b)))", "f:1:29", "a state and then its task list"),
        ("(defproblem p d ((a ?x)) ())", "f:1:18", "an atom without variables"),
        ("(defproblem p d (a) ())", "f:1:18", "expected an atom"),
        ("(defdomain d ())", "f:1:1", "expected (defproblem"),
    ],
)
def test_errors_in_problems_say_where_and_what_was_expected(
    text: str, where: str, what: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_problems(text, "f")
    assert str(caught.value).startswith(f"{where}: "), str(caught.value)
    assert what in str(caught.value)


def test_case_does_not_matter_and_comments_are_skipped() -> None:
    domain = parse_domain("(DefDomain D ( ; here\n (:OPERATOR (!Go ?X) (And (At ?x)) NIL Nil)))")
    assert (domain.name, domain.operators[0].name) == ("d", "!go")
    assert domain.symbols == {"at"}


def test_nesting_beyond_measure_is_refused() -> None:
    deep = "(" * 20_000 + ")" * 20_000
    with pytest.raises(FormatError, match="nested too deeply"):
        parse_domain(f"(defdomain d ((:method (m) {deep} ())))", "f")


@given(st.text(alphabet="()ad?!:.-1 \n;<+", max_size=60))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    for parse in (parse_domain, parse_problems):
        try:
            parse(text, "f")
        except FormatError as error:
            assert re.match(r"f:\d+:\d+: ", str(error))


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "d.htn"
    path.write_text(f"\ufeff(defdomain d ({OPERATOR}))", "utf-8")
    assert read_domain(path).name == "d"
