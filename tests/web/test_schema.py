"""The API is asked what nobody would ask, by its own description: it never breaks."""

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from .clients import open_table
from .servers import CardRoom

EXAMPLES = 6  # of each operation
SECONDS = 600  # for an answer, also on a busy machine


def test_refusals_are_described_as_they_are_answered(room: CardRoom) -> None:
    described = httpx.get(f"{room.url}/openapi.json").json()
    refusal = described["components"]["schemas"]["ErrorResponse"]
    assert refusal["properties"].keys() == {"error"}
    assert "HTTPValidationError" not in described["components"]["schemas"]
    for path in described["paths"].values():
        for operation in path.values():
            refused = [status for status in operation["responses"] if status[0] == "4"]
            assert refused == ["4XX"]
            (how,) = operation["responses"]["4XX"]["content"].values()
            assert how["schema"] == {"$ref": "#/components/schemas/ErrorResponse"}
    for path, status in (("pushfold?stack=x", 422), ("tables/99", 404)):
        answer = httpx.get(f"{room.url}/api/v1/{path}")
        assert (answer.status_code, answer.json().keys()) == (status, {"error"})


def test_no_question_breaks_the_server(room: CardRoom) -> None:
    table, token = open_table(room)
    schema = schemathesis.openapi.from_url(f"{room.url}/openapi.json")
    asked = []
    for found in schema.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: schemathesis.Case) -> None:
            # Long polling waits, and a table that exists is asked about more than others.
            if case.query and "wait" in case.query:
                case.query["wait"] = 0
            if case.path_parameters and len(str(case.body)) % 2:
                case.path_parameters.update({"number": table} if "number" in case.path else {})
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
            case.call_and_validate(checks=[not_a_server_error], timeout=SECONDS)

        ask()
        asked.append(operation.label)
    assert len(asked) >= 12
