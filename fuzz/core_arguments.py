"""What is given to the core at random: sense mostly, nonsense now and then."""

import math
import random
from collections.abc import Callable
from typing import Any

HUGE = (1 << 41, 1 << 63, (1 << 64) - 1, 1 << 64, -1, -(1 << 63), -(1 << 70))
NUMBERS = (math.nan, math.inf, -math.inf, -1.0, 1e308, -0.0, 2.0, 1e-320)
THINGS: tuple[Any, ...] = (None, "", "AsKd", b"\xff\x00", (), [], {}, object(), 1.5, True, ...)


class Arguments:
    """One thread's random arguments. Objects and arrays are common to all threads."""

    def __init__(self, seed: str, shared: dict[str, Any]) -> None:
        import numpy  # noqa: PLC0415 - only once the core has been chosen

        from fivebet import _core  # noqa: PLC0415
        from fivebet.errors import FivebetError  # noqa: PLC0415
        from fivebet.game import Game, Hand, View  # noqa: PLC0415
        from fivebet.solving.value_network import shapes  # noqa: PLC0415

        self.random = random.Random(seed)
        self.np: Any = numpy
        self.core: Any = _core
        self.shared = shared
        self.allowed = (FivebetError, TypeError, OverflowError, MemoryError)
        self.game, self.hand_type, self.view_type = Game, Hand, View
        self.shapes = shapes

    def or_worse(self, sense: Any, *nonsense: Any) -> Any:
        if self.random.random() < 0.93:
            return sense
        worse = nonsense or THINGS
        return self.random.choice((*worse, *THINGS) if self.random.random() < 0.3 else worse)

    def number(self, least: int, most: int) -> Any:
        return self.or_worse(self.random.randint(least, most), least - 1, *HUGE)

    def real(self, least: float = 0.0, most: float = 1.0) -> Any:
        return self.or_worse(self.random.uniform(least, most), *NUMBERS)

    def cards(self, n: int, without: int = 0) -> int:
        left = [card for card in range(52) if not without >> card & 1] if without > 0 else []
        left = left if len(left) > 40 else list(range(52))
        return sum(1 << card for card in self.random.sample(left, n))

    def board(self, *sizes: int, without: int = 0) -> Any:
        drawn = self.cards(self.random.choice(sizes or (3, 4, 5)), without)
        return self.or_worse(drawn, 0, 1, 3 << 51, (1 << 64) - 1, 0xFF, -1)

    def array(self, shape: tuple[int, ...], dtype: Any = None, most: float = 1.0) -> Any:
        """Return an array of sense, or of a wrong type, shape, layout or content."""
        np = self.np
        dtype = np.dtype(dtype or np.float64)
        made = np.array([self.random.random() for _ in range(7)])
        made = np.resize(made * most, shape).astype(dtype)
        wrong = self.random.random()
        if wrong > 0.2 or made.size == 0:
            return made
        flat = made.reshape(-1)
        choice = self.random.randrange(11)
        if choice == 0 and dtype.kind == "f":
            flat[self.random.randrange(flat.size)] = self.random.choice(NUMBERS)
        elif choice == 1:
            return made.astype(
                self.random.choice([np.float16, np.int8, np.complex128, object, bool])
            )
        elif choice == 2:
            return self.random.choice([made[..., ::2], made[:0], made[..., None], made.T, flat])
        elif choice == 3:
            return np.asfortranarray(made)
        elif choice == 4:
            made.flags.writeable = False
        elif choice == 5:
            return np.broadcast_to(flat[:1], shape)
        elif choice == 6:
            raw = bytes(made.nbytes + 1)
            return np.frombuffer(raw, dtype, offset=1, count=made.size).reshape(shape)
        elif choice == 7:
            return np.empty((1 << 40, *shape[1:-1], 0), dtype)
        elif choice == 8:
            return made.tolist()
        elif choice == 9:
            return self.random.choice(THINGS)
        else:
            return made.astype(dtype.newbyteorder())
        return made

    def weights(self) -> Any:
        if self.random.random() < 0.3:
            return self.shared["weights"]
        return self.array((1326,))

    def words(self, rows: int, columns: int) -> Any:
        return self.or_worse(
            self.np.array(
                [[self.random.getrandbits(64) for _ in range(columns)] for _ in range(rows)],
                self.np.uint64,
            ).reshape(rows, columns),
            self.array((rows, columns), self.np.uint64, 100),
        )

    def seed(self) -> Any:
        return self.or_worse(self.random.getrandbits(64), *HUGE)

    def threads(self) -> Any:
        return self.or_worse(self.random.randint(1, 3), 0, -1, 10**6, 1 << 40)

    def step(self) -> tuple[Any, ...]:
        return self.real(), self.real(), self.real()

    def pooled(self, name: str, make: Callable[[], Any]) -> Any:
        """Return an object of the pool, or a new one, or one that was never made."""
        pool = self.shared.setdefault(name, [])
        if len(pool) < 3 or self.random.random() < 0.03:
            made = make()
            if len(pool) < 3:
                pool.append(made)
            else:
                pool[self.random.randrange(3)] = made
            return made
        if self.random.random() < 0.02:
            return type(pool[0]).__new__(type(pool[0]))
        return self.random.choice(pool)
