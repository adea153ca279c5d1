"""Gymnasium: many tables as one vector of environments, in which an agent plays one seat.

`VectorEnv("tricks", 256)` is an environment of Gymnasium: `step` takes one code for each table and plays on until the agent is
asked again everywhere. Who plays the other seats is a function of observations and masks; without one they play at random.
A game that ended is followed by the next one in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has the
last observation of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import Game, load

__all__ = ["Others", "VectorEnv"]

Others = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Plays other seats: from observations and masks, a row a table, to codes."""


class VectorEnv(gymnasium.vector.VectorEnv):
    """Tables at which an agent plays one seat.

    `seat`: the agent's; `others`: who plays the other ones; `longest`: after so many codes of the agent a game is cut off
    (truncation); `shaping`: so much of what the seat's worth grows, less the others' average, is added to the rewards, where
    the game's `value` says what a seat is worth. The other arguments are those of `Game.vector` and `Game.encoder`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        seat: int = 0,
        others: Others | None = None,
        packs: tuple[str, ...] = (),
        decks: Any = None,
        options: dict[str, Any] | None = None,
        players: int | None = None,
        codes: int = 64,
        cards: int | dict[str, int] | None = None,
        scaled: bool = True,
        longest: int | None = None,
        shaping: float = 0.0,
        threads: int | None = None,
    ):
        self.game = game if isinstance(game, Game) else load(game, list(packs))
        self._made = {"decks": decks, "options": options, "players": players, "codes": codes, "threads": threads}
        self.seats = players or (len(decks) if decks and decks != "all" else self.game.players)
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat={seat}: the seats are 0 to {self.seats - 1}")
        self.encoder = self.game.encoder(self.seats, codes, cards, scaled)
        self.num_envs, self.seat, self.others = num_envs, seat, others
        self.longest, self.shaping = longest, shaping
        low, high = self.encoder.bounds
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low, high, (self.encoder.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (codes + 1,), np.int8),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(codes + 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.vector: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Starts a game at every table: with a seed always the same ones."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**62)) if seed is None else seed
        self.vector = self.game.vector(self.num_envs, seed=chosen, **self._made)
        self.random = np.random.default_rng(chosen)
        self._length = np.zeros(self.num_envs, int)
        self._play_others()
        self._worth = self._worth_now()
        return self._see(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Takes a code at each table, and plays on until the agent is asked again."""
        _, rewards, done = self.vector.step(actions)
        rewards, done = rewards[:, self.seat].astype(np.float64), done.copy()
        last = self._last(done)
        self._length += 1
        more, ended, of = self._play_others(done)
        rewards += more
        done |= ended
        last.update(of)
        worth = self._worth_now()
        if self.shaping and worth is not None:
            # A game that is over has paid; the next one begins anew.
            rewards += self.shaping * np.where(done, 0.0, worth - self._worth)
        cut = np.zeros(self.num_envs, bool) if self.longest is None else (self._length >= self.longest) & ~done
        if cut.any():
            self.vector.cut(np.flatnonzero(cut))
            last.update(self._last(cut))
            self._play_others()
            worth = self._worth_now()
        self._worth = worth
        self._length[done | cut] = 0
        infos: dict[str, Any] = {}
        if last:
            infos["final_obs"] = np.array([last.get(i) for i in range(self.num_envs)], dtype=object)
            infos["_final_obs"] = done | cut
        return self._see(), rewards, done, cut, infos

    def _see(self) -> dict[str, np.ndarray]:
        return {"observation": self.vector.observe(self.encoder), "action_mask": self.vector.masks()}

    def _last(self, ended: np.ndarray) -> dict[int, dict[str, np.ndarray]]:
        """What the agent sees of the games that the last step ended: nothing may be chosen there any more."""
        rows = np.flatnonzero(ended)
        if not len(rows):
            return {}
        seen = self.vector.observe(self.encoder, rows=rows, seats=self.seat, ended=True)
        nothing = np.zeros(self.single_action_space.n, np.int8)
        return {int(row): {"observation": one, "action_mask": nothing} for row, one in zip(rows, seen)}

    def _play_others(self, over: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, dict]:
        """Lets the others play until the agent is asked at every table: its rewards, and where a game ended meanwhile."""
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        before = np.zeros(self.num_envs, bool) if over is None else over
        last: dict[int, dict[str, np.ndarray]] = {}
        for _ in range(100_000):
            waits = (self.vector.asked != self.seat) & (self.vector.asked >= 0)
            rows = np.flatnonzero(waits)
            if not len(rows):
                return rewards, ended, last
            codes = np.full(self.num_envs, -1)
            if self.others is None:
                places = (self.random.random(len(rows)) * self.vector.counts[rows]).astype(int)
                codes[rows] = self.vector.legal[rows, places]
            else:
                codes[rows] = self.others(self.vector.observe(self.encoder, rows=rows), self.vector.masks()[rows])
            _, got, done = self.vector.step(codes)
            # Where the agent's game was over before, this is the next one, in which it was not asked yet.
            new = done & ~ended & ~before
            rewards[new] = got[new, self.seat]
            last.update(self._last(new))
            ended |= new
        raise RuntimeError(f"seat {self.seat} of this game is never asked")

    def _worth_now(self) -> np.ndarray | None:
        if not self.shaping:
            return None
        worth = self.vector.values()
        if worth is None:
            raise ValueError(f"{self.game.id} has no `value`, so there is nothing to shape rewards by")
        own = worth[:, self.seat]
        others = (worth.sum(1) - own) / max(1, self.seats - 1)
        return (own - others).astype(np.float64)

    def close_extras(self, **kwargs: Any) -> None:
        self.vector = None
