"""Intermezzo: a rules runtime for card games.

>>> import intermezzo
>>> table = intermezzo.load("cardland").start(seed=7)
>>> bot = intermezzo.bots.Random(1)
>>> while not table.is_over:
...     seat = table.asked[0]
...     table.answer(seat, bot(table.view(seat), table.decision(seat)))
>>> table.outcome["winners"]
[0]

Seats are counted from 0. Views, decisions and answers are dicts, the same as on the wire.
"""

from ._intermezzo import (
    PROTOCOL,
    Bot,
    Choices,
    Deck,
    Encoder,
    Error,
    Game,
    LoadError,
    Refusal,
    Simulation,
    Table,
    Totals,
    Vector,
    __version__,
    games,
    load,
    replay,
)

__all__ = [
    "bots",
    "PROTOCOL",
    "Bot",
    "Choices",
    "Deck",
    "Encoder",
    "Error",
    "Game",
    "LoadError",
    "Refusal",
    "Simulation",
    "Table",
    "Totals",
    "Vector",
    "__version__",
    "games",
    "load",
    "replay",
]

from . import bots  # noqa: E402  # it needs the names above
