"""The 24 requirements of the thesis (tables 29 and 30), and the test that proves each here."""

from dataclasses import dataclass

from fivebet.lab.papers.reproduction import Claim, Table, holds

__all__ = ["REQUIREMENTS", "Requirement", "requirement_claims", "requirement_table"]


@dataclass(frozen=True)
class Requirement:
    """What was asked for, whether the thesis met it, and our proof."""

    name: str
    summary: str
    met: bool
    """By the thesis's own evaluation."""
    test: str
    """As pytest names it, from the repository's root."""


REQUIREMENTS = (
    Requirement(
        "FR-001",
        "the game's state is interpreted",
        True,
        "tests/game/test_view.py::test_a_view_reads_like_the_hand_and_does_not_change_with_it",
    ),
    Requirement(
        "FR-002",
        "pot odds",
        False,
        "tests/cards/test_odds.py::test_a_call_at_its_pot_odds_breaks_even",
    ),
    Requirement(
        "FR-003",
        "expected value",
        True,
        "tests/cards/test_odds.py::test_the_call_of_the_thesis_is_worth_24_big_blinds",
    ),
    Requirement(
        "FR-004",
        "equity",
        True,
        "tests/cards/test_equity.py::test_two_players_on_the_flop_agree_with_brute_force",
    ),
    Requirement(
        "FR-005",
        "ranges are evaluated",
        True,
        "tests/cards/test_strength.py::test_a_weighted_range_is_a_mixture_of_its_parts",
    ),
    Requirement(
        "FR-006",
        "hands are evaluated",
        True,
        "tests/cards/test_evaluator.py::test_all_seven_card_hands_are_counted_right",
    ),
    Requirement(
        "FR-007",
        "opponents are modelled",
        True,
        "tests/opponents/test_estimates.py::test_much_seen_players_hold_the_top_of_the_order",
    ),
    Requirement(
        "FR-008",
        "opponents are given strategies modelled before",
        True,
        "tests/opponents/test_profiles.py::test_strategies_can_be_had_by_name",
    ),
    Requirement(
        "FR-009",
        "game trees from any root",
        False,
        "tests/solving/test_spot.py::test_nodes_are_walked_by_their_actions",
    ),
    Requirement(
        "FR-010",
        "all of a tree is played through",
        False,
        "tests/solving/test_solver.py::test_values_and_best_responses_agree_with_plain_python",
    ),
    Requirement(
        "FR-011",
        "what was solved before is looked up",
        False,
        "tests/solving/test_tree_files.py::test_the_library_finds_what_was_solved",
    ),
    Requirement(
        "FR-012",
        "solving converges, in time",
        True,
        "tests/solving/test_spot.py::test_solving_stops_in_time_and_after_iterations",
    ),
    Requirement(
        "FR-013",
        "hands and solutions are stored",
        True,
        "tests/web/test_table.py::"
        "test_hands_are_kept_with_everybodys_actions_before_their_end_is_told",
    ),
    Requirement(
        "FR-014",
        "players' statistics on the page",
        False,
        "tests/web/test_api.py::test_statistics_are_told_with_their_samples_by_street_and_position",
    ),
    Requirement(
        "FR-015",
        "people play against the agents",
        True,
        "tests/web/test_browser.py::test_ten_hands_against_every_agent_and_each_deal_is_checked",
    ),
    Requirement(
        "NFR-001",
        "an HTTP-REST API",
        False,
        "tests/web/test_schema.py::test_no_question_breaks_the_server",
    ),
    Requirement(
        "NFR-002",
        "a two-way line to the client",
        True,
        "tests/web/test_api.py::test_a_lost_line_goes_on_where_it_was_without_losing_or_doubling",
    ),
    Requirement(
        "NFR-003",
        "a database, its parameters sanitised",
        True,
        "tests/store/test_archive.py::test_a_name_is_a_name_and_never_a_command",
    ),
    Requirement(
        "NFR-004",
        "an answer within the time allowed",
        False,
        "tests/agents/players/test_solver.py::test_thinking_ends_before_the_budget_does",
    ),
    Requirement(
        "NFR-005",
        "game after game without a restart",
        True,
        "tests/agents/players/test_solver.py::test_nothing_is_kept_from_hand_to_hand",
    ),
    Requirement(
        "NFR-006",
        "usable by ISO 9241",
        True,
        "tests/web/test_browser.py::test_axe_finds_nothing_serious",
    ),
    Requirement(
        "NFR-007",
        "an interface fit for its purpose",
        True,
        "tests/web/test_browser.py::test_the_keyboard_alone_is_enough_to_sit_down_and_play",
    ),
    Requirement(
        "NFR-008",
        "connections over TLS",
        True,
        "tests/web/test_api.py::test_tls_with_a_certificate_that_it_makes_itself",
    ),
    Requirement(
        "NFR-009",
        "output as JSON",
        True,
        "tests/web/test_api.py::test_an_agent_decides_on_a_view_with_probabilities_and_reasons",
    ),
)


def requirement_claims() -> list[Claim]:
    """The thesis's own counts of what it met."""
    functional = [each.met for each in REQUIREMENTS if each.name.startswith("F")]
    other = [each.met for each in REQUIREMENTS if each.name.startswith("N")]
    met = sum(functional) + sum(other)
    return [
        holds(
            "7.3.4: requirements that the thesis met",
            "10 of 15 and 7 of 9, 71 %",
            (sum(functional), sum(other), round(100 * met / 24)) == (10, 7, 71),
            f"{sum(functional)} of {len(functional)} and {sum(other)} of {len(other)}, "
            f"{100 * met / len(REQUIREMENTS):.0f} %; here each has a test",
        )
    ]


def requirement_table() -> Table:
    """Each requirement with its proof."""
    return Table(
        "Requirements, tables 29 and 30",
        ("requirement", "what", "thesis", "test here"),
        tuple(
            (each.name, each.summary, "met" if each.met else "not met", each.test)
            for each in REQUIREMENTS
        ),
    )
