"""Charges, evading and pursuit in sentences, and the questions that players ask of their odds."""

from miniatures.systems import Question
from miniatures.systems.tree_of_battles.charge import COUNTERCHARGE, EVADE, ChargeFacts, ChargeOutcome, Response
from miniatures.systems.tree_of_battles.chase import BREAKS, DESTROYED, ChaseOutcome, Runner, plural
from miniatures.systems.tree_of_battles.combat_wording import dps_told
from miniatures.systems.tree_of_battles.evade import EvadeFacts
from miniatures.systems.tree_of_battles.pursuit import PursuitFacts
from miniatures.words import counted, counted_inches


def tell_charge(outcome: ChargeOutcome) -> list[str]:
    lines = [f"{outcome.charger} may charge {outcome.target}, from within {counted_inches(outcome.reach)} (T211)."]
    lines += [_response_told(outcome, one) for one in outcome.responses]
    for line in outcome.dps:
        words = f"{counted(int(line.value), 'DP')} before the dice: {line.because}"
        lines.append(f"If they are struck there, {outcome.target} take {words} ({line.rule}, {line.ruling}).")
    return lines


def _response_told(outcome: ChargeOutcome, one: Response) -> str:
    meeting = ""
    if one.word == COUNTERCHARGE and one.charger_inches is not None:
        ours, theirs = counted_inches(one.target_inches), counted_inches(one.charger_inches)
        meeting = f"; they go {ours} and {outcome.charger} {theirs}, and both have charged (T36)"
    elif one.word == EVADE:
        meeting = "; a fast move straight away (T36)"
    return f"{outcome.target} may {one.word} ({one.rule}){meeting}."


def ask_charge(facts: ChargeFacts) -> list[Question]:
    return [Question(f"{facts.target.name} may", "which", lambda o: ", ".join(one.word for one in o.responses))]


def tell_chase(outcome: ChaseOutcome) -> list[str]:
    quarry, hunter = outcome.quarry, outcome.hunter
    evading = hunter.does == "charges"
    verb = "evade" if evading else "go"
    lines = [f"{quarry.contingent} {verb} {counted_inches(quarry.inches)}."]
    lines.append(f"{hunter.contingent} {plural(hunter.does)} {counted_inches(hunter.inches)}.")
    if outcome.caught:
        fall = counted(quarry.stands_lost, "stand")
        lines.append(f"{quarry.contingent} are caught, and lose {fall} to the free hack (T207).")
        if quarry.does == BREAKS:
            lines.append(f"{quarry.contingent} break ({quarry.left} left) ({'T36' if evading else 'T204'}).")
        elif quarry.does == DESTROYED:
            lines.append(f"{quarry.contingent} are destroyed (T40).")
    elif outcome.new_enemy:
        lines.append(f"{hunter.contingent} meet new enemies, and fight them at once (T206, T35).")
    else:
        lines.append(f"{quarry.contingent} get away, {counted_inches(round(outcome.gap, 2))} ahead (T37).")
    for one in (quarry, hunter):
        lines += dps_told(one.contingent, one.dps, one.dps_now)
        lines += _disarray_told(one)
    return lines


def _disarray_told(one: Runner) -> list[str]:
    if not one.into_disarray or not one.left:
        return []
    return [f"{one.contingent} are in disarray ({one.into_disarray})."]


def ask_evade(facts: EvadeFacts) -> list[Question]:
    return _ask(facts.evader.name, facts.charger.name)


def ask_pursuit(facts: PursuitFacts) -> list[Question]:
    met = [Question(f"{facts.pursuer.name} meet new enemies", "whether", lambda o: o.new_enemy)]
    return _ask(facts.quarry.name, facts.pursuer.name) + (met if facts.pursuer.new_enemy is not None else [])


def _ask(quarry: str, hunter: str) -> list[Question]:
    return [
        Question(f"{quarry} are caught", "whether", lambda o: o.caught),
        Question(f"stands that {quarry} lose", "how many", lambda o: o.quarry.stands_lost),
        Question(f"{quarry} are destroyed", "whether", lambda o: not o.quarry.left),
        Question(f"DPs of {quarry} after it", "how many", lambda o: o.quarry.dps_now),
        Question(f"DPs of {hunter} after it", "how many", lambda o: o.hunter.dps_now),
        Question(f"{quarry} are in disarray after it", "whether", lambda o: o.quarry.disarray),
        Question(f"{hunter} are in disarray after it", "whether", lambda o: o.hunter.disarray),
        Question(f"inches that {quarry} go", "how many", lambda o: int(o.quarry.inches)),
        Question(f"inches that {hunter} go", "how many", lambda o: int(o.hunter.inches)),
    ]
