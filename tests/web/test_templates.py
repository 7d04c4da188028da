"""The pages' templates and components, in a real browser."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from fivebet.web.app import STATIC, make_app

from .browsing import new_context
from .servers import CardRoom

TOOL = Path(__file__).parents[2] / "tools" / "make_api_types.py"
LONGEST_LINE = 160
IMPORTS = """
  const { html, keyed, render, svg } = await import('/static/lib/html.js');
  const { Component } = await import('/static/lib/component.js');
  const place = document.createElement('div');
  document.body.append(place);
"""


def run(page: Page, script: str) -> Any:
    """What a script returns that may use the pages' templates."""
    if page.url == "about:blank":
        page.goto("/")
    return page.evaluate(f"async () => {{ {IMPORTS} {script} }}")


@pytest.mark.parametrize(
    "data",
    [
        '{"strings": ["<img src=x onerror=alert(1)>"], "values": []}',
        '{"strings": ["<b>bold</b>"], "values": [], "svg": false, "key": 1}',
        '"<b>bold</b>"',
        '["<b>bold</b>", {"strings": ["<b>bold</b>"], "values": []}]',
    ],
)
def test_data_is_never_taken_for_a_template(page: Page, data: str) -> None:
    shown = run(
        page,
        f"""
        render(html`<p title=${{JSON.parse('{data}')}}>${{JSON.parse('{data}')}}</p>`, place);
        return [place.querySelectorAll('img, b').length, place.firstChild.childElementCount];
        """,
    )
    assert shown == [0, 0]


def test_line_breaks_in_a_template_are_no_text(page: Page) -> None:
    shown = run(
        page,
        r"""
        render(html`
          <p
            class=${'note'}>
            <b>one</b>
            ${'two'}
            three
            four <i>five</i> six${' '}
            ${html` <u>seven</u>`}
          </p>
        `, place);
        const { childNodes: [paragraph] } = place;
        return [place.innerHTML.replace(/<!--.*?-->/g, ''), paragraph.className];
        """,
    )
    assert shown == [
        '<p class="note"><b>one</b>twothree four <i>five</i> six  <u>seven</u></p>',
        "note",
    ]


def test_a_style_that_is_no_longer_given_is_removed(page: Page) -> None:
    styles = run(
        page,
        """
        const view = (style) => html`<p style=${style}></p>`;
        const seen = [];
        for (const style of [{ '--a': '1', color: 'red' }, { '--b': '2' }, null, { '--a': '3' }]) {
          render(view(style), place);
          seen.push(place.querySelector('p').style.cssText);
        }
        return seen;
        """,
    )
    assert styles == ["--a: 1; color: red;", "--b: 2;", "", "--a: 3;"]


def test_a_listener_is_added_once_and_calls_what_was_rendered_last(page: Page) -> None:
    called, added = run(
        page,
        """
        let added = 0;
        const { addEventListener } = EventTarget.prototype;
        EventTarget.prototype.addEventListener = function (...all) {
          if (this.localName === 'button') added += 1;
          return addEventListener.apply(this, all);
        };
        const called = [];
        for (const name of ['first', 'second', null, 'last']) {
          render(html`<button @click=${name && (() => called.push(name))}></button>`, place);
          place.querySelector('button').click();
        }
        return [called, added];
        """,
    )
    assert called == ["first", "second", "last"]
    assert added == 1


def test_things_with_keys_keep_their_nodes_when_their_order_changes(page: Page) -> None:
    same = run(
        page,
        """
        const item = (key) => keyed(key, html`<li>${key}</li>`);
        const view = (keys) => html`<ul>${keys.map(item)}</ul>`;
        const items = () => [...place.querySelectorAll('li')];
        render(view(['a', 'b', 'c']), place);
        const [a, b, c] = items();
        render(view(['c', 'd', 'a']), place);
        const after = items();
        return after[0] === c && after[2] === a && !after.includes(b) && place.textContent;
        """,
    )
    assert same == "cda"


def test_what_stands_in_a_picture_is_svg(page: Page) -> None:
    script = "render(html`<svg>${[1].map((x) => svg`<path d=${`M${x} 0`}/>`)}</svg>`, place);"
    space = run(page, f"{script} return place.querySelector('path').namespaceURI;")
    assert space == "http://www.w3.org/2000/svg"


def test_a_view_that_throws_shows_its_error_and_comes_back(
    browser: Browser, room: CardRoom
) -> None:
    context = new_context(browser, room)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.message))
    seen = run(
        page,
        """
        class Fragile extends Component {
          state = { name: 'as it was' };
          view() { return html`<p>${this.state.name}</p>`; }
        }
        customElements.define('fb-fragile', Fragile);
        const fragile = document.createElement('fb-fragile');
        place.append(fragile);
        const seen = [];
        for (const state of [{ name: 'as it was' }, null, { name: 'as it is' }]) {
          fragile.state = state;
          fragile.update();
          await null;
          seen.push([fragile.textContent, Boolean(fragile.querySelector('[role=alert]'))]);
        }
        return seen;
        """,
    )
    context.close()
    assert seen[0] == ["as it was", False]
    assert seen[1][1]
    assert seen[1][0].startswith("This cannot be shown.")
    assert "as it was" not in seen[1][0]
    assert seen[2] == ["as it is", False]
    assert len(errors) == 1


def test_the_types_of_the_api_are_those_of_its_schema() -> None:
    spec = importlib.util.spec_from_file_location("make_api_types", TOOL)
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    written = tool.TYPES.read_text("utf-8")
    assert written == tool.api_types(make_app().openapi()), "run tools/make_api_types.py"


def test_the_pages_are_formatted_alike() -> None:
    for file in STATIC.rglob("*.js"):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            is_drawing = "<svg" in line
            assert is_drawing or len(line) <= LONGEST_LINE, f"{file.name}:{number}"
            assert line == line.rstrip(), f"{file.name}:{number}"
            assert not re.match(r" *\t", line), f"{file.name}:{number}"
