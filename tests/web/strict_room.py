"""A card room with few connections for a client, and little time for their headers.

python strict_room.py serve --port 0
"""

from functools import partial

from fivebet.cli import main
from fivebet.web import connections

if __name__ == "__main__":
    connections.ConnectionLimits = partial(  # type: ignore[assignment, misc]
        connections.ConnectionLimits,
        most_open_of_a_client=20,
        most_half_open_of_a_client=10,
        seconds_for_headers=1.0,
    )
    main()
