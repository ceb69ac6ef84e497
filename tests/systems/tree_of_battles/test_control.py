"""Control tests: who must take one and why, what changes the die, what comes of it, treachery."""

from fractions import Fraction
from typing import Any

import pytest

from tests.marking import case
from tests.systems.tree_of_battles.scenes import bills, by_faces, refused, spread, stated, thrown
from tests.systems.tree_of_battles.units import described

PEACE = {"civil_war": False}
WISHED, HALT, REPEAT, CHARGE = "as the player wishes", "halt", "repeat last move", "charge nearest A grade"
ADVANCE = "advance to nearest enemy"


def control(contingent: dict[str, Any] | None = None, because: Any = "out of control", **said: Any) -> Any:
    said = {"options": PEACE} | said
    return stated("control-test", contingent=contingent or bills(), because=because, **said)


def reactions(facts: Any) -> list[str]:
    """What each face makes it do."""
    return [thrown("control-test", facts, face).reaction for face in range(1, 7)]


@pytest.mark.parametrize(
    ("contingent", "by_face"),
    [
        case("T432", bills(), [HALT, HALT, WISHED, WISHED, REPEAT, REPEAT]),
        case("T433", bills("B"), [HALT, HALT, WISHED, WISHED, REPEAT, REPEAT]),
        case("T434", bills(), [HALT, HALT, WISHED, WISHED, REPEAT, REPEAT]),
        case("T421", bills("B", traits="chivalrous"), [HALT, WISHED, WISHED, CHARGE, CHARGE, CHARGE]),
        case("T422", bills("D"), [HALT, HALT, HALT, WISHED, WISHED, ADVANCE]),
        case("T422", bills(traits="mercenary"), [HALT, HALT, HALT, WISHED, WISHED, REPEAT]),
        case("T13", bills("D", traits="mercenary"), [HALT, HALT, HALT, WISHED, WISHED, ADVANCE], name="-1 once"),
        case("T13", bills("D", traits="chivalrous"), [HALT, HALT, WISHED, WISHED, CHARGE, CHARGE]),
        case("T435", bills("B", traits=["chivalrous", "mercenary"]), [HALT, HALT, WISHED, WISHED, CHARGE, CHARGE]),
    ],
)
def test_what_each_face_makes_it_do(contingent: dict[str, Any], by_face: list[str]) -> None:
    facts = control(contingent)
    assert reactions(facts) == by_face
    assert spread("control-test", facts, lambda o: o.reaction) == by_faces(1, lambda faces: by_face[faces[0] - 1])


@pytest.mark.rules("T435", "T436", "T109")
@pytest.mark.parametrize("parts", ["2 guns", "2 baggage"])
def test_guns_and_baggage_halt_where_others_go_at_the_enemy(parts: str) -> None:
    of_d = reactions(control(described(parts, "D"), leader_controls=True, leader_shifts=1))
    assert of_d[4:] == [HALT, REPEAT], "5 and 6"
    of_the_chivalrous = reactions(control(described(parts, "B", traits="chivalrous")))
    assert of_the_chivalrous == [HALT, WISHED, WISHED, HALT, HALT, HALT]


@pytest.mark.rules("T435", "T436")
def test_d_grade_advances_on_five_and_repeats_its_move_on_six() -> None:
    facts = control(bills("D"), leader_controls=True, leader_shifts=1)
    assert reactions(facts)[4:] == [ADVANCE, REPEAT]


@pytest.mark.parametrize(
    ("contingent", "said", "by_face"),
    [
        case("T423", bills(), {"leader_controls": True}, [HALT, WISHED, WISHED, WISHED, WISHED, REPEAT]),
        case("T424", bills("A"), {}, [HALT, WISHED, WISHED, WISHED, WISHED, REPEAT]),
        case("T424", bills("A"), {"leader_controls": True}, [WISHED] * 6, name="both"),
        case("T424", bills("A", traits="chivalrous"), {}, [HALT, WISHED, WISHED, CHARGE, CHARGE, CHARGE],
             name="not if chivalrous"),
        case("T53", bills(), {"leader_controls": True, "wants": "halt"},
             [HALT, HALT, WISHED, WISHED, WISHED, REPEAT], name="who may do as he wishes may halt"),
        case("T53", bills(), {"leader_controls": True, "wants": "repeat last move"},
             [HALT, WISHED, WISHED, WISHED, REPEAT, REPEAT]),
        case("T423", bills(), {"leader_controls": True, "leader_shifts": -1},
             [HALT, HALT, HALT, WISHED, WISHED, REPEAT], name="what he really did"),
        case("T424", bills("A"), {"grade_shifts": 0}, [HALT, HALT, WISHED, WISHED, REPEAT, REPEAT]),
    ],
)  # fmt: skip
def test_who_may_change_the_die_does_so_after_it_is_seen(
    contingent: dict[str, Any], said: dict[str, Any], by_face: list[str]
) -> None:
    facts = control(contingent, **said)
    assert reactions(facts) == by_face
    assert spread("control-test", facts, lambda o: o.reaction) == by_faces(1, lambda faces: by_face[faces[0] - 1])


@pytest.mark.rules("T53", "T432")
def test_of_changes_that_do_as_well_the_one_without_treachery_is_taken() -> None:
    facts = control(wants="halt", leader_controls=True, options={})
    assert thrown("control-test", facts, 1)[1:4] == (HALT, 2, 1), "a 1 becomes 2: no treachery is tested"


@pytest.mark.parametrize(
    ("because", "conduct"), [case("T412", "pursuit", "pursuing"), case("T431", "looting", "looting")]
)
@pytest.mark.rules("T431", "T14", "T58")
def test_pursuit_and_looting_go_on_unless_the_total_is_three_or_four(because: str, conduct: str) -> None:
    on = "goes on"
    facts = control(bills(conduct=conduct), because)
    assert reactions(facts) == [on, on, WISHED, WISHED, on, on]
    assert reactions(control(bills(conduct=conduct), [because, "out of control"])) == reactions(facts), "one test"


@pytest.mark.rules("T414", "T432")
def test_under_artillery_d_grade_retires_at_one_or_less() -> None:
    assert reactions(control(bills("D"), "artillery"))[:3] == ["retire", "retire", HALT]
    assert reactions(control(bills("C"), "artillery"))[0] == HALT
    assert reactions(control(bills("D")))[0] == HALT, "only for artillery"


@pytest.mark.rules("T432", "T13")
def test_at_one_or_less_non_mercenaries_are_tempted_in_a_civil_war() -> None:
    facts = control(options={})
    assert thrown("control-test", facts, 1, 1).treachery == "changes sides"
    assert thrown("control-test", facts, 1, 2).treachery == "stays true"
    assert thrown("control-test", facts, 2).treachery == ""
    assert thrown("control-test", control(bills(conduct="pursuing"), "pursuit", options={}), 1, 1).treachery
    assert thrown("control-test", control(bills(traits="mercenary"), options={}), 1).treachery == ""
    assert thrown("control-test", control(), 1).treachery == "", "no civil war"
    assert spread("control-test", facts, lambda o: o.treachery == "changes sides")[True] == Fraction(1, 36)


@pytest.mark.rules("T13")
def test_where_only_the_unreliable_change_sides_others_are_not_tempted() -> None:
    option = {"only_unreliable_change_sides": True}
    stanley = {"name": "Stanley", "rank": "marshal", "command_points": 4, "unreliable": True}
    assert thrown("control-test", control(options=option), 1).treachery == ""
    assert thrown("control-test", control(options=option, unreliable_leader=True), 1, 1).treachery == "changes sides"
    assert thrown("control-test", control(bills(leaders=stanley), options=option), 1, 1).treachery == "changes sides"


@pytest.mark.parametrize(
    ("contingent", "situation", "reasons"),
    [
        case("T411", bills(), {"captain": 4}, ()),
        case("T411", bills(), {"captain": 4.5}, ("out of control",)),
        case("T411", bills(), {"captain": 4.5, "marshal": 8}, ()),
        case("T411", bills(), {"marshal": 8.5}, ("out of control",)),
        case("T411", bills(), {}, ("out of control",)),
        case("T411", bills(), {"captain": 30, "in_line": True}, ()),
        case("T412", bills(conduct="pursuing"), {"captain": 1, "wants_to_stop": True}, ("pursuit",)),
        case("T412", bills(conduct="looting"), {"captain": 1, "wants_to_stop": True}, ("looting",)),
        case("T412", bills(conduct="looting"), {"captain": 1}, ()),
        case("T413", described("4 knights", "A", "Knights", traits="chivalrous"),
             {"captain": 1, "enemy_men_at_arms": 12, "full_advance": False}, ("chivalrous",)),
        case("T413", described("4 knights", "A", "Knights", traits="chivalrous"),
             {"captain": 1, "enemy_men_at_arms": 12}, (), name="they advance"),
        case("T413", described("4 knights", "A", "Knights", traits="chivalrous"),
             {"captain": 1, "enemy_men_at_arms": 12.5, "full_advance": False}, ()),
        case("T413", bills(), {"captain": 1, "enemy_men_at_arms": 5, "full_advance": False}, ()),
        case("T414", bills(), {"captain": 1, "artillery": True}, ("artillery",)),
        case("T414", bills("B"), {"captain": 1, "artillery": True}, ()),
    ],
)  # fmt: skip
def test_who_must_test_and_why(contingent: dict[str, Any], situation: dict[str, Any], reasons: tuple[str, ...]) -> None:
    facts = control(contingent, (), situation=situation)
    assert facts.reasons == reasons
    assert refused("control-test", facts) == ([] if reasons else ["T411"])


@pytest.mark.rules("T1")
def test_a_table_may_change_the_radii_of_its_leaders() -> None:
    options = {"captain_radius": 6.0, "marshal_radius": 12.0}
    assert control(None, (), situation={"captain": 6}, options=options).reasons == ()
    assert control(None, (), situation={"marshal": 11}, options=options).reasons == ()


@pytest.mark.parametrize(
    ("contingent", "because", "said", "rules"),
    [
        case("T411", bills(), (), {}, ["T411"]),
        case("T412", bills(), "pursuit", {}, ["T412"]),
        case("T413", bills(), "chivalrous", {}, ["T413"]),
        case("T414", bills("B"), "artillery", {}, ["T414"]),
        case("T423", bills(), "out of control", {"leader_shifts": 1}, ["T423"]),
        case("T424", bills(), "out of control", {"grade_shifts": 1}, ["T424"]),
        case("T424", bills("A", traits="chivalrous"), "out of control", {"grade_shifts": 1}, ["T424"]),
    ],
)
def test_what_is_refused(contingent: dict[str, Any], because: Any, said: dict[str, Any], rules: list[str]) -> None:
    assert refused("control-test", control(contingent, because, **said)) == rules
