"""`python -m tests.bench` from the root of the repository: our odds beside icepool and dyce, and what else is fast.

It reports and does not gate: the goals stand beside what was measured, and the exit code does not depend on them.
Only odds that differ stop it.
"""

from collections.abc import Callable
from time import process_time

from miniatures.systems.warfare.melee_facts import MeleeFacts
from tests.bench import attacks, game_file, pages, rivals_dyce, rivals_icepool, space, tree
from tests.bench.cases import CASES, Case, demand_equal, ours
from tests.bench.processes import BARE, ICEPOOL, ICEPOOL_ALONE, OURS, time_processes
from tests.bench.shows import SHOW
from tests.bench.timing import Times, side_by_side

_RIVALS = {"icepool": rivals_icepool, "dyce": rivals_dyce}
_GOALS = {"icepool": 0.20, "dyce": 0.35}
_PROCESS_GOAL = 3.0

_EXPLAINED = """Exact odds of the example melee, from validated facts to the finished odds, in milliseconds.
same rules     the library branches over our own step and its readings, as narrowly as we do: the goal is for this
duel by hand   rules for two units alone, written for the library; it does less than our step, which takes any number
"""


def main() -> None:
    print(_EXPLAINED)
    for case in CASES:
        _report(case, _timed(case))
    print()
    _report_processes(time_processes())
    print()
    for line in game_file.lines():
        print(line)
    print()
    for line in space.lines():
        print(line)
    print()
    for line in attacks.lines():
        print(line)
    print()
    for line in tree.lines():
        print(line)
    print()
    for line in pages.lines():
        print(line)


def _timed(case: Case) -> dict[str, Times]:
    expected = ours(case.facts())
    contenders: dict[str, Callable[[MeleeFacts], object]] = {"ours": ours}
    for library, rival in _RIVALS.items():
        for way in (rival.same_rules, rival.duel_by_hand):
            name = f"{library} {way.__name__}"
            demand_equal(name, expected, rival.chances(way(case.facts())))
            contenders[name] = way
    return side_by_side(contenders, case.facts, repetitions=case.repetitions, loops=case.loops, clock=process_time)


def _report(case: Case, times: dict[str, Times]) -> None:
    own = times["ours"]
    print(f"({case.key}) {case.title}: ours {own.best * 1000:.3f}")
    for library, goal in _GOALS.items():
        same, by_hand = times[f"{library} same_rules"], times[f"{library} duel_by_hand"]
        ratio = own.ratio_to(same)
        print(
            f"    {library:<8} same rules {same.best * 1000:8.3f}   ours/this {ratio:.2f}, goal {goal:.2f}"
            f" {_verdict(ratio, goal):<6}   duel by hand {by_hand.best * 1000:8.3f}"
            f"   ours/this {own.ratio_to(by_hand):.2f}"
        )


def _report_processes(times: dict[str, Times] | None) -> None:
    print("(c) whole processes, in milliseconds")
    if times is None:
        print("    not measured: the program is not installed beside this Python (pip install -e .)")
        return
    own = times[OURS]
    print(f"    {OURS:<34} {own.best * 1000:6.0f}")
    for name, goal in ((BARE, _PROCESS_GOAL), (ICEPOOL, None), (ICEPOOL_ALONE, None)):
        ratio = own.ratio_to(times[name])
        beside = f"   goal {goal:.2f}   {_verdict(ratio, goal)}" if goal else ""
        print(f"    {name:<34} {times[name].best * 1000:6.0f}   ours/this {ratio:5.2f}{beside}")
    for name in (name for name in times if name.startswith(SHOW)):
        ratio = times[name].ratio_to(times[BARE])
        words = f"this/{BARE} {ratio:5.2f}   goal {_PROCESS_GOAL:.2f}   {_verdict(ratio, _PROCESS_GOAL)}"
        print(f"    {name:<51} {times[name].best * 1000:6.0f}   {words}")


def _verdict(ratio: float, goal: float) -> str:
    return "met" if ratio <= goal else "missed"


if __name__ == "__main__":
    main()
