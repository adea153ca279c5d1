"""OpenSpiel: games as games of OpenSpiel, whose algorithms play them.

`pyspiel.load_game("intermezzo(game=tricks)")` works once this module is imported. An action is a code of single choices, as
in `intermezzo.pettingzoo`. The first move is chance's: it draws one of `deals` seeds, and all else follows from it and
the actions. So a state is its history, and states are copied, written and read as OpenSpiel does it.

`state.resample_from_infostate` draws a state that a seat could be in: what it does not see is dealt anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from . import Game, load

__all__ = ["SpielGame", "SpielState"]

_TYPE = pyspiel.GameType(
    short_name="intermezzo",
    long_name="Intermezzo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "game": "cardland",  # its id
        "decks": "",  # the ids of decks with commas between them, one a seat
        "players": 0,  # 0: as many as usual
        "codes": 64,  # so many options have an action of their own
        "cards": 0,  # so many cards of each zone are told; 0: as many as the game implies
        "deals": 1000,  # so many beginnings there are
        "longest": 100_000,  # so many actions a game has at most
    },
)


class _Shared:
    """What all states of a game share; it is never copied, and written as its parameters."""

    def __init__(self, params: dict[str, Any]):
        self.params = params
        of = {**_TYPE.parameter_specification, **params}
        self.game: Game = load(of["game"])
        self.decks: list[str] | None = [deck.strip() for deck in of["decks"].split(",") if deck.strip()] or None
        self.players: int | None = of["players"] or None
        self.seats = self.players or (len(self.decks) if self.decks else self.game.players)
        self.codes, self.deals, self.longest = of["codes"], of["deals"], of["longest"]
        self.encoder = self.game.encoder(self.seats, self.codes, of["cards"] or None)

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Shared, (self.params,)


class _Moment:
    """A table with what is being chosen at it. It is copied as a fork, and written as the actions that led to it."""

    def __init__(self, shared: _Shared, actions: tuple[int | tuple[int, int], ...] = ()):
        self.shared = shared
        # With (seat, number) where what the seat does not see was dealt anew.
        self.actions: list[int | tuple[int, int]] = []
        self.table: Any = None
        self.taken: list[int] = []
        self._choosing: Any = None
        # The log of a copy begins empty: a moment with the same actions remembers what was told.
        self._is_copy = False
        self._remembers: _Moment | None = None
        self._before: dict[int, list[str]] = {}
        for action in actions:
            self.deal_anew(*action) if isinstance(action, tuple) else self.take(action)

    def __deepcopy__(self, memo: Any) -> _Moment:
        copy = _Moment(self.shared)
        copy.actions, copy.taken = list(self.actions), list(self.taken)
        copy.table, copy._is_copy = None if self.table is None else self.table.fork(), True
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _Moment, (self.shared, tuple(self.actions))

    @property
    def choosing(self) -> Any:
        """What the seat that acts is asked, as single choices; `None`: nobody acts."""
        if self._choosing is None and self.table is not None and self.table.asked:
            self._choosing = self.table.choices(self.table.asked[0], self.shared.codes)
            for code in self.taken:
                self._choosing.take(self.table, code)
        return self._choosing

    def take(self, action: int) -> None:
        """Takes what chance or a seat does."""
        if self.table is None:
            self.table = self.shared.game.start(seed=action, decks=self.shared.decks, players=self.shared.players)
        else:
            choosing = self.choosing
            answer = choosing.take(self.table, action)
            self.taken.append(action)
            if answer is not None:
                self.table.answer(choosing.seat, answer)
                self.taken, self._choosing = [], None
        self.actions.append(action)


    def told(self, seat: int) -> list[str]:
        """All that a seat was told, a line an event."""
        if not self._is_copy:
            return self._before.get(seat, []) + self.table.transcript(seat)
        if self._remembers is None:
            self._remembers = _Moment(self.shared)
        for action in self.actions[len(self._remembers.actions) :]:
            self._remembers.deal_anew(*action) if isinstance(action, tuple) else self._remembers.take(action)
        return self._remembers.told(seat)

    def deal_anew(self, seat: int, number: int) -> None:
        """Another game that the person at a seat could be looking at. Only she remembers what came before."""
        if not self._is_copy:
            self._before = {seat: self.told(seat)}
        self.table, self._choosing = self.table.sample(seat, number), None
        self.actions.append((seat, number))


class SpielGame(pyspiel.Game):
    """A game of Intermezzo as one of OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None):
        self.shared = _Shared(params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.codes + 1,
            max_chance_outcomes=self.shared.deals,
            num_players=self.shared.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.shared.longest,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> SpielState:
        """A game before its cards are dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What a seat sees, as an array and in words."""
        return _Observer(self.shared, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    """A moment of a game of Intermezzo."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._at = _Moment(game.shared)

    @property
    def table(self) -> Any:
        """The table that is played at; `None` before chance has dealt."""
        return self._at.table

    @property
    def choosing(self) -> Any:
        """What the seat that acts is asked, as single choices; `None`: nobody acts."""
        return self._at.choosing

    def current_player(self) -> int:
        """Who acts: of several who are asked, the first."""
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        return self.table.asked[0] if not self.is_terminal() else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and (self.table.is_over or not self.table.asked)

    def _legal_actions(self, player: int) -> list[int]:
        if self.is_terminal() or player != self.current_player():
            return []
        return sorted(int(code) for code in self.choosing.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, each as likely as any other."""
        return [(deal, 1.0 / self._at.shared.deals) for deal in range(self._at.shared.deals)]

    def _apply_action(self, action: int) -> None:
        self._at.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        meant = self.choosing.meaning(action) if self.choosing is not None else None
        if meant is None:
            return f"{action}: pass or end"
        options = self.table.decision(player)["options"]
        first, n = meant
        # Copies of a card are told by the same words, and OpenSpiel wants names of their own.
        return f"{action}: " + " or ".join(option["text"] for option in options[first : first + n])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that a seat could be in, drawn by `sampler`, which gives numbers from 0 to 1."""
        drawn = self.clone()
        if drawn.table is not None:
            drawn._at.deal_anew(player, int(sampler() * 2**53))
        return drawn

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has not although somebody has, else 0."""
        outcome = self.table.outcome if self.is_terminal() else None
        winners = outcome["winners"] if outcome else []
        return [(1.0 if seat in winners else -1.0) if winners else 0.0 for seat in range(self._at.shared.seats)]

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        log = f"{len(self._at.actions)} actions, log {self.table.log_hash}"
        return f"{log}, {self._at.taken} chosen of what {self.table.asked} are asked"


class _Observer:
    """What a seat sees: `tensor`, and under `observation` the same. The string of a state of information has all that the
    seat was told and all that it chose; an observation only what it sees now."""

    def __init__(self, shared: _Shared, remembers: bool):
        self._shared, self._remembers = shared, remembers
        self.tensor = np.zeros(shared.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Looks at a state with the eyes of a seat."""
        self.tensor.fill(0)
        if state.table is not None:
            choosing = state.choosing if state.current_player() == player else None
            self.tensor[:] = self._shared.encoder.encode(state.table, player, choosing)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words."""
        if state.table is None:
            return ""
        seen = json.dumps(state.table.view(player), sort_keys=True)
        taken = f"chosen {state._at.taken}" if state.current_player() == player else ""
        if not self._remembers:
            return f"{seen}\n{taken}"
        return "\n".join([*state._at.told(player), seen, taken])


pyspiel.register_game(_TYPE, SpielGame)
