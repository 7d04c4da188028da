"""The card room in the browser: an API, live tables and pages without a build step.

`app` puts it together; `tables` are the live tables, `agents` the processes in which
agents decide, `jobs` the background work, `api` one module for each resource, and
`static` the pages.
"""
