"""The card room's API in short: paths, methods, parameters and fields, without their words.

Names of schemas, descriptions and titles are left out: they may change.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

__all__ = ["described"]

_SERVE = "from fivebet.cli import main; main()"


def described() -> dict[str, Any]:
    """By method and path: parameters, the body's fields and those of each answer."""
    document = _document()
    schemas = document.get("components", {}).get("schemas", {})
    return {
        f"{method.upper()} {path}": {
            "parameters": sorted(
                f"{each['in']} {each['name']}{'' if each.get('required') else '?'}"
                for each in operation.get("parameters", ())
            ),
            "body": _content(operation.get("requestBody", {}), schemas),
            "responses": {
                status: _content(answer, schemas)
                for status, answer in sorted(operation["responses"].items())
            },
        }
        for path, operations in sorted(document["paths"].items())
        for method, operation in sorted(operations.items())
    }


def _document() -> Any:
    with TemporaryDirectory() as home:
        room = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "serve", "--port", "0", "--store", "none"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "FIVEBET_HOME": home},
            cwd=Path(home),
        )
        assert room.stdout is not None
        try:
            address = next(
                found[1]
                for line in room.stdout
                if (found := re.search(r"open at (https?://\S+)", line))
            )
            return httpx.get(f"{address}/openapi.json", timeout=60).json()
        finally:
            room.send_signal(signal.SIGINT)
            room.communicate()


def _content(holder: dict[str, Any], schemas: dict[str, Any]) -> Any:
    return {
        kind: _shape(content.get("schema", {}), schemas, ())
        for kind, content in sorted(holder.get("content", {}).items())
    }


def _shape(schema: dict[str, Any], schemas: dict[str, Any], above: tuple[str, ...]) -> Any:
    """Fields of objects, types of everything else."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name in above:
            return f"as {len(above) - above.index(name)} above"
        return _shape(schemas[name], schemas, (*above, name))
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            shapes = [_shape(each, schemas, above) for each in schema[several]]
            return shapes[0] if len(shapes) == 1 else {several: shapes}
    if "properties" in schema:
        required = schema.get("required", ())
        return {
            name + ("" if name in required else "?"): _shape(each, schemas, above)
            for name, each in sorted(schema["properties"].items())
        }
    if "prefixItems" in schema:
        return [_shape(each, schemas, above) for each in schema["prefixItems"]]
    if "items" in schema:
        return [_shape(schema["items"], schemas, above)]
    if isinstance(schema.get("additionalProperties"), dict):
        return {"*": _shape(schema["additionalProperties"], schemas, above)}
    if "enum" in schema:
        return "|".join(map(str, schema["enum"]))
    return schema.get("type", "any") if "const" not in schema else str(schema["const"])
