"""Browsers of several people: each has seats, settings and addresses of its own."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, expect

from .servers import CardRoom

MILLISECONDS = 120_000
"""A busy machine is no reason to fail: whatever is awaited comes, or never will."""


def new_context(browser: Browser, room: CardRoom, **options: Any) -> BrowserContext:
    """A browser that has never been in the card room, and waits as long as it takes."""
    context = browser.new_context(base_url=room.url, reduced_motion="reduce", **options)
    context.set_default_timeout(MILLISECONDS)
    expect.set_options(timeout=MILLISECONDS)
    return context
