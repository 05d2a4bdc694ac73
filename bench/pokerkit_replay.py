#!/usr/bin/env python3
"""Replays hands of the standard with PokerKit and compares the final stacks with ours.

    pip install pokerkit
    cardroom replay hands/*.phh --json > ours.jsonl
    bench/pokerkit_replay.py hands ours.jsonl

Takes a folder of .phh and .phhs files and the lines that `cardroom replay --json` printed for them. Hands that name a
`_rulebook` are left out: PokerKit knows no other rules than its own. For each game it prints how many hands there are, how
many end with equal stacks, how many do not, how many both refuse, and how many PokerKit mended (it puts in acts that the
file does not have).

A difference counts as explained only if PokerKit comes to our stacks once the one thing that the class names is put right in it.
Exit status 1 if a difference is left unexplained, 2 if nothing could be compared.
"""

import argparse
import json
import re
import sys
import tomllib
import warnings
from collections import Counter, defaultdict
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from pathlib import Path

# A file beside this one has the name of the package: this folder must not be searched for it.
sys.path[:] = [place for place in sys.path if Path(place or ".").resolve() != Path(__file__).resolve().parent]

try:
    from pokerkit import (
        CheckingOrCalling,
        FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        FixedLimitPokerMixin,
        Folding,
        HandHistory,
        HoleCardsShowingOrMucking,
        HoleDealing,
        State,
    )
except ImportError:
    print("PokerKit is not installed; `pip install pokerkit` (Python 3.11 or later)", file=sys.stderr)
    sys.exit(2)

AMOUNTS = ("antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks")
INVENTED = {
    Folding: "fold",
    CheckingOrCalling: "check",
    HoleDealing: "card dealt",
    HoleCardsShowingOrMucking: "hand shown or mucked",
}


# What PokerKit does, and how it is put right.


@contextmanager
def replaced(owner, **members):
    """Other members for a class, for a while."""
    before = {name: getattr(owner, name) for name in members}
    for name, member in members.items():
        setattr(owner, name, member)
    try:
        yield
    finally:
        for name, member in before.items():
            setattr(owner, name, member)


class FixedLimitOmahaEight(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """`FO/8` with the bets that its name says, four a round."""


def fixed_limit_omaha_eight():
    return replaced(HandHistory, game_types=HandHistory.game_types | {"FO/8": FixedLimitOmahaEight})


def low_half_by_pot():
    """A pot has a low half only if a player in that pot has a low; PokerKit asks whether anybody in the hand has one."""
    usual = State._begin_chips_pushing

    def begin(state):
        usual_update, State._update_chips_pushing = State._update_chips_pushing, lambda *_: None
        try:
            usual(state)
        finally:
            State._update_chips_pushing = usual_update
        whole = Counter()
        for amount, pot, board, kind in state._sub_pots:
            whole[pot, board] += amount
        parts = []
        for (pot, board), amount in whole.items():
            players = state._pots[pot].player_indices
            kinds = [] if board is None else [
                kind
                for kind in state.hand_type_indices
                if any(hand is not None for i, hand in enumerate(state.get_up_hands(board, kind)) if i in players)
            ]
            if not kinds:
                parts += [part for part in state._sub_pots if part[1:3] == (pot, board)]
                continue
            share, odd = state.divmod(amount, len(kinds))
            for kind in kinds:
                part = share + (odd if kind == kinds[0] else 0)
                if part:
                    parts.append((part, pot, board, kind))
        state._sub_pots[:] = parts
        state._update_chips_pushing()

    return replaced(State, _begin_chips_pushing=begin)


def raise_to_the_opponents_last_chip():
    """The standard lets a raise be written as the amount that puts the opponents all-in; PokerKit wants a full raise."""
    usual = State.verify_completion_betting_or_raising_to

    def verify(state, amount=None):
        try:
            return usual(state, amount)
        except ValueError:
            actor = state.actor_index
            if amount is None or actor is None:
                raise
            state._verify_completion_betting_or_raising()
            others = [i for i in state.player_indices if i != actor and state.statuses[i]]
            reach = max((state.stacks[i] + state.bets[i] for i in others), default=None)
            if amount != reach or not max(state.bets) < amount <= state.stacks[actor] + state.bets[actor]:
                raise
            return amount

    return replaced(State, verify_completion_betting_or_raising_to=verify)


def pots_before_hands_die():
    """PokerKit merges pots after it has taken the losing hands away; this keeps them as the betting made them."""
    usual = State._begin_hand_killing

    def begin(state):
        made = list(state.pots)
        real = State.pots.fget

        def pots(inner):
            if inner is not state or inner._pots is not None or sum(inner.statuses) < 2:
                yield from real(inner)
                return
            for pot in made:
                live = tuple(i for i in pot.player_indices if inner.statuses[i])
                yield type(pot)(pot.raked_amount, pot.unraked_amount, live)

        with replaced(State, pots=property(pots)):
            usual(state)

    return replaced(State, _begin_hand_killing=begin)


KNOWN = {
    "FO/8 is pot-limit in PokerKit": fixed_limit_omaha_eight,
    "PokerKit shares the low half of a pot in which nobody has a low": low_half_by_pot,
    "PokerKit refuses a raise to the opponents' last chip": raise_to_the_opponents_last_chip,
}
# Not excuses: what to look at when a difference is left.
HINTS = {"PokerKit merges side pots after losing hands are dead": pots_before_hands_die}


# Hands and their results.


def read(path):
    """The hands of a file with their numbers, as the standard's fields. Decimals stay exact."""
    document = tomllib.loads(path.read_text(), parse_float=Decimal)
    if path.suffix == ".phhs":
        return [(int(number), fields) for number, fields in document.items()]
    number = document.get("hand")
    return [(number if isinstance(number, int) else 1, document)]


def finer(fields):
    """The same hand counted in its smallest unit, and how many of those make one: stacks after the hand may have decimals
    that the amounts before it have not."""
    numbers = [fields.get(name) for name in (*AMOUNTS, "finishing_stacks", "winnings")]
    numbers = [n for value in numbers if value is not None for n in (value if isinstance(value, list) else [value])]
    places = [-n.normalize().as_tuple().exponent for n in numbers if isinstance(n, Decimal) and n.is_finite()]
    places += [len(part) for act in fields["actions"] for part in re.findall(r" cbr \d+\.(\d+)", act)]
    unit = 10 ** max([0, *places])

    def scaled(value):
        if isinstance(value, list):
            return [scaled(v) for v in value]
        return value * unit if isinstance(value, Decimal) and not value.is_finite() else int(value * unit)

    found = {name: scaled(value) if name in AMOUNTS else value for name, value in fields.items()}
    found["actions"] = [
        re.sub(r"( cbr )(\d+(?:\.\d+)?)", lambda m: m[1] + str(scaled(Decimal(m[2]))), act) for act in fields["actions"]
    ]
    return found, unit


def replay(fields):
    """Stacks that PokerKit ends with (None: unknown), and what it invented to get there. Raises what PokerKit raises."""
    text = {name: value for name, value in fields.items() if name not in ("finishing_stacks", "winnings")}
    history = HandHistory(**HandHistory._filter_non_fields(**text))
    invented, seen, state = [], 0, None
    for number, (state, act) in enumerate(history.state_actions):
        if act is None and number:
            for operation in state.operations[seen:]:
                if type(operation) in INVENTED:
                    invented.append(f"p{operation.player_index + 1} {INVENTED[type(operation)]}")
                    break
        seen = len(state.operations)
    return [None if stack == Decimal("inf") else stack for stack in state.stacks], invented


def same(ours, theirs, unit):
    return len(ours) == len(theirs) and all(
        a is b if a is None or b is None else Decimal(str(a)) * unit == b for a, b in zip(ours, theirs)
    )


def agrees(fields, unit, ours, fixes):
    """Does PokerKit come to our stacks with these things put right, and without inventing an act?"""
    with ExitStack() as stack:
        for fix in fixes:
            stack.enter_context(fix())
        try:
            stacks, invented = replay(fields)
        except Exception:
            return False
    return not invented and same(ours, stacks, unit)


def explain(fields, ours):
    """The classes that explain a difference, fewest first; empty if none does."""
    small, unit = finer(fields)
    ways = [[name] for name in KNOWN] + [list(KNOWN)]
    for names in ways:
        if agrees(fields, 1, ours, [KNOWN[name] for name in names]):
            return names
    if unit > 1:
        for names in [[], *ways]:
            if agrees(small, unit, ours, [KNOWN[name] for name in names]):
                return [*names, "PokerKit splits whole units, the file has decimals after the hand"]
    return []


def hint(fields, ours):
    for name, fix in HINTS.items():
        if agrees(fields, 1, ours, [fix]) or agrees(fields, 1, ours, [fix, *KNOWN.values()]):
            return name
    return None


class Results:
    """Our lines, found by file and hand however the paths were written."""

    def __init__(self, path):
        self.by_file = defaultdict(dict)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip():
                continue
            try:
                result = json.loads(line, parse_float=Decimal)
                self.by_file[result["file"]][result.get("hand", 1)] = result
            except (ValueError, KeyError, TypeError) as problem:
                print(f"{path}:{number}: not a line of `cardroom replay --json`: {problem!r}", file=sys.stderr)
                sys.exit(2)
        self.by_name = defaultdict(list)
        for file in self.by_file:
            self.by_name[Path(file).name].append(file)

    def of(self, path, folder, hand):
        wanted = path.relative_to(folder).parts
        for file in self.by_name[path.name]:
            parts = Path(file).parts
            if Path(file).resolve() == path.resolve() or parts[-len(wanted):] == wanted:
                hands = self.by_file[file]
                return hands.get(hand) or (next(iter(hands.values())) if path.suffix == ".phh" else None)
        return None


def compare(fields, result):
    """What became of one hand: a verdict, what is to be said of it, and what PokerKit invented."""
    ours = result.get("finishing_stacks") if result else None
    try:
        theirs, invented = replay(fields)
        failed = None
    except Exception as problem:
        theirs, invented, failed = None, [], f"PokerKit fails: {type(problem).__name__}: {problem}"
    if ours is None:
        said = (result or {}).get("error", "no line for it")
        text = f"ours has no stacks ({said}); {failed or f'PokerKit {show(theirs)}'}"
        return ("refused" if failed else "different"), text, invented
    if theirs is not None and same(ours, theirs, 1):
        return "equal", "", invented
    text = failed or f"ours {show(ours)}, PokerKit {show(theirs)}"
    if invented:
        text += f"; PokerKit invented: {', '.join(invented[:3])}"
    if names := explain(fields, ours):
        return "explained", f"{' and '.join(names)} ({text})", invented
    if name := hint(fields, ours):
        text += f"; equal if not: {name}"
    return "different", text, invented


def show(stacks):
    return "[" + ", ".join("?" if s is None else str(s) for s in stacks) + "]"


def main():
    parser = argparse.ArgumentParser(description="Compares our replays with PokerKit's.")
    parser.add_argument("folder", type=Path, help="folder of .phh and .phhs files")
    parser.add_argument("ours", type=Path, help="what `cardroom replay --json` printed for them")
    parser.add_argument("--show", type=int, default=20, help="differences to print for each game (20)")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    results = Results(options.ours)
    counts, notes, left_out = defaultdict(Counter), defaultdict(list), 0
    for path in sorted([*options.folder.rglob("*.phh"), *options.folder.rglob("*.phhs")]):
        try:
            hands = read(path)
        except (ValueError, OSError) as problem:
            counts["unreadable"]["hands"] += 1
            counts["unreadable"]["different"] += 1
            notes["unreadable"].append(("different", f"{path}: {problem}"))
            continue
        for number, fields in hands:
            if "_rulebook" in fields or fields.get("variant") not in HandHistory.game_types:
                left_out += 1
                continue
            game = fields["variant"]
            verdict, text, invented = compare(fields, results.of(path, options.folder, number))
            counts[game].update(["hands", verdict, *(["mended"] if invented else [])])
            if text:
                notes[game].append((verdict, f"{path} hand {number}: {text}"))
            elif invented:
                notes[game].append(("mended", f"{path} hand {number}: equal, but PokerKit invented: {', '.join(invented[:3])}"))
    return report(counts, notes, left_out, options.show)


def report(counts, notes, left_out, limit):
    columns = ("hands", "equal", "explained", "refused", "different", "mended")
    print(f"| game | {' | '.join(columns)} |")
    print("|---|" + "--:|" * len(columns))
    total = Counter()
    for game, count in sorted(counts.items()):
        total.update(count)
        print(f"| {game} | {' | '.join(str(count[column]) for column in columns)} |")
    print(f"| all | {' | '.join(str(total[column]) for column in columns)} |")
    if left_out:
        print(f"\n{left_out} hands left out: another rulebook, or a variant that PokerKit does not read.")
    for game, said in sorted(notes.items()):
        print(f"\n{game}:")
        for verdict, text in said[:limit]:
            print(f"- {verdict}: {text}")
        if len(said) > limit:
            print(f"- and {len(said) - limit} more")
    if not total["hands"]:
        print("nothing to compare", file=sys.stderr)
        return 2
    return 1 if total["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
