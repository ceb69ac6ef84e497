"""A tinkerer's question: against charging knights, are pikes worth more than bills?

Run it with:  python examples/are_pikes_worth_it.py
It uses the package as a library: state facts, count the odds, read them as a player asks.
"""

from miniatures.answers import chances
from miniatures.stating import state_facts
from miniatures.systems import load_system


def main() -> None:
    warfare = load_system("warfare")
    melee = warfare.procedure("melee")
    knights = {"from": "sample-wing:Yellow cavalry", "charging": True, "first_melee": True}
    print("Knights charge 16 militia foot in light armour, 3 ranks deep; both cost 4 points a figure.")
    for weapon in ("bill", "pike"):
        foot = {
            "name": f"{weapon.capitalize()}men",
            "kind": "militia",
            "protection": "light",
            "weapons": [weapon],
            "figures": 16,
            "ranks_now": 3,
        }
        facts = state_facts(warfare, melee, {"attackers": [knights], "defenders": [foot], "rounds": 3})
        answers = chances(warfare, melee, facts).answers()
        print(
            f"{foot['name']:<8} rout within three rounds {float(answers[foot['name'] + ' rout']):6.1%}, "
            f"the knights rout {float(answers['Yellow cavalry rout']):6.1%}"
        )


if __name__ == "__main__":
    main()
