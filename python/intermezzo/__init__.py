"""Intermezzo: a rules runtime for card games.

>>> import intermezzo
>>> table = intermezzo.load("cardland").start(seed=7)
>>> seat = table.asked[0]
>>> decision = table.decision(seat)
>>> table.answer(seat, "pass" if decision["may_pass"] else {"choose": [0]})

Seats are counted from 0. Views, decisions and answers are dicts, the same as on the wire.
"""

from ._intermezzo import (
    PROTOCOL,
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
    "PROTOCOL",
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
