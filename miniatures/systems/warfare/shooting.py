"""Event II: shooting, and the morale test that its casualties cause."""

from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.broken import unknown
from miniatures.dice import Dice, Step
from miniatures.measuring import at_least, within
from miniatures.ruling import Modifier, Need, Refusal, Share
from miniatures.systems.warfare.facts import Facts, Side, UnitInPlay
from miniatures.systems.warfare.morale import DESTROYED, ROUTS, SHOOTING, STANDS, circumstances, morale_need
from miniatures.systems.warfare.tables import (
    CASUALTIES,
    DEEP_RANKS,
    LONG_RANGE,
    LONG_RANGE_HANDGUN,
    MISSILES,
    Fire,
)
from miniatures.systems.warfare.unit import Flag, Inches, Stated, Weapon, Word

#: The state of a target whose morale die is still to be thrown.
MUST_TEST = "must test"

Cover = Annotated[Literal["none", "soft", "medium", "hard"], Word]


class Firer(UnitInPlay):
    """A unit that shoots."""

    avoided: Flag = Field(False, description="skirmishers that avoided the enemy last turn")
    limbered: Flag = Field(False, description="a gun that is limbered")
    silenced: Flag = Field(False, description="a gun that failed its test last turn and may not shoot")


class Shot(Stated):
    """One unit shooting at the target."""

    firer: Firer = Field(description="the unit that shoots")
    weapon: Weapon | None = Field(None, description="which missile weapon, if the unit has several")
    distance: Inches = Field(description="inches to the nearest part of the target in the arc")
    cover: Cover = Field("none", description="the target's cover against this shot: none, soft, medium or hard")
    shot_from: Side = Field("front", description="where the shot comes from; pavises cover the front")
    closest: Flag = Field(True, description="the target is the closest enemy")
    nearer: str = Field("", max_length=200, description="the closest enemy, where that is another one")
    in_arc: Flag = Field(True, description="some part of the target is within 22.5 degrees of straight ahead")
    in_sight: Flag = Field(True, description="the target can be seen")
    over_friends: Flag = Field(False, description="the line of the shot passes over friends")
    from_hill: Flag = Field(False, description="the firers stand on a hill")

    @model_validator(mode="after")
    def _weapon_is_carried(self) -> "Shot":
        carried: list[str] = [weapon for part in self.firer.bodies for weapon in part.weapons if weapon in MISSILES]
        if self.weapon is not None and self.weapon not in carried:
            raise ValueError(
                "weapon: " + unknown(self.weapon, f"a missile weapon of {self.firer.name}", carried or ["none"])
            )
        return self

    @property
    def shooting_weapon(self) -> str | None:
        """The weapon named, else the first missile weapon of whoever is left."""
        if self.weapon is not None:
            return self.weapon
        left = self.firer.bodies_after(self.firer.lost)
        return next((weapon for part in left for weapon in part.weapons if weapon in MISSILES), None)

    @property
    def shooters(self) -> tuple[int, int]:
        """The figures that carry the weapon at the start, and how many of them are lost (W203, W24)."""
        fallen = self.firer.losses_by_part(self.firer.lost)
        weapon = self.shooting_weapon
        armed = [(b.figures, lost) for b, lost in zip(self.firer.bodies, fallen, strict=True) if weapon in b.weapons]
        return sum(figures for figures, _ in armed), sum(lost for _, lost in armed)


class ShootingFacts(Shot, Facts):
    """A unit shooting, its target, and any others that shoot at the same target at the same time."""

    target: UnitInPlay = Field(description="the unit shot at")
    also: tuple[Shot, ...] = Field((), description="further units shooting at the same target in this Event II")
    tests_at_once: Flag = Field(
        True, description="the target tests for this shooting; false while other shots are to come (W23)"
    )

    @model_validator(mode="after")
    def _each_shoots_once(self) -> "ShootingFacts":
        names = [shot.firer.name for shot in self.shots]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"also: {name} shoots twice; a unit throws once (W24)")
        if self.target.name in names:
            raise ValueError(f"target: {self.target.name} would shoot at itself; give each unit a name of its own")
        return self

    @property
    def shots(self) -> tuple[Shot, ...]:
        return (self, *self.also)


class ShootingOutcome(NamedTuple):
    """What the shooting does to the target."""

    unit: str
    casualties: int
    left: int
    state: str


def long_range(weapon: str) -> tuple[int, Modifier] | None:
    """Where long range begins for a weapon, and what that costs."""
    if weapon == "artillery":
        return None
    return (LONG_RANGE_HANDGUN, Fire.long_range_handguns) if weapon == "handgun" else (LONG_RANGE, Fire.long_range)


def fire_modifiers(shot: Shot, target: UnitInPlay) -> tuple[Modifier, ...]:
    """The sum of a shot, in the order of the sheet."""
    firer, weapon = shot.firer, shot.shooting_weapon or ""
    _, lost = shot.shooters
    found: list[Modifier] = []
    if firer.mounted and lost:
        found.append(Fire.cavalry_casualties.times(lost, f"{lost} lost of the mounted firers"))
    elif lost // 2:
        found.append(Fire.infantry_casualties.times(lost // 2, f"{lost} lost of the firers"))
    if firer.mounted:
        found.append(Fire.mounted_firers)
    missile = MISSILES.get(weapon)
    if missile and missile.modifier:
        found.append(missile.modifier)
    if target.mounted:
        found.append(Fire.target_cavalry)
    if target.artillery or target.skirmishers:
        found.append(Fire.target_artillery_or_skirmishers)
    if target.depth >= DEEP_RANKS:
        found.append(Fire.target_deep)
    if firer.avoided:
        found.append(Fire.avoided)
    far = long_range(weapon)
    if far and at_least(shot.distance, far[0]):
        found.append(far[1])
    covers = {"soft": Fire.soft_cover, "medium": Fire.medium_cover, "hard": Fire.hard_cover}
    best = [covers[shot.cover]] if shot.cover != "none" else []
    if target.pavises_after(target.lost) and shot.shot_from == "front":
        best.append(Fire.pavises)
    if best:
        found.append(min(best, key=lambda modifier: modifier.value))
    return tuple(found)


def _volley(shot: Shot, target: UnitInPlay) -> tuple[int, Share]:
    """How many dice a shot throws, and how they are read."""
    missile = MISSILES[shot.shooting_weapon or "bow"]  # without a weapon only where the players overruled W203
    row, rule = CASUALTIES[missile.casualties]
    protection = target.protection_after(target.lost)
    rules = ["W207", rule, "W455", "W25"]
    if shot.firer.mixed:
        rules += ["W203", "W24"]
    if target.mixed:
        rules += ["W706", "W2"]
    reading = Share(fire_modifiers(shot, target), rules, parts=row[protection], most=target.left, half_goes_down=False)
    return (1 if shot.shooting_weapon == "artillery" else 2), reading


def shooting_refusals(facts: ShootingFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for shot in facts.shots:
        found += _shot_refusals(shot, facts)
    target = facts.target
    if not target.left:
        found.append(Refusal("W25", f"{target.name} has no figures left", "shoot at another unit, or state fewer lost"))
    if target.in_melee and not facts.options.shooting_in_melee:
        found.append(
            Refusal(
                "W22",
                f"{target.name} is in melee, and nobody shoots into one",
                "choose another target, or set shooting_in_melee",
            )
        )
    return found


def _shot_refusals(shot: Shot, facts: ShootingFacts) -> list[Refusal]:
    firer, weapon, options = shot.firer, shot.shooting_weapon, facts.options
    found: list[Refusal] = []
    if weapon is None:
        found.append(Refusal("W203", f"{firer.name} has no missile weapon", f"give it one of: {', '.join(MISSILES)}"))
    elif not within(shot.distance, MISSILES[weapon].reach):
        reach = MISSILES[weapon]
        found.append(
            Refusal(
                reach.rule,
                f"{round(shot.distance, 2):g} inches is beyond the {reach.reach} of the {weapon}",
                f"come within {reach.reach} inches",
            )
        )
    figures, lost = shot.shooters
    if weapon is not None and figures <= lost:
        found.append(Refusal("W203", f"{firer.name} has no shooting figures left", "state fewer lost"))
    if not shot.closest:
        found.append(
            Refusal(
                "W201",
                f"{facts.target.name} is not the closest enemy",
                f"shoot at {shot.nearer or 'the closest enemy in the arc'}",
            )
        )
    if not shot.in_arc:
        found.append(
            Refusal(
                "W202",
                f"{facts.target.name} is outside the arc of fire",
                "turn until it is within 22.5 degrees",
            )
        )
    if not shot.in_sight:
        found.append(Refusal("W22", f"{facts.target.name} is out of sight", "choose a target in sight"))
    if shot.over_friends and not (options.overhead_from_hill and shot.from_hill):
        found.append(
            Refusal(
                "W24",
                "nobody shoots over other troops",
                "clear the line, or set overhead_from_hill and shoot from a hill",
            )
        )
    if firer.in_melee and not options.shooting_in_melee:
        found.append(
            Refusal(
                "W22",
                f"{firer.name} is in melee and may not shoot",
                "shoot with a free unit, or set shooting_in_melee",
            )
        )
    if firer.routing or firer.pursuing:
        found.append(
            Refusal("W614", f"{firer.name} is out of control and may not shoot", "rally it first (W603, W604)")
        )
    if firer.artillery and firer.limbered:
        found.append(Refusal("W26", f"{firer.name} is limbered", "unlimber first, a full move (W308)"))
    if firer.silenced:
        found.append(Refusal("W3", f"{firer.name} failed its test and does not shoot this turn", "shoot next turn"))
    if firer.avoided and not firer.skirmishers:
        found.append(
            Refusal("W220", f"{firer.name} are no skirmishers and cannot have avoided", "state avoided = false")
        )
    return found


def shooting(facts: ShootingFacts) -> Step[ShootingOutcome]:
    """All shots are thrown on the strengths before any loss; then the target tests once (W23)."""
    target, options = facts.target, facts.options
    volleys = [(*_volley(shot, target), f"{shot.firer.name} shoot at {target.name}") for shot in facts.shots]

    @cache
    def need(casualties: int) -> Need:
        now = circumstances(target, options, target.lost + casualties)
        return morale_need(target, (SHOOTING,), now, options)

    def shoot(dice: Dice) -> ShootingOutcome:
        struck = sum(dice.sum(count, reading, purpose) for count, reading, purpose in volleys)
        casualties = min(struck, target.left)
        left = target.left - casualties
        if not left:
            return ShootingOutcome(target.name, casualties, 0, DESTROYED)
        state = ROUTS if target.routing else STANDS  # routers do not test (W51)
        if casualties and not target.routing:
            if not facts.tests_at_once:
                return ShootingOutcome(target.name, casualties, left, MUST_TEST)
            dice.settled(lambda: ShootingOutcome(target.name, casualties, left, MUST_TEST))
            state = dice.sum(1, need(casualties), f"{target.name} test morale for casualties from shooting")
        return ShootingOutcome(target.name, casualties, left, state)

    return shoot
