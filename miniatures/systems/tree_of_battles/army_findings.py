"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from miniatures.army import Finding
from miniatures.systems.tree_of_battles.army import Roster


def findings(roster: Roster) -> list[Finding]:
    del roster
    return []
