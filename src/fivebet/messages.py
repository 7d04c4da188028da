"""Messages between our own processes: pickled, each after its length in four bytes."""

import pickle
import struct
from io import BufferedIOBase
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import StreamReader

_LENGTH = struct.Struct("!I")


def pack_message(message: Any) -> bytes:
    """Return the bytes to send for a message."""
    data = pickle.dumps(message)
    return _LENGTH.pack(len(data)) + data


def read_message(stream: BufferedIOBase) -> Any:
    """Wait for the next message of a stream; raise EOFError once the other end is closed."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(*_LENGTH.unpack(head)))


async def receive_message(reader: "StreamReader") -> Any:
    """Wait for the next message; raise IncompleteReadError once the other end is closed."""
    (size,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    return pickle.loads(await reader.readexactly(size))
