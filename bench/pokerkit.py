#!/usr/bin/env python3
"""Hands per CPU second of PokerKit and of ours, side by side, on one core.

    pip install pokerkit
    bench/pokerkit.py [--seconds 5] [--random] [--hands FOLDER] [--json]

Hold'em and Omaha: six players, blinds 50 and 100, stacks 10,000. Stud: six players, ante 10, bring-in 20, bets 50 and
100. Deuce-to-seven triple draw: six players, blinds 25 and 50, bets 50 and 100. Everybody checks or calls, posts the
bring-in and stands pat. With --random the same games with random acts: .27 raise where it is legal (40% the least, 10% the
most, else between), .45 fold when facing a bet, else check or call. Every hand has a freshly shuffled deck and is played
until the stacks are final. The hand histories are read from --hands; one figure with the text parsed every time, one without.

Ours comes from `cargo bench -p cardroom-room --bench hands -- --json` and `cargo bench -p cardroom-replay --bench histories -- --json`, which
print one object a line:
{"workload": "holdem-nl-6-check-call", "hands_per_second": 1234567.0}
"""

import argparse
import json
import random
import subprocess
import sys
import time
import warnings
from pathlib import Path

# This file is named after the package that it measures: its own folder must not be searched for it.
sys.path[:] = [place for place in sys.path if Path(place or ".").resolve() != Path(__file__).resolve().parent]

try:
    import pokerkit
    from pokerkit import Automation, HandHistory
except ImportError:
    sys.exit("bench/pokerkit.py: PokerKit is not installed; `pip install pokerkit` (Python 3.11 or later)")

ROOT = Path(__file__).resolve().parent.parent
HANDS = ROOT / "crates/phh/tests/hands/gen"
SEATS = 6
STACK = 10_000
AUTOMATIC = tuple(Automation)


def games():
    """The games of the comparison. A game is built once; calling it deals a hand."""
    return {
        "holdem-nl-6": pokerkit.NoLimitTexasHoldem(AUTOMATIC, True, 0, (50, 100), 100),
        "omaha-pl-6": pokerkit.PotLimitOmahaHoldem(AUTOMATIC, True, 0, (50, 100), 100),
        "stud-6": pokerkit.FixedLimitSevenCardStud(AUTOMATIC, True, 10, 20, 50, 100),
        "triple-draw-2-7-6": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw(AUTOMATIC, True, 0, (25, 50), 50, 100),
    }


def check_or_call(state):
    state.check_or_call()


def at_random(state):
    if random.random() < 0.27 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        how = random.random()
        amount = least if how < 0.4 else most if how < 0.5 else random.randint(least, most)
        state.complete_bet_or_raise_to(amount)
    elif random.random() < 0.45 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def play(game, act):
    """One hand from the shuffle to the final stacks."""
    state = game(STACK, SEATS)
    while state.status:
        if state.stand_patter_or_discarder_index is not None:
            state.stand_pat_or_discard()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            act(state)
    assert sum(state.stacks) == STACK * SEATS, "chips stay"


def replay(history):
    """One hand of the standard, from its actions to the final stacks."""
    for state in history:
        pass
    assert not state.status, "the hand is over"


def hands_per_second(seconds, some):
    """`some()` plays some hands and says how many. CPU time of this process, which has one thread."""
    some()  # tables and caches are made on first use
    hands, began = 0, time.process_time()
    while True:
        hands += some()
        taken = time.process_time() - began
        if taken >= seconds:
            return hands / taken


def one(game, act):
    def hand():
        play(game, act)
        return 1

    return hand


def histories(texts, loaded):
    """Both ways to replay the same hands: from their text, and from what was read before."""

    def parsed():
        for text in texts:
            replay(HandHistory.loads(text))
        return len(texts)

    def ready():
        for history in loaded:
            replay(history)
        return len(loaded)

    return {"phh-parse-replay": parsed, "phh-replay": ready}


def workloads(options):
    found = {}
    for name, game in games().items():
        found[f"{name}-check-call"] = one(game, check_or_call)
        if options.random:
            found[f"{name}-random"] = one(game, at_random)
    texts = [path.read_text() for path in sorted(options.hands.rglob("*.phh"))]
    if texts:
        found |= histories(texts, [HandHistory.loads(text) for text in texts])
    else:
        print(f"no .phh files in {options.hands}: hand histories are left out", file=sys.stderr)
    return found


def ours(package, bench):
    """Our figures of one benchmark by workload; empty, with the reason said, where it cannot be run."""
    command = ["cargo", "bench", "-q", "-p", package, "--bench", bench, "--", "--json"]
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as problem:
        print(f"ours is left out: {problem}", file=sys.stderr)
        return {}
    if run.returncode != 0:
        said = run.stderr.strip().splitlines() or ["it said nothing"]
        print(f"ours is left out: `{' '.join(command)}` failed: {said[0]}", file=sys.stderr)
        return {}
    figures = {}
    for line in run.stdout.splitlines():
        try:
            figure = json.loads(line)
            figures[figure["workload"]] = float(figure["hands_per_second"])
        except (ValueError, KeyError, TypeError):
            continue  # what else a benchmark prints
    if not figures:
        print(f"ours is left out: `{' '.join(command)}` printed no figures", file=sys.stderr)
    return figures


def main():
    parser = argparse.ArgumentParser(description="Hands per CPU second of PokerKit and of ours, one core.")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time for each workload of PokerKit (5)")
    parser.add_argument("--random", action="store_true", help="the games with random acts as well")
    parser.add_argument("--hands", type=Path, default=HANDS, help="folder of .phh files (those that ours replays)")
    parser.add_argument("--json", action="store_true", help="one object a line instead of a table")
    parser.add_argument("--seed", type=int, default=7, help="of the shuffles and the random acts (7)")
    options = parser.parse_args()
    if not options.seconds > 0:
        parser.error("--seconds wants a number above nought")
    warnings.simplefilter("ignore")
    random.seed(options.seed)
    figures = ours("room", "hands") | (ours("replay", "histories") if options.hands == HANDS else {})
    version = f"PokerKit {pokerkit_version()}"
    if not options.json:
        print(f"| hands per CPU second, one core | ours | {version} | ours / PokerKit |")
        print("|---|--:|--:|--:|")
    for name, some in workloads(options).items():
        theirs, our = hands_per_second(options.seconds, some), figures.get(name)
        if options.json:
            print(json.dumps({"workload": name, "engine": version, "hands_per_second": round(theirs, 1), "ours": our}))
        else:
            ratio = "–" if our is None else f"{our / theirs:,.0f}"
            print(f"| {name} | {'–' if our is None else f'{our:,.0f}'} | {theirs:,.0f} | {ratio} |", flush=True)


def pokerkit_version():
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pokerkit")
    except PackageNotFoundError:
        return "of unknown version"


if __name__ == "__main__":
    main()
