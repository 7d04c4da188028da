"""The card room in the browser: an API, live tables and pages without a build step.

`app` puts it together, `live` holds the tables, `thinking` the processes in which
agents think, `api` one module for each resource, `static` the pages.
"""
