"""Jobs, followed as the pages follow them: by asking for the next version."""

from typing import Any

import httpx

from .servers import CardRoom

OVER = ("finished", "stopped", "failed")


def post(room: CardRoom, path: str, **body: Any) -> httpx.Response:
    return httpx.post(f"{room.api}{path}", json=body)


def get(room: CardRoom, where: str, /, **query: Any) -> Any:
    answer = httpx.get(f"{room.api}{where}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer: httpx.Response, status: int = 422) -> str:
    """Return the one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    sentence: str = answer.json()["error"]
    return sentence


def followed(room: CardRoom, path: str, until: Any = None) -> dict[str, Any]:
    """Return a job when it is over, or when a condition on it holds."""
    version = -1
    while True:
        job: dict[str, Any] = get(room, path, after=version, wait=20)
        version = job["version"]
        if job["status"] in OVER or (until and until(job)):
            return job
