"""The card room as a web application."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from fivebet.errors import FivebetError
from fivebet.web import api
from fivebet.web.agents.providers import AgentServer, Thinkers
from fivebet.web.agents.workers import Crew
from fivebet.web.fair_deck import Deck, shuffled_deck
from fivebet.web.headers import HeadersAndLimits
from fivebet.web.jobs.jobs import Desk
from fivebet.web.tables.persistence import Keeper, NoKeeper, StoreKeeper
from fivebet.web.tables.room import Room

__all__ = ["STATIC", "make_app"]

STATIC = Path(__file__).parent / "static"
_SHELL = STATIC / "index.html"


def make_app(
    store: str | None = None,
    agent_servers: Sequence[str] = (),
    workers: int | None = None,
    deck: Callable[[], Deck] = shuffled_deck,
) -> FastAPI:
    """The application; it keeps what is played in the store of a URL, if one is given."""

    keeper: Keeper = StoreKeeper(store) if store else NoKeeper()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        thinkers = Thinkers(Crew(workers), [AgentServer(url) for url in agent_servers])
        room = app.state.room = Room(thinkers, keeper, deck)
        desk = app.state.desk = Desk(store)
        await room.start()
        yield
        await desk.close()
        await room.close()

    app = FastAPI(
        title="Fivebet",
        version=version("fivebet"),
        description="The card room's API: agents, live tables, hands, statistics and odds.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses={"4XX": {"model": Refusal, "description": "Refused, and why"}},
    )
    app.state.store = store
    for module in iter_modules(api.__path__):
        found = import_module(f"{api.__name__}.{module.name}")
        if hasattr(found, "router"):
            app.include_router(found.router, prefix="/api/v1")
    app.add_middleware(HeadersAndLimits)
    app.add_exception_handler(FivebetError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_shape)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.mount("/static", _Fresh(directory=STATIC), name="static")
    app.add_api_route("/{path:path}", _page, include_in_schema=False, methods=["GET", "HEAD"])
    return app


class Refusal(BaseModel):
    """What is answered to a question that cannot be."""

    error: str
    """One sentence."""


class _Fresh(StaticFiles):
    """Files that browsers ask about every time: a new version is seen at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """As it is, with one header more."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


async def _page(request: Request, path: str) -> Response:
    """Every page is the same shell; its scripts show what the address says."""
    if path.startswith(("api/", "static/")) or "." in path.rpartition("/")[2]:
        return _sentence(404, f"there is nothing at {request.url.path!r}")
    return FileResponse(_SHELL, headers={"cache-control": "no-cache"})


def _sentence(status: int, sentence: str) -> JSONResponse:
    return JSONResponse(Refusal(error=sentence).model_dump(), status)


async def _refuse(_: Request, error: Exception) -> Response:
    return _sentence(422, str(error))


async def _refuse_shape(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return _sentence(422, f"{where or 'the question'}: {first['msg']}")


async def _refuse_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _sentence(error.status_code, str(error.detail))
    response.headers.update(error.headers or {})
    return response
