"""`fivebet serve` says in one sentence what it cannot do."""

import socket
from pathlib import Path

import pytest

from fivebet.cli.app import run


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--tls-cert", "room.pem"], "go together"),
        (["--tls-cert", "no.pem", "--tls-key", "no.key"], "there is no file 'no.pem'"),
        (["--agent-server", "big-machine"], "'big-machine' is no agent server"),
        (["--agent-server", "http://big:99999"], "'http://big:99999' is no agent server"),
        (["--port", "70000"], "65535"),
        (["--port", "0", "--store", "mysql://x/y"], "is no store"),
        (["--host", ""], "'' is no address: give one like 127.0.0.1"),
        (["--tls", "--name", "bücher.example"], "'bücher.example' is no name of a host"),
        (["--port", "0", "--tls-cert", __file__, "--tls-key", __file__], "PEM files that belong"),
    ],
)
def test_wrong_options_end_with_one_sentence(
    options: list[str],
    why: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert run(["serve", *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith("fivebet: ")
    assert why in said
    assert said.count("\n") == 1


def test_a_port_that_is_taken_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert f"127.0.0.1:{port} cannot be served" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    assert "fivebet serve --host 0.0.0.0" in capsys.readouterr().out
