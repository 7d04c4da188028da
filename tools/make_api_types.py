"""Write the types of the web API, from its OpenAPI schema, for the checker of the pages.

    .venv/bin/python tools/make_api_types.py

The pages name a route by its path, and `tsc` knows from `tools/pages/api.d.ts` what it is sent
and what it answers. A test fails if that file is not what this script writes.
"""

import json
from pathlib import Path
from typing import Any

from fivebet.web.app import make_app

TYPES = Path(__file__).parent / "pages" / "api.d.ts"
ROOT = "/api/v1"
PLAIN = {"string": "string", "integer": "number", "number": "number"}
PLAIN |= {"boolean": "boolean", "null": "null"}


def api_types(schema: dict[str, Any]) -> str:
    """Return the declarations for an OpenAPI schema."""
    lines = ["// Written by tools/make_api_types.py: do not edit.", "", "declare namespace Api {"]
    lines += ["  /** What the schema leaves open, described by the page that shows it. */"]
    lines += ["  type With<Answer, Open> = Omit<Answer, keyof Open> & Open;", ""]
    for name, each in sorted(schema["components"]["schemas"].items()):
        lines.append(f"  type {name} = {type_of(each)};")
    for method in ("get", "post", "delete"):
        lines += ["", f"  interface {method.capitalize()} {{"]
        for path, operations in sorted(schema["paths"].items()):
            if method in operations:
                lines.append(f"    {route(path.removeprefix(ROOT), operations[method])}")
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


def route(path: str, operation: dict[str, Any]) -> str:
    """Return the entry of a route: what it is sent, and what it answers."""
    (answer,) = (each for code, each in operation["responses"].items() if code.startswith("2"))
    body = content(operation.get("requestBody", {}))
    return f"{json.dumps(path)}: {{ body: {body}; answer: {content(answer)} }};"


def content(described: dict[str, Any]) -> str:
    """Return the type of a request's or a response's content."""
    kinds = list(described.get("content", {}).values())
    return type_of(kinds[0].get("schema", {})) if kinds else "undefined"


def type_of(schema: Any) -> str:
    """Return the TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(type_of, schema["anyOf"]))
    if "properties" in schema:
        required = schema.get("required", ())
        fields = (
            f"{name}{'' if name in required else '?'}: {type_of(each)}"
            for name, each in schema["properties"].items()
        )
        return f"{{ {'; '.join(fields)} }}"
    if schema.get("type") == "array":
        return f"Array<{type_of(schema.get('items', {}))}>"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


if __name__ == "__main__":
    TYPES.write_text(api_types(make_app().openapi()), "utf-8")
