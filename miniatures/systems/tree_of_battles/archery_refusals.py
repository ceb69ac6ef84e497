"""Archery: who may shoot in which phase, at what range, and everything else that forbids a shot."""

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.archery_facts import ArcherShot, ArcheryFacts, phase_of, weapons
from miniatures.systems.tree_of_battles.shot_facts import (
    CLOSE,
    LONG,
    aim_refusals,
    far,
    shooter_refusals,
    skirmishing,
    target_refusals,
)
from miniatures.systems.tree_of_battles.tables import RANGES


def archery_refusals(facts: ArcheryFacts) -> list[Refusal]:
    found = target_refusals(facts.target, facts.options)
    for shot in facts.shots:
        found += shooter_refusals(shot.firer)
        found += _contingent_refusals(shot, facts)
        found += aim_refusals(shot, shot.firer, facts.target, facts.options)
    return found


def _contingent_refusals(shot: ArcherShot, facts: ArcheryFacts) -> list[Refusal]:
    """Of several weapons it is enough if one may shoot: the others wait."""
    firer, found = shot.firer, []
    every = weapons(shot, facts)
    if not every and firer.left:
        guns = any(part.shoots_with == "artillery" for part in firer.present)
        cure = "see artillery" if guns else "shoot with stands that have bows, crossbows, handguns or other missiles"
        found.append(Refusal("T131", f"no stand of {firer.name} in front has a missile", cure))
    refused = [weapon_refusals(shot, weapon.missile, facts) for weapon in every]
    if all(refused):
        found += dict.fromkeys(refusal for refusals in refused for refusal in refusals)
    if firer.shot_this_phase and not facts.options.split_shooting:
        cure = "shoot in the next phase, or set split_shooting"
        found.append(Refusal("T21", f"{firer.name} have shot in this phase", cure))
    return found


def weapon_refusals(shot: ArcherShot, missile: str, facts: ArcheryFacts) -> list[Refusal]:
    """What keeps the stands with this weapon from shooting now."""
    found: list[Refusal] = []
    reach = RANGES[missile]
    if not within(shot.distance, reach.maximum):
        because = f"{shot.distance:g} inches is beyond the {reach.maximum} of {_plural(missile)}"
        found.append(Refusal(reach.rule, because, f"come within {reach.maximum} inches"))
    phase = phase_of(facts)
    if skirmishing(shot.firer):
        if phase == LONG:
            words = f"{shot.firer.name} are of skirmishers, who shoot in the close range phase"
            found.append(Refusal("T103", words, "wait for the close range phase"))
    elif phase == LONG:
        if not far(shot):
            words = f"{facts.target.name} are at {shot.distance:.1f} inches, and this phase is for targets beyond 4"
            found.append(Refusal("T103", words, "wait for the close range phase"))
    elif missile == "other":
        words = f"{shot.firer.name} have other missiles, which only skirmishers shoot"
        found.append(Refusal("T105", words, "take skirmish array"))
    elif far(shot):
        found += _second_volley(shot, missile)
    if missile == "longbow" and shot.firer.volleys and facts.options.one_volley:
        words = f"{shot.firer.name} have shot this turn, and longbowmen shoot once (one_volley)"
        found.append(Refusal("T24", words, "shoot next turn, or leave one_volley out"))
    return found


def _second_volley(shot: ArcherShot, missile: str) -> list[Refusal]:
    """Beyond 4 inches in the close range phase: longbowmen only, and only if they stood still."""
    name, where = shot.firer.name, f"beyond 4 inches in the {CLOSE} phase"
    if missile != "longbow":
        words = f"{name} would shoot {_plural(missile)} {where}, and only longbowmen may"
        return [Refusal("T105", words, "shoot in the long range phase, or at a target within 4 inches")]
    if shot.firer.moved:
        words = f"{name} have moved, and longbowmen who have do not shoot {where}"
        return [Refusal("T105", words, "shoot at a target within 4 inches")]
    return []


def _plural(missile: str) -> str:
    return "other missiles" if missile == "other" else f"{missile}s"
