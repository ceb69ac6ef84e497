"""What a player states about units in play. On a drawn table the same facts will be measured."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.unit import Flag, Kind, Stated, Unit, Whole, Word, ranks_left

Side = Annotated[Literal["front", "flank", "rear"], Word]
#: "out" is since an earlier turn; a melee adds "hit", out since this turn, and "fallen", killed before it.
LeaderState = Literal["none", "commands", "out", "killed"]


class Facts(Stated):
    """What every procedure takes: its own facts, and the table's options."""

    options: Options = Field(default_factory=Options, description="the table's options, by name")


class UnitInPlay(Unit):
    """A unit of the list, and how it stands now."""

    lost: Whole = Field(0, ge=0, description="figures lost so far")
    ranks_now: Whole | None = Field(None, ge=1, description="ranks deep now, if not what the losses leave")
    leader: Flag = Field(False, description="a leader is attached to it, in contact")
    leader_out: Flag = Field(False, description="its leader was hit last turn and is out for this move")
    lost_leader: Flag = Field(
        False, description="its commanding leader was killed this turn; with leader_out_is_lost, or put out"
    )
    battle: str = Field("", description="its battle or wing, where morale_per_battle is played")
    routing: Flag = Field(False, description="it is in rout")
    pursuing: Flag = Field(False, description="it is pursuing")
    in_melee: Flag = Field(False, description="it is locked in melee")
    furious: Flag = Field(False, description="it is out of control with fury")
    routed_before: Flag = Field(False, description="it routed earlier in this battle")
    routing_friends: tuple[Kind, ...] = Field(
        (), description="the kinds of the friends in rout within 12 inches, one word for each unit"
    )
    routing_friends_elsewhere: tuple[Kind, ...] = Field(
        (), description="the same for friends of other battles or wings"
    )

    @model_validator(mode="before")
    @classmethod
    def _losses_add_up(cls, data: Any) -> Any:
        parts = data.get("parts") if isinstance(data, dict) else None
        if not isinstance(parts, list | tuple) or "lost" in data:
            return data
        stated = [part.get("lost") for part in parts if isinstance(part, dict)]
        known = [lost for lost in stated if isinstance(lost, int)]
        return {**data, "lost": sum(known)} if known else data

    @model_validator(mode="after")
    def _no_more_lost_than_there_were(self) -> "UnitInPlay":
        if self.lost > self.figures:
            raise ValueError(f"lost: {self.lost} figures lost of {self.figures}")
        if sum(self.losses_by_part(self.lost)) != self.lost:
            raise ValueError("lost: the parts have lost more than the unit")
        return self

    @property
    def left(self) -> int:
        return self.figures - self.lost

    @property
    def depth(self) -> int:
        return self.depth_after(self.lost)

    def depth_after(self, lost: int) -> int:
        """Ranks deep: as stated for now and as losses leave them, from the rear."""
        if self.ranks_now is None:
            return self.ranks_after(lost)
        return ranks_left(self.bases_after(self.lost), self.ranks_now, self.bases_after(lost))

    @property
    def leader_state(self) -> LeaderState:
        if self.lost_leader:
            return "killed"
        if self.leader_out:
            return "out"
        return "commands" if self.leader else "none"


def one_or_more(value: Any) -> Any:
    """One word may stand for a list of one."""
    return (value,) if isinstance(value, str) else value


Sides = Annotated[tuple[Side, ...], BeforeValidator(one_or_more)]
