"""What a player states about shooting, and what the rules have against it."""

from typing import Annotated

from pydantic import Field, model_validator

from miniatures.broken import unknown
from miniatures.contacts import named_once
from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.drive_back import Target
from miniatures.systems.command_roll.facts import Facts, OneOrMore, Position, cover_refusals
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.profiles import MISSILES, STARRED
from miniatures.systems.command_roll.shower import Shooter, declared_refusals
from miniatures.systems.command_roll.tables import OVERHEAD_PARTS, RANGES
from miniatures.systems.command_roll.unit import Centimetres, Flag, Name, Stated, Whole
from miniatures.systems.command_roll.unit_wording import said


class Shot(Stated):
    """One unit shooting at the target."""

    firer: Shooter = Field(description="the unit that shoots")
    distance: Centimetres = Field(description="cm from its front edge to the nearest stand of the target")
    stands: Whole | None = Field(
        None, ge=1, description="stands that shoot: those with the target in arc, range and sight; all unless stated"
    )
    position: Position | None = Field(
        None, description="the target's position against this shot, if not its own: open, defended or fortified"
    )
    closest: Flag = Field(True, description="the target is the closest enemy")
    in_arc: Flag = Field(True, description="the target is in the arc, 45 degrees outwards from the front corners")
    in_sight: Flag = Field(True, description="the target can be seen")
    overhead: Flag = Field(False, description="bow: it shoots over its own troops without seeing the target, at half")
    bounce: Annotated[tuple[Name, ...], OneOrMore] = Field(
        (),
        description="cannon: the unit of each further base on the line of the shot, within 5 cm behind the one struck "
        "(C24), nearest first",
    )

    @model_validator(mode="after")
    def _stands_are_there(self) -> "Shot":
        if self.stands is not None and self.stands > self.firer.left:
            raise ValueError(f"stands: {self.stands} shoot of {self.firer.left} left")
        return self

    @property
    def shooting(self) -> int:
        """Stands that shoot. Where none may, all that are left: the players have overruled it."""
        ready = self.firer.ready or self.firer.left
        return ready if self.stands is None else min(self.stands, ready)

    @property
    def fresh(self) -> int:
        """Of these, the stands with ammunition; they shoot before those without."""
        return min(self.shooting, self.firer.fresh)


class ShootingFacts(Shot, Facts):
    """A unit shooting, its target, and any others that shoot at the same target in the same phase."""

    target: Target = Field(description="the unit shot at")
    also: tuple[Shot, ...] = Field((), description="further units shooting at the same target")
    ranks: Annotated[tuple[Target, ...], OneOrMore] = Field(
        (), max_length=5, description="units of other types that touch the target from behind: a die says who is hit"
    )
    beyond: Annotated[tuple[Target, ...], OneOrMore] = Field(
        (), description="further units that balls bounce into, as bounce names them"
    )
    drive_back: Flag = Field(True, description="the phase ends with these shots; false while others are to come")

    @model_validator(mode="after")
    def _names_are_sound(self) -> "ShootingFacts":
        targets = [unit.name for unit in self.targets]
        firers = [shot.firer.name for shot in self.shots]
        named_once((*targets, *dict.fromkeys(firers)))
        for name in firers:
            same = [shot for shot in self.shots if shot.firer.name == name]
            apart = all(shot.firer.artillery and shot.stands for shot in same)
            guns = same[0].firer.ready or same[0].firer.left
            if len(same) > 1 and not (apart and sum(shot.shooting for shot in same) <= guns):
                raise ValueError(f"also: {name} shoots twice; only guns are stated apart, each with its stands")
        for shot in self.shots:
            for name in shot.bounce:
                if name not in targets:
                    raise ValueError("bounce: " + unknown(name, "target, ranks or beyond", targets))
        return self

    @property
    def shots(self) -> tuple[Shot, ...]:
        return (self, *self.also)

    @property
    def targets(self) -> tuple[Target, ...]:
        """All who may be hit: the target, the ranks behind it, and those farther on the way of a ball."""
        return (self.target, *self.ranks, *self.beyond)


def shooting_refusals(facts: ShootingFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for shot in facts.shots:
        found += [*_firer_refusals(shot, facts.options), *_aim_refusals(shot, facts)]
    for unit in facts.targets:
        found += _target_refusals(unit, facts.options)
        against = (shot.position for shot in facts.shots if unit is facts.target)
        found += cover_refusals(unit, *against)
    for unit in facts.ranks:
        if unit.profile == facts.target.profile:
            because = f"{unit.name} are of the same type as {facts.target.name}, so no die is thrown"
            found.append(Refusal("C202", because, "leave them out of the ranks"))
    return found


def _target_refusals(unit: Target, options: Options) -> list[Refusal]:
    found: list[Refusal] = []
    if not unit.left:
        found.append(Refusal("C167", said(unit, "have no stands left"), "shoot at another unit, or correct its stands"))
    if unit.engaged:
        found.append(Refusal("C21", said(unit, "are engaged, and nobody shoots into a combat"), "choose others"))
    if unit.charging and options.no_shots_at_chargers:
        cure = "fight the combat, or leave no_shots_at_chargers out"
        found.append(Refusal("C21", said(unit, "charge, and nobody shoots at who does"), cure))
    if unit.commands and options.commanders_only_command:
        cure = "choose others, or leave commanders_only_command out"
        found.append(Refusal("C38", f"{unit.name} gives orders only and is not struck", cure))
    return found


def _firer_refusals(shot: Shot, options: Options) -> list[Refusal]:
    firer = shot.firer
    found: list[Refusal] = []
    if firer.missile is None:
        cure = f"shoot with one of: {', '.join(MISSILES)}"
        found.append(Refusal(firer.listed.rule, said(firer, f"are {firer.profile} and cannot shoot"), cure))
    if not firer.left:
        found.append(Refusal("C167", said(firer, "have no stands left"), "shoot with others, or correct its stands"))
    elif not firer.ready:
        rule, cure = ("C25", "shoot next turn") if firer.silent else ("C422", "shoot next turn, with one attack each")
        because = "guns that can shoot" if firer.silent else "stands that can shoot this turn"
        found.append(Refusal(rule, f"{firer.name} have no {because}", cure))
    if firer.engaged:
        found.append(Refusal("C21", said(firer, "are engaged and cannot shoot"), "shoot with a free unit"))
    if firer.shower:
        found += declared_refusals(firer)
    elif options.shower_compulsory and firer.profile in STARRED and firer.fresh:
        cure = "use it (--shower in a game, shower = true as a fact), or leave shower_compulsory out"
        found.append(Refusal("C29", f"{firer.name} have ammunition and must use the Right Sharp Shower", cure))
    return found


def _aim_refusals(shot: Shot, facts: ShootingFacts) -> list[Refusal]:
    firer, target = shot.firer, facts.target.name
    found: list[Refusal] = []
    reach = RANGES.get(firer.missile or "")
    if reach and not within(shot.distance, reach.value):
        because = f"{round(shot.distance, 2):g} cm is beyond the {reach.value} of {firer.name}"
        found.append(Refusal(reach.rule, because, f"come within {reach.value} cm"))
    if not shot.closest:
        found.append(Refusal("C201", f"another enemy is closer to {firer.name} than {target}", "shoot at the closest"))
    if not shot.in_arc:
        cure = f"turn until that is within {facts.options.shooting_arc:g} degrees of a front corner"
        found.append(Refusal("C21", said(facts.target, f"are outside the arc of {firer.name}"), cure))
    if shot.overhead and firer.missile != "bow":
        cure = "clear the line, or shoot with bows"
        found.append(Refusal(OVERHEAD_PARTS.rule, f"{firer.name} are no bows and do not shoot over friends", cure))
    if not shot.in_sight and not shot.overhead:
        cure = "choose a target in sight; bows behind their own troops: --set overhead=true"
        found.append(Refusal("C42", said(facts.target, f"are out of sight of {firer.name}"), cure))
    if shot.bounce and not firer.artillery:
        found.append(Refusal("C152", f"the missiles of {firer.name} do not bounce", "leave the bounce to cannon"))
    return found
