"""The web service: requests in, pages and JSON of `app` out, read-only.

Here is HTTP and nothing but HTTP: routes, headers, limits, logs, the server's life. What a page looks like, what an ID
is worth and how a game stands is asked of `app`.
"""
