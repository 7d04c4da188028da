"""The card room as a web application."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import Match

from fivebet.errors import FivebetError, StoreError
from fivebet.machine import core_count
from fivebet.unicode import escape_halves
from fivebet.web import api
from fivebet.web.agents.service import AgentServer, AgentService
from fivebet.web.agents.worker_pool import WorkerPool
from fivebet.web.fair_deck import Deck, shuffled_deck
from fivebet.web.headers import HeadersAndLimits
from fivebet.web.hosts import HostCheck
from fivebet.web.jobs.background import BackgroundJobs
from fivebet.web.questions import QuestionPool, Quota
from fivebet.web.tables.live_tables import LiveTables
from fivebet.web.tables.persistence import SqlTableStore, TableStore

STATIC = Path(__file__).parent / "static"
_SHELL = STATIC / "index.html"
_SECONDS_BEFORE_RETRY = 5
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_READING_AT_ONCE = 4  # requests that search the store, in threads
_DECIDING_AT_ONCE = 2 * core_count()  # requests that take a worker from tables' agents
_log = logging.getLogger(__name__)


def make_app(
    store: str | None = None,
    agent_servers: Sequence[str] = (),
    workers: int | None = None,
    deck: Callable[[], Deck] = shuffled_deck,
    names: Sequence[str] = (),
    device: str = "cpu",
    host_secret: str | None = None,
) -> FastAPI:
    """Return the application; it stores what is played if it is given a store's URL.

    It answers as localhost, by this machine's numbers and by the names that are given. Spots are
    solved on `device`. Whoever has the host's secret registers agents; without one nobody does.
    """

    table_store = SqlTableStore(store) if store else TableStore()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = WorkerPool(workers, spare=1)
        agents = AgentService(pool, [AgentServer(url) for url in agent_servers])
        tables = app.state.tables = LiveTables(agents, table_store, deck)
        jobs = app.state.jobs = BackgroundJobs(store, device)
        await tables.start()
        yield
        await app.state.questions.close()
        await jobs.close()
        await tables.close()

    app = FastAPI(
        title="Fivebet",
        version=version("fivebet"),
        description="The card room's API: agents, live tables, hands, statistics and odds.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses={"4XX": {"model": ErrorResponse, "description": "Refused, and why"}},
    )
    app.state.store = store
    app.state.host_secret = host_secret
    app.state.questions = QuestionPool()
    app.state.reading = Quota(_READING_AT_ONCE, of_a_client=16, waiting=64)
    app.state.opening = Quota(1, of_a_client=250, waiting=1_000)
    app.state.deciding = Quota(_DECIDING_AT_ONCE, of_a_client=32, waiting=256)
    for module in iter_modules(api.__path__):
        resource = import_module(f"{api.__name__}.{module.name}")
        if hasattr(resource, "router"):
            app.include_router(resource.router, prefix="/api/v1")
    app.add_middleware(HostCheck, names=names)
    app.add_middleware(HeadersAndLimits)
    app.add_exception_handler(FivebetError, _handle_fivebet_error)
    app.add_exception_handler(StoreError, _handle_store_error)
    app.add_exception_handler(RequestValidationError, _handle_validation_error)
    app.add_exception_handler(HTTPException, _handle_http_error)
    # Only these are compressed: answers could give their secrets away by their length.
    files = GZipMiddleware(_RevalidatedFiles(directory=STATIC), minimum_size=1_000, compresslevel=6)
    app.mount("/static", files, name="static")
    app.add_api_route("/{path:path}", _page, include_in_schema=False, methods=["GET", "HEAD"])
    return app


class ErrorResponse(BaseModel):
    """Why a request was refused, in one sentence."""

    error: str


class _RevalidatedFiles(StaticFiles):
    """Static files that browsers ask about every time, so that a new version is seen at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Return the response with a header that forbids caching without asking."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


async def _page(request: Request, path: str) -> Response:
    """Return the shell, which is the same for every page; its scripts read the address."""
    if path.startswith(("api/", "static/")) or "." in path.rpartition("/")[2]:
        return _error_response(404, f"there is nothing at {request.url.path!r}")
    return FileResponse(_SHELL, headers={"cache-control": "no-cache"})


def _error_response(status: int, sentence: str) -> JSONResponse:
    return JSONResponse(ErrorResponse(error=escape_halves(sentence)).model_dump(), status)


async def _handle_fivebet_error(_: Request, error: Exception) -> Response:
    return _error_response(422, str(error))


async def _handle_store_error(_: Request, error: Exception) -> Response:
    """Answer that the store is locked or full; its own words, which name its place, are logged."""
    _log.warning("%s", error)
    response = _error_response(503, "the card room's store cannot be used now: try again later")
    response.headers["retry-after"] = str(_SECONDS_BEFORE_RETRY)
    return response


async def _handle_validation_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return _error_response(422, f"{where or 'the question'}: {first['msg']}")


async def _handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, sentence = error.status_code, str(error.detail)
    headers = dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = _methods_at(request)
        status = status if allowed else HTTPStatus.NOT_FOUND
        headers = {"allow": allowed} if allowed else {}
    if sentence == HTTPStatus(error.status_code).phrase:  # nobody here has said more
        sentence = _about_address(request, headers.get("allow", ""))
    response = _error_response(status, sentence)
    response.headers.update(headers)
    return response


def _methods_at(request: Request) -> str:
    """Return the methods of all routes at an address; the framework names those of one."""
    if not request.url.path.startswith("/api/"):
        return "GET, HEAD"
    routes = [each for each in request.app.routes if getattr(each, "endpoint", None) is not _page]
    found = [
        method
        for method in _METHODS
        if any(
            each.matches({**request.scope, "method": method})[0] is Match.FULL for each in routes
        )
    ]
    return ", ".join(found)


def _about_address(request: Request, methods: str) -> str:
    """Return a sentence about an address where nothing is, or not for this method."""
    path = request.url.path[:80]
    if methods:
        return f"{path!r} does not answer {request.method[:20]}: it answers {methods}"
    return f"there is nothing at {path!r}"
