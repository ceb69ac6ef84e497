"""What a player states about the rest of a turn: one contingent, and everything that may befall it phase by phase."""

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from miniatures.systems.tree_of_battles.archery_facts import ArcherVolley
from miniatures.systems.tree_of_battles.artillery import GunVolley
from miniatures.systems.tree_of_battles.combat_facts import (
    ATTACKERS,
    DEFENDERS,
    EVADES,
    Clash,
    CombatFacts,
    Fighting,
    FightingContingent,
)
from miniatures.systems.tree_of_battles.control import Controlling
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts
from miniatures.systems.tree_of_battles.morale import Event
from miniatures.systems.tree_of_battles.movement import Going
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.shooting_test import Reaction
from miniatures.systems.tree_of_battles.shot_facts import Target
from miniatures.systems.tree_of_battles.unit import Flag, Lower, OneOrMore, Stated, Whole

When = Annotated[
    Literal["approach", "long range", "tactical", "close range", "before combat", "after combat"], Lower
]  # fmt: skip


class Beset(Target):
    """The contingent, and its turn so far."""

    moved_tactically: Flag = Field(False, description="it moved in the tactical move of this turn already")
    shot_at: Flag = Field(False, description="it was shot at this turn already, whether that hurt or not")
    fought: Flag = Field(False, description="it was in combat this turn already")
    halted: Flag = Field(False, description="a test has halted it this turn")
    rallied: Flag = Field(False, description="it rallied from disarray in the tactical move of this turn")


class Shots(Stated):
    """The shooting of one phase at the contingent: guns first, then the others, volley by volley."""

    artillery: Annotated[tuple[GunVolley, ...], OneOrMore] = Field((), description="batteries, each volley by itself")
    archery: Annotated[tuple[ArcherVolley, ...], OneOrMore] = Field(
        (), description="longbows, crossbows, handguns and skirmishers, each volley by itself"
    )


class MoveAhead(Going):
    """A move that the contingent means to make."""

    goes: Flag = Field(True, description="it goes somewhere; false where it only manoeuvres, without move dice")


class FightAhead(Clash):
    """The combat of the contingent. It is not among attackers or defenders itself: `own` says how it fights."""

    side: Annotated[Literal["attackers", "defenders"], Lower] = Field(
        "defenders", description="the side on which it fights: attackers, who throw first, or defenders"
    )
    own: Fighting = Field(default_factory=Fighting, description="how it fights")
    way_dps: Whole = Field(0, ge=0, description="DPs that its own way into contact costs it: obstacles and ground")
    attackers: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field(
        (), description="its enemies, or who fights beside it if it attacks"
    )
    defenders: Annotated[tuple[FightingContingent, ...], OneOrMore] = Field(
        (), description="its enemies if it attacks, or who fights beside it"
    )
    moves: Flag = Field(
        True, description="with one contingent on each side the moves after it are thrown: pursuit and free hack"
    )

    @model_validator(mode="after")
    def _has_enemies(self) -> "FightAhead":
        enemies = DEFENDERS if self.side == ATTACKERS else ATTACKERS
        if not getattr(self, enemies):
            raise ValueError(f"{enemies}: nobody is there to fight; state its enemies, or another side")
        return self

    @property
    def evading(self) -> bool:
        """Somebody evades, so that nobody is hurt in the front rank."""
        return any(one.came == EVADES for one in (self.own, *self.attackers, *self.defenders))

    def sides(self, own: FightingContingent) -> tuple[tuple[FightingContingent, ...], ...]:
        """Attackers and defenders, the contingent first on its side."""
        attacks = self.side == ATTACKERS
        return (own, *self.attackers) if attacks else self.attackers, (
            self.defenders if attacks else (own, *self.defenders)
        )

    def facts_of(self, own: FightingContingent, options: Options, *, checked: bool = False) -> CombatFacts:
        """The facts of the combat, with the contingent as it is by then; `checked` as a player states them."""
        attackers, defenders = self.sides(own)
        said: dict[str, Any] = {key: getattr(self, key) for key in Clash.model_fields}
        said |= {"attackers": attackers, "defenders": defenders, "options": options}
        said["moves"] = self.moves and len(attackers) == len(defenders) == 1
        return CombatFacts(**said) if checked else CombatFacts.model_construct(**said)


class FateOfFriends(Event):
    """Something that shakes the contingent, and when."""

    when: When = Field(
        "after combat",
        description="approach, long range, tactical, close range (after the throws of that phase), before combat, "
        "after combat",
    )


class AheadFacts(Facts):
    """A contingent, and everything that may befall it in the rest of the turn. What is left out does not happen."""

    contingent: Beset = Field(description="the contingent")
    wants: Reaction = Field(
        "halt", description="what its owner wants of a shooting test, for B grade: retire, halt or advance"
    )
    control: Controlling = Field(
        default_factory=Controlling, description="what its owner wants of a control test for a DP from artillery"
    )
    approach: MoveAhead | None = Field(None, description="its move in the Approach")
    long_range: Shots = Field(default_factory=Shots, description="who shoots at it in Long Range Shooting")
    tactical: MoveAhead | None = Field(None, description="its Tactical Move")
    close_range: Shots = Field(default_factory=Shots, description="who shoots at it in Close Range Shooting")
    combat: FightAhead | None = Field(None, description="its combat")
    morale: Annotated[tuple[FateOfFriends, ...], OneOrMore] = Field(
        (), description="what happens to friends near it, and when"
    )
    rally: Flag = Field(True, description="the Rally phase is still to come")

    @model_validator(mode="after")
    def _makes_sense(self) -> "AheadFacts":
        name = self.contingent.name
        for phase, shots in (("long_range", self.long_range), ("close_range", self.close_range)):
            volleys: list[GunVolley | ArcherVolley] = [*shots.artillery, *shots.archery]
            for volley in volleys:
                firers = [shot.firer.name for shot in volley.shots]
                if name in firers or len(set(firers)) < len(firers):
                    raise ValueError(f"{phase}: {', '.join(firers)} shoot at {name} in one volley; name each once")
        if self.combat is not None:
            try:
                self.combat.facts_of(fighter(self.contingent, self.combat.own), self.options, checked=True)
            except ValidationError as error:
                faults = [str(one.get("ctx", {}).get("error", one["msg"])) for one in error.errors()]
                raise ValueError("; ".join(f"combat: {one}" for one in faults)) from None
        return self


def fighter(unit: ContingentInPlay, own: Fighting) -> FightingContingent:
    """The contingent as a combat takes it."""
    said = {key: getattr(unit, key) for key in ContingentInPlay.model_fields}
    return FightingContingent.model_construct(**said, **{key: getattr(own, key) for key in Fighting.model_fields})
