"""One complete random deal each, of our games and of the peers', as plain loops over their APIs."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle
from typing import Any

import funicular
from bench.oh_hell import chance_of
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.state import State as AscenseurState
from funicular.games.registry import SEATS

Loop = Callable[[], object]


def ours(name: str, seats: int, **how: Any) -> Loop:  # noqa: ANN401 - handed to game.deal
    """A random deal through the public API."""
    game = funicular.game(name, seats=seats)
    rng = random.Random(1)

    def loop() -> object:
        state = game.deal(rng, **how)
        while state.to_act:
            seat = state.to_act[0]
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
        return state.points

    return loop


def every_game() -> dict[str, Loop]:
    """A loop for every game and number of seats; Ascenseur with hands of its middle size."""
    loops = {}
    for name in funicular.GAMES:
        for seats in SEATS[name]:
            game = funicular.game(name, seats=seats)
            label = f"{name}, {seats} seats"
            if game.schedule:
                cards = max(game.schedule) // 2
                loops[f"{label}, {cards} cards"] = ours(name, seats, cards=cards)
            else:
                loops[label] = ours(name, seats)
    return loops


def every_world() -> dict[str, Loop]:
    """Worlds from the view of the seat to move, half-way through a random deal of full size."""
    loops = {}
    for name in funicular.GAMES:
        for seats in SEATS[name]:
            game = funicular.game(name, seats=seats)
            cards = max(game.schedule) if game.schedule else None
            label = f"{name}, {seats} seats" + (f", {cards} cards" if cards else "")
            loops[label] = _worlds(game, cards)
    return loops


def _worlds(game: funicular.Game, cards: int | None) -> Loop:
    rng = random.Random(1)
    deal = game.deal(rng, cards=cards)
    states = [deal]
    while states[-1].to_act:
        seat = states[-1].to_act[0]
        states.append(states[-1].play(seat, rng.choice(states[-1].legal_moves(seat))))
    half = states[len(states) // 2]
    view = half.view(half.to_act[0])
    return lambda: funicular.worlds(view, rng)


def open_spiel_as_documented() -> Loop:
    """OpenSpiel's Oh Hell by the loop of its own example: numpy draws chance and moves."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=12)")
    rng = np.random.RandomState(1)

    def loop() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(actions, p=chances))
            else:
                state.apply_action(rng.choice(state.legal_actions(state.current_player())))
        return state.returns()

    return loop


def open_spiel_weighted() -> Loop:
    """The same with Python's own generator, chance outcomes drawn by their weights."""
    rng = random.Random(1)

    def by_weight(outcomes: list[tuple[int, float]]) -> int:
        actions, chances = zip(*outcomes, strict=True)
        action: int = rng.choices(actions, chances)[0]
        return action

    return _open_spiel(rng, by_weight)


def open_spiel_leanest() -> Loop:
    """The leanest loop we could write for it: chance outcomes are known to be equally likely."""
    rng = random.Random(1)
    return _open_spiel(rng, lambda outcomes: rng.choice(outcomes)[0])


def _open_spiel(rng: random.Random, draw: Callable[[list[tuple[int, float]]], int]) -> Loop:
    import pyspiel

    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=12)")

    def loop() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state.chance_outcomes()))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        return state.returns()

    return loop


def _prepared_deals() -> list[AscenseurState]:
    game = Ascenseur.of("ascenseur-52", 4, {})
    return [game.deal(random.Random(seed), dealer=seed % 4, cards=12) for seed in range(500)]


def ours_from_prepared_deals() -> Loop:
    """Random play of deals made beforehand, one after the other."""
    deals = cycle(_prepared_deals())
    rng = random.Random(1)

    def loop() -> object:
        state = next(deals)
        while state.to_act:
            seat = state.to_act[0]
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
        return state.points

    return loop


def open_spiel_from_prepared_deals() -> Loop:
    """The very same deals, given to OpenSpiel card by card as the outcomes of chance."""
    import pyspiel

    game = pyspiel.load_game("oh_hell(players=4)")
    deals = cycle([chance_of(state) for state in _prepared_deals()])
    rng = random.Random(1)

    def loop() -> object:
        state = game.new_initial_state()
        for outcome in next(deals):
            state.apply_action(outcome)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return state.returns()

    return loop


def rlcard_dou_dizhu() -> Loop:
    """RLCard's dou dizhu with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def loop() -> object:
        return env.run(is_training=False)

    return loop
