"""Units that are spoken of by name, and who of them touches whom: what every system asks of a stated fight."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from miniatures.broken import unknown


class Touching(Protocol):
    """A contact as it is stated."""

    @property
    def attacker(self) -> str: ...
    @property
    def defender(self) -> str: ...


def named_once(names: Iterable[str]) -> None:
    """No two units may share a name."""
    known: set[str] = set()
    for name in names:
        if name in known:
            raise ValueError(f'two units are called "{name}"; give each a name of its own')
        known.add(name)


def demand_contacts(contacts: Sequence[Touching], attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Contacts are between units that are there, each pair once; with one unit on a side they may be left out."""
    if not contacts and len(attackers) > 1 and len(defenders) > 1:
        raise ValueError("contacts: with several units on both sides, state who touches whom")
    for contact in contacts:
        if contact.attacker not in attackers:
            raise ValueError("contacts: " + unknown(contact.attacker, "one of the attackers", attackers))
        if contact.defender not in defenders:
            raise ValueError("contacts: " + unknown(contact.defender, "one of the defenders", defenders))
    pairs = [(contact.attacker, contact.defender) for contact in contacts]
    if len(set(pairs)) < len(pairs):
        raise ValueError("contacts: the same two units are listed twice")


class Linking(Protocol):
    """Two units that touch."""

    @property
    def first(self) -> str: ...

    @property
    def second(self) -> str: ...

    @property
    def key(self) -> str: ...


_Linking = TypeVar("_Linking", bound=Linking)


def linked(contacts: Iterable[_Linking], unit: str) -> list[_Linking]:
    """All contacts linked with a unit's, directly or through others, in a fixed order."""
    waiting, names, found = list(contacts), {unit}, list[_Linking]()
    while own := [one for one in waiting if {one.first, one.second} & names]:
        found += own
        waiting = [one for one in waiting if one not in own]
        names |= {name for one in own for name in (one.first, one.second)}
    return sorted(found, key=lambda one: one.key)
