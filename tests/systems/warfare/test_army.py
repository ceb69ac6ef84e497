"""Making an army: prices as the sheet prints them, and findings that name their cure."""

from typing import Any

import pytest

from miniatures.army import legal
from miniatures.rosters import load_roster, ready_armies
from miniatures.systems.warfare.army import Roster, sheet, unit_price
from miniatures.systems.warfare.army_findings import findings
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.unit import Unit
from tests.marking import case
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit


def roster(*units: Any, **said: Any) -> Roster:
    wing = {"name": "Right", "leader": "Sir John", "units": list(units)}
    own = {"system": "warfare", "name": "Mine", "points": 1500, "commander": "Sir John", "checked_with": "warfare 1"}
    return Roster.model_validate(own | {"wings": [wing]} | said)


def codes(found: Any) -> dict[str, str]:
    return {finding.code: finding.rule for finding in found if finding.severity != "note"}


def price(**said: Any) -> float:
    return unit_price(Unit.model_validate(unit(**said)), Options()).prices[0].each.total


@pytest.mark.rules("W713")
def test_the_sheets_mounted_crossbowman_costs_ten() -> None:
    assert price(kind="professional", protection="heavy", weapons=["horse", "crossbow"]) == 3 + 3 + 2 + 2 == 10


@pytest.mark.parametrize(
    ("said", "points"),
    [
        case("W707", {"kind": "knight"}, 4),
        case("W707", {"kind": "professional"}, 3),
        case("W707", {"kind": "militia"}, 2),
        case("W707", {"kind": "levy"}, 1),
        case("W708", {"kind": "militia", "morale": "chivalric"}, 3),
        case("W708", {"kind": "militia", "morale": "fanatic"}, 3),
        case("W708", {"kind": "militia", "morale": "veteran"}, 3),
        case("W708", {"kind": "militia", "morale": "retinue"}, 3),
        case("W708", {"kind": "militia", "morale": "raw"}, 1),
        case("W709", {"protection": "full"}, 6),
        case("W709", {"protection": "heavy"}, 5),
        case("W709", {"protection": "light"}, 3),
        case("W709", {"protection": "none"}, 2),
        *(
            case("W710", {"weapons": [weapon]}, 3, name=weapon)
            for weapon in ("pike", "polearm", "bill", "halberd", "spear", "short bow", "bow", "pavise")
        ),
        *(
            case("W711", {"weapons": [weapon]}, 4, name=weapon)
            for weapon in ("lance", "horse", "longbow", "crossbow", "handgun")
        ),
    ],
)
def test_a_figure_costs_what_the_sheet_prints(said: dict[str, Any], points: int) -> None:
    assert price(**({"protection": "none", "weapons": []} | said)) == points


@pytest.mark.rules("W712", "W704", "W3")
def test_a_gun_pays_its_crew_and_ten_once() -> None:
    assert unit_price(Unit.model_validate(gun()), Options()).points == 4 * 3 + 10


@pytest.mark.rules("W714", "W715")
def test_the_sample_wing_costs_what_hand_arithmetic_says() -> None:
    loaded = load_roster("sample-wing")
    priced = sheet(loaded.roster)
    assert {unit.name: unit.points for group in priced.groups for unit in group.units} == {
        "Yellow cavalry": 156,
        "White cavalry": 117,
        "Blue longbowmen": 80,
        "Red crossbowmen and pavises": 180,
    }
    assert priced.points == 533
    bases = {unit.name: unit.bases_at_start for unit in loaded.roster.units}
    assert list(bases.values()) == [4, 3, 4, 6]
    assert findings(loaded.roster) == []


@pytest.mark.parametrize("name", ["towton-york", "towton-lancaster"])
@pytest.mark.rules("W701")
def test_the_ready_armies_are_legal_and_spend_all_they_may(name: str) -> None:
    loaded = load_roster(name)
    assert findings(loaded.roster) == []
    assert sheet(loaded.roster).points == loaded.roster.points == 1500


def test_every_ready_army_is_stamped_with_todays_rules_data() -> None:
    for name in ready_armies():
        loaded = load_roster(name)
        assert loaded.roster.checked_with == loaded.system.data_version


@pytest.mark.parametrize(
    ("described", "code"),
    [
        case("W702", unit(figures=7), "too-small"),
        case("W702", unit(figures=25), "too-large"),
        case("W703", knights(figures=5), "too-small"),
        case("W703", knights(figures=13), "too-large"),
        case("W704", gun(bases=2), "gun-bases"),
        case("W3", gun(figures=5), "crew"),
        case("W705", crossbowmen_and_pavises() | {"parts": [
            {"figures": 8, "weapons": ["bow"]},
            {"figures": 8, "weapons": ["bill"], "kind": "levy"},
        ]}, "mixed-kind"),
        case("W705", crossbowmen_and_pavises() | {"parts": [
            {"figures": 8, "weapons": ["bow"]},
            {"figures": 8, "weapons": ["bill"], "morale": "raw"},
        ]}, "mixed-morale"),
        case("W715", unit(bases=5), "bases"),
        case("W6", unit(ranks=5), "ranks"),
        case("W5", unit(skirmishers=True), "skirmishers"),
        case("W5", longbowmen(skirmishers=True, protection="heavy"), "skirmishers"),
        case("W5", unit(skirmishers=True, weapons=["bill", "longbow"]), "skirmishers"),
        case("W421", unit(weapons=["lance"]), "lance-on-foot"),
        case("W710", unit(weapons=["bill", "bill"]), "weapon-twice"),
        case("W710", unit(weapons=[]), "unarmed"),
        case("W710", knights(weapons=["horse", "pike"]), "on-horseback"),
        case("W704", gun(weapons=["artillery", "horse"]), "horse-and-gun"),
        case("W702", unit(weapons=[]) | {"parts": [
            {"figures": 8, "weapons": ["bill"]},
            {"figures": 8, "weapons": ["spear", "horse"]},
        ]}, "mixed-arm"),
        case("W704", gun(figures=4, weapons=[]) | {"parts": [
            {"figures": 2, "weapons": ["artillery"]},
            {"figures": 2, "weapons": ["bill"]},
        ]}, "mixed-gun"),
    ],
)  # fmt: skip
def test_a_finding_names_its_rule(described: dict[str, Any], code: str, request: pytest.FixtureRequest) -> None:
    found = codes(findings(roster(described)))
    assert found == {code: request.node.get_closest_marker("rules").args[0]}


@pytest.mark.parametrize(("figures", "fine"), [(7, False), (8, True), (24, True), (25, False)])
@pytest.mark.rules("W702")
def test_infantry_has_eight_to_twenty_four(figures: int, fine: bool) -> None:
    assert legal(findings(roster(unit(figures=figures)))) is fine


@pytest.mark.parametrize(("figures", "fine"), [(5, False), (6, True), (12, True), (13, False)])
@pytest.mark.rules("W703")
def test_cavalry_has_six_to_twelve(figures: int, fine: bool) -> None:
    assert legal(findings(roster(knights(figures=figures)))) is fine


@pytest.mark.rules("W701")
def test_a_list_above_the_agreed_points_says_by_how_much() -> None:
    (found,) = [one for one in findings(roster(longbowmen(), points=70)) if one.severity == "error"]
    assert (found.code, found.cure) == ("over-points", "save 10 points")


@pytest.mark.rules("W4")
def test_an_army_needs_one_commander_and_each_wing_a_leader() -> None:
    assert "no-commander" in codes(findings(roster(unit(), commander="")))
    assert "unknown-commander" in codes(findings(roster(unit(), commander="Nobody")))
    leaderless = roster(unit(), wings=[{"name": "Left", "units": [unit()]}])
    assert {"no-leader", "unknown-commander"} == set(codes(findings(leaderless)))
    twice = [{"name": name, "leader": "Sir John", "units": [unit(name)]} for name in ("Left", "Right")]
    assert "leader-twice" in codes(findings(roster(wings=twice)))


def test_options_change_what_is_legal_and_what_it_costs() -> None:
    assert codes(findings(roster(gun(figures=6), options={"free_crews": True}))) == {}
    assert codes(findings(roster(gun(figures=2), options={"free_crews": True}))) == {}
    for figures in (1, 7):
        assert codes(findings(roster(gun(figures=figures), options={"free_crews": True}))) == {"crew": "W3"}
    assert codes(findings(roster(unit(skirmishers=True), options={"any_skirmishers": True}))) == {}
    mounted = roster(knights(skirmishers=True), options={"any_skirmishers": True})
    assert codes(findings(mounted)) == {"skirmishers": "W5"}, "any foot, not any troops"
    assert sheet(roster(longbowmen(skirmishers=True), options={"skirmisher_price": 1})).points == 80 + 16
    assert sheet(roster(longbowmen(), options={"leader_price": 25})).points == 80 + 25


@pytest.mark.rules("W706", "W2")
def test_a_mixed_unit_adds_up_and_shares_what_its_parts_do_not_say() -> None:
    red = Unit.model_validate(crossbowmen_and_pavises())
    assert red.figures == 24
    assert [part.protection for part in red.bodies] == ["heavy", "heavy"]
    assert codes(findings(roster(crossbowmen_and_pavises()))) == {}


@pytest.mark.parametrize(
    ("light", "full", "lost", "column"),
    [
        (8, 8, 0, 2),  # mean of 1 and 3 is 2: heavy
        (12, 8, 0, 1),  # (12*1 + 8*3) / 20 = 1.8, rounded down: light
        (12, 8, 8, 1),  # four of each are gone: (8 + 12) / 12 = 1.67, rounded down: light
        (12, 8, 12, 1),  # six of each: (6 + 6) / 8 = 1.5, rounded down: light
        (8, 12, 8, 2),  # (4 + 24) / 12 = 2.33: heavy
    ],
)
@pytest.mark.rules("W706")
def test_the_protection_of_a_mixed_unit_is_the_mean_of_the_figures_present(
    light: int, full: int, lost: int, column: int
) -> None:
    mixed = Unit.model_validate(
        unit(figures=light + full)
        | {"parts": [{"figures": light, "protection": "light"}, {"figures": full, "protection": "full"}]}
    )
    assert mixed.protection_after(lost) == column


@pytest.mark.rules("W2", "W706")
def test_losses_alternate_between_the_parts_the_larger_first() -> None:
    mixed = Unit.model_validate(unit() | {"parts": [{"figures": 6}, {"figures": 10}]})
    assert [mixed.losses_by_part(lost) for lost in (1, 2, 3, 12, 13)] == [(0, 1), (1, 1), (1, 2), (6, 6), (6, 7)]
    stated = Unit.model_validate(unit() | {"parts": [{"figures": 8, "lost": 1}, {"figures": 8}]})
    assert stated.losses_by_part(2) == (1, 1), "the part that has lost fewer is next"


def test_the_words_of_the_sheet_may_be_shortened_as_the_sheet_does() -> None:
    short = Unit.model_validate(unit(kind="pro", morale="=", protection="HA", weapons=["Xbow"]))
    assert (short.kind, short.morale, short.protection, short.weapons) == (
        "professional",
        "none",
        "heavy",
        ("crossbow",),
    )


def test_battles_may_be_written_for_wings() -> None:
    data = {"system": "warfare", "name": "Mine", "battles": [{"name": "Main", "units": [unit()]}]}
    assert Roster.model_validate(data).wings[0].name == "Main"


def test_two_units_of_one_name_are_found() -> None:
    assert codes(findings(roster(unit("Twins"), unit("Twins")))) == {"same-name": "W714"}


@pytest.mark.parametrize(
    "said",
    [{"figures": True}, {"figures": "16"}, {"figures": 16.0}, {"figures": 5000}, {"name": "two\nlines"}, {"name": ""}],
)
def test_a_unit_takes_no_value_of_another_kind(said: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(said))):
        Unit.model_validate(unit(**said))
