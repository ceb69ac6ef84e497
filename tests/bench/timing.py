"""Measuring side by side on a machine that is never quiet.

All contenders run within each repetition, so that what disturbs one disturbs its neighbours too. A ratio is the
median over the repetitions of the ratio within each; the time shown is the best, for noise only ever adds.
"""

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

Subject = TypeVar("Subject")


class Times(NamedTuple):
    """The seconds of one contender, one for each repetition."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.seconds)

    def ratio_to(self, other: "Times") -> float:
        return median(own / theirs for own, theirs in zip(self.seconds, other.seconds, strict=True))


def side_by_side(
    contenders: Mapping[str, Callable[[Subject], object]],
    fresh: Callable[[], Subject],
    *,
    repetitions: int,
    loops: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> dict[str, Times]:
    """Time every contender `repetitions` times, in turn, beginning with another one each time.

    Each call gets a subject of its own, made before the clock starts: what a contender remembers on its subject
    would otherwise be free from the second call on, and a player asks for the first time. Who only computes is best
    timed by the `clock` of the processor, which stands still while others are served.
    """
    names = list(contenders)
    for contender in contenders.values():  # what is kept for good is filled, and modules compiled, before the clock
        contender(fresh())
    seconds: dict[str, list[float]] = {name: [] for name in names}
    collecting = gc.isenabled()
    gc.disable()  # as timeit does: else one contender pays for the rubbish of another
    try:
        for repetition in range(repetitions):
            first = repetition % len(names)
            for name in names[first:] + names[:first]:
                contender = contenders[name]
                subjects = [fresh() for _ in range(loops)]
                gc.collect()
                begun = clock()
                for subject in subjects:
                    contender(subject)
                seconds[name].append((clock() - begun) / loops)
    finally:
        if collecting:
            gc.enable()
    return {name: Times(tuple(found)) for name, found in seconds.items()}
