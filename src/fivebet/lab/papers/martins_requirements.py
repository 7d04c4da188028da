"""The 24 requirements of the thesis (tables 29 and 30), and the test that proves each here."""

from collections.abc import Iterator
from dataclasses import dataclass

from fivebet.lab.papers.reproduction import Claim, ReportTable


@dataclass(frozen=True)
class Requirement:
    """A requirement, whether the thesis met it, and our proof."""

    name: str
    summary: str
    met: bool
    """Whether the thesis met it, by its own evaluation."""
    test: str
    """The test that proves it here, as pytest names it."""


_TEXT = """\
FR-001, met: the game's state is interpreted
  tests/game/test_view.py::test_a_view_reads_like_the_hand_and_does_not_change_with_it
FR-002, not met: pot odds
  tests/cards/test_odds.py::test_a_call_at_its_pot_odds_breaks_even
FR-003, met: expected value
  tests/cards/test_odds.py::test_the_call_of_the_thesis_is_worth_24_big_blinds
FR-004, met: equity
  tests/cards/test_equity.py::test_two_players_on_the_flop_agree_with_brute_force
FR-005, met: ranges are evaluated
  tests/cards/test_strength.py::test_a_weighted_range_is_a_mixture_of_its_parts
FR-006, met: hands are evaluated
  tests/cards/test_evaluator.py::test_all_seven_card_hands_are_counted_right
FR-007, met: opponents are modelled
  tests/opponents/test_estimates.py::test_much_seen_players_hold_the_top_of_the_order
FR-008, met: opponents are given strategies modelled before
  tests/opponents/test_profiles.py::test_strategies_can_be_had_by_name
FR-009, not met: game trees from any root
  tests/solving/test_spot.py::test_nodes_are_walked_by_their_actions
FR-010, not met: all of a tree is played through
  tests/solving/test_solver.py::test_values_and_best_responses_agree_with_plain_python
FR-011, not met: what was solved before is looked up
  tests/solving/test_tree_files.py::test_the_library_finds_what_was_solved
FR-012, met: solving converges, in time
  tests/solving/test_spot.py::test_solving_stops_in_time_and_after_iterations
FR-013, met: hands and solutions are stored
  tests/web/test_table.py::test_hands_are_stored_with_everybodys_actions_before_their_end_is_sent
FR-014, not met: players' statistics on the page
  tests/web/test_api.py::test_statistics_are_told_with_their_samples_by_street_and_position
FR-015, met: people play against the agents
  tests/web/test_browser.py::test_ten_hands_against_every_agent_and_each_deal_is_checked
NFR-001, not met: an HTTP-REST API
  tests/web/test_schema.py::test_no_question_breaks_the_server
NFR-002, met: a two-way line to the client
  tests/web/test_api.py::test_a_lost_line_goes_on_where_it_was_without_losing_or_doubling
NFR-003, met: a database, its parameters sanitised
  tests/store/test_archive.py::test_a_name_is_a_name_and_never_a_command
NFR-004, not met: an answer within the time allowed
  tests/agents/players/test_solver.py::test_thinking_ends_before_the_budget_does
NFR-005, met: game after game without a restart
  tests/agents/players/test_solver.py::test_nothing_is_kept_from_hand_to_hand
NFR-006, met: usable by ISO 9241
  tests/web/test_browser.py::test_axe_finds_nothing_serious
NFR-007, met: an interface fit for its purpose
  tests/web/test_browser.py::test_the_keyboard_alone_is_enough_to_sit_down_and_play
NFR-008, met: connections over TLS
  tests/web/test_api.py::test_tls_with_a_certificate_that_it_makes_itself
NFR-009, met: output as JSON
  tests/web/test_api.py::test_an_agent_decides_on_a_view_with_probabilities_and_reasons
"""
"""Each requirement, whether the thesis met it, and the test here."""


def _parse(text: str) -> Iterator[Requirement]:
    lines = iter(text.splitlines())
    for heading, test in zip(lines, lines, strict=True):
        status, _, summary = heading.partition(": ")
        name, _, met = status.partition(", ")
        yield Requirement(name, summary, met == "met", test.strip())


REQUIREMENTS = tuple(_parse(_TEXT))


def requirement_claims() -> list[Claim]:
    """Count what the thesis says that it met, without a verdict: the counts are its own."""
    functional = [each.met for each in REQUIREMENTS if each.name.startswith("F")]
    other = [each.met for each in REQUIREMENTS if each.name.startswith("N")]
    met = sum(functional) + sum(other)
    return [
        Claim(
            "7.3.4: requirements that the thesis met",
            "10 of 15 and 7 of 9, 71 %",
            f"{sum(functional)} of {len(functional)} and {sum(other)} of {len(other)}, "
            f"{100 * met / len(REQUIREMENTS):.0f} %; here each has a test",
        )
    ]


def requirement_table() -> ReportTable:
    """Tabulate the requirements with their proofs."""
    return ReportTable(
        "Requirements, tables 29 and 30",
        ("requirement", "what", "thesis", "test here"),
        tuple(
            (each.name, each.summary, "met" if each.met else "not met", each.test)
            for each in REQUIREMENTS
        ),
    )
