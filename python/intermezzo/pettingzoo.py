"""PettingZoo: games as environments of PettingZoo, one agent a seat.

An action is a code of single choices: 0 passes or ends what is being chosen, each other code takes an option. Sets, orders
and pairs are chosen one option after the other. `observation` is what the seat sees, as an encoder writes it;
`action_mask` says which codes may be taken.

In the parallel environment all seats act in each step, and who is not asked may only take 0, which does nothing.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from . import Game, Refusal, load

__all__ = ["AEC", "Parallel", "env", "parallel_env"]


def env(game: str | Game, **kwargs: Any) -> AEC:
    """A game in which one agent acts after the other. The arguments are those of `AEC`."""
    return AEC(game, **kwargs)


def parallel_env(game: str | Game, **kwargs: Any) -> Parallel:
    """A game in which all agents act in each step. The arguments are those of `AEC`."""
    return Parallel(game, **kwargs)


class _Seats:
    """What both kinds of environment share: a table, what is being chosen at it, and its spaces."""

    def __init__(
        self,
        game: str | Game,
        packs: tuple[str, ...] = (),
        decks: list[str] | None = None,
        options: dict[str, Any] | None = None,
        players: int | None = None,
        codes: int = 64,
        cards: int | dict[str, int] | None = None,
        render_mode: str | None = None,
        illegal: Literal["refuse", "next"] = "refuse",
    ):
        if illegal not in ("refuse", "next"):
            raise ValueError(f"illegal={illegal!r}: it is 'refuse' or 'next'")
        self.illegal = illegal
        self.game = game if isinstance(game, Game) else load(game, list(packs))
        self.start = {"decks": decks, "options": options, "players": players}
        self.codes = codes
        self.render_mode = render_mode
        self.seats = players or (len(decks) if decks else self.game.players)
        self.encoder = self.game.encoder(self.seats, codes, cards)
        self.agents_all = [f"player_{seat}" for seat in range(self.seats)]
        low, high = self.encoder.bounds
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(low, high, (self.encoder.size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (codes + 1,), np.int8),
                }
            )
            for agent in self.agents_all
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(codes + 1) for agent in self.agents_all}
        self.random: np.random.Generator | None = None
        self.table: Any = None
        self.choosing: dict[int, Any] = {}

    def begin(self, seed: int | None) -> None:
        """Starts the next game: with a seed always the same one."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.table = self.game.start(seed=int(self.random.integers(2**63)), **self.start)
        self.ask()

    def ask(self) -> None:
        """Finds out what is asked; what a seat has chosen of its decision so far stays."""
        asked = self.table.asked
        kept = {seat: choosing for seat, choosing in self.choosing.items() if seat in asked}
        self.choosing = {seat: kept.get(seat) or self.table.choices(seat, self.codes) for seat in asked}

    def meant(self, seat: int, code: int) -> int:
        """The code that is taken: with `illegal="next"` the next legal one stands in for one that is not."""
        if self.illegal == "refuse":
            return int(code)
        legal = self.choosing[seat].legal
        return int(legal[np.searchsorted(legal, code) % len(legal)])

    def take(self, seat: int, code: int) -> bool:
        """Takes a code for a seat that is asked. Whether the decision is answered with it."""
        answer = self.choosing[seat].take(self.table, code)
        if answer is None:
            return False
        # Another seat may see other options from here on, so it begins anew.
        self.choosing = {}
        self.table.answer(seat, answer)
        return True

    def see(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat sees and may take. Who is not asked may take 0 only."""
        choosing = self.choosing.get(seat)
        mask = np.zeros(self.codes + 1, np.int8)
        mask[choosing.legal if choosing is not None else 0] = 1
        return {"observation": self.encoder.encode(self.table, seat, choosing), "action_mask": mask}

    def rewards_now(self) -> dict[str, float]:
        """1 for who has won, -1 for who has not although somebody has, else 0."""
        outcome = self.table.outcome
        winners = outcome["winners"] if outcome else []
        won = lambda seat: 1.0 if seat in winners else -1.0  # noqa: E731
        return {agent: won(seat) if winners else 0.0 for seat, agent in enumerate(self.agents_all)}

    def picture(self) -> str:
        """What everybody sees, in words."""
        view = self.table.view()
        seats = [f"{seat['name']}: {dict(seat['shown'])}" for seat in view["seats"]]
        return "\n".join([view["title"], *seats, view["outcome"] or f"asked: {self.table.asked}"])


class AEC(AECEnv):
    """A game in which one agent acts after the other.

    `decks`, `options` and `players` are those of `Game.start`; `codes`: so many options have a code of their own;
    `cards`: so many cards of each zone are told, or as many as the game implies. A code that is not legal raises a `Refusal`, and nothing has changed; with
    `illegal="next"` the next legal one is taken instead, and `infos` say so.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "intermezzo_v0", "is_parallelizable": False}

    def __init__(self, game: str | Game, **kwargs: Any):
        super().__init__()
        self._seats = _Seats(game, **kwargs)
        self.render_mode = self._seats.render_mode
        self.metadata = {**AEC.metadata, "name": f"intermezzo_{self._seats.game.id}_v0"}
        self.possible_agents = list(self._seats.agents_all)
        self.observation_spaces = self._seats.observation_spaces
        self.action_spaces = self._seats.action_spaces
        self.agents: list[str] = []

    @property
    def table(self) -> Any:
        """The table that is played at."""
        return self._seats.table

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._seats.choosing = {}
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._seats.table.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _next(self) -> None:
        asked = self._seats.table.asked
        self.agent_selection = self.possible_agents[asked[0]] if asked else self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._seats.see(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        if action is None:
            raise Refusal(f"{agent} is asked, and None answers only for an agent whose game is over")
        meant = self._seats.meant(seat, action)
        self.infos = {agent: {} for agent in self.agents}
        if meant != action:
            self.infos[agent] = {"illegal": int(action), "taken": meant}
        answered = self._seats.take(seat, meant)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if answered and self._seats.table.is_over:
            self.rewards = self._seats.rewards_now()
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._seats.ask()
            self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        picture = self._seats.picture()
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        pass


class Parallel(ParallelEnv):
    """A game in which all agents act in each step; those who are not asked take 0, which does nothing.

    Of several who are asked at once, each gets on with what she chooses, in the order of seats, until one has answered:
    then the others are asked anew.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "intermezzo_v0"}

    def __init__(self, game: str | Game, **kwargs: Any):
        self._seats = _Seats(game, **kwargs)
        self.render_mode = self._seats.render_mode
        self.metadata = {**Parallel.metadata, "name": f"intermezzo_{self._seats.game.id}_v0"}
        self.possible_agents = list(self._seats.agents_all)
        self.observation_spaces = self._seats.observation_spaces
        self.action_spaces = self._seats.action_spaces
        self.agents: list[str] = []

    @property
    def table(self) -> Any:
        """The table that is played at."""
        return self._seats.table

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def _see(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self._seats.see(self.possible_agents.index(agent)) for agent in self.agents}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        self._seats.choosing = {}
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._see(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        seats = self._seats
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in seats.table.asked:
            agent = self.possible_agents[seat]
            if agent not in actions:
                continue
            meant = seats.meant(seat, actions[agent])
            if meant != actions[agent]:
                infos[agent] = {"illegal": int(actions[agent]), "taken": meant}
            # What one answers may end what the others are asked, or change it: then they are asked anew.
            if seats.take(seat, meant):
                break
        seats.ask()
        over = seats.table.is_over
        rewards = seats.rewards_now() if over else dict.fromkeys(self.agents, 0.0)
        seen = self._see()
        ended = dict.fromkeys(self.agents, over)
        going = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ended, going, infos

    def render(self) -> str | None:
        picture = self._seats.picture()
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        pass
