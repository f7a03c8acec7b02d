#!/usr/bin/env python3
"""Builds scenarios/mercury/units.toml from `mercury/units.tsv`; `--check` compares. The program never needs it."""

import csv
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
UNITS = HERE.parent.parent / "scenarios" / "mercury" / "units.toml"

HEAD = '''\
# The counters of Operation Mercury: units on land, aircraft, ships.
#
# The counter sheets are not in the rulebook we have. What its text and examples give says so in `from`; everything else
# is reconstructed from the orders of battle. Whoever owns the game can correct every row.
#
#   land: full and reduced = attack, defence, efficiency, movement; guns = bombardment, range (both sides alike);
#         command = range of a headquarters, and of its replacement, whose ratings stand under reduced
#   air:  strength = bombardment, naval
#   ship: full and damaged = bombardment, anti-aircraft, defence, movement, capacity in steps
#   at = hex, zone beside the map, box or ship; free = the player chooses

[provenance]
ratings = "reconstructed, but for rows whose `from` says what the rulebook prints"
places = "reconstructed, but for rows whose `from` says what the rulebook prints"
names = "reconstructed from the orders of battle; the rulebook's examples give about forty"
'''


def text(key, value):
    return f'{key} = "{value}"'


def main():
    with open(HERE / "mercury" / "units.tsv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    out = {"land": [], "air": [], "ship": []}
    for r in rows:
        kind = {"naval": "ship"}.get(r["domain"], r["domain"])
        num = lambda key: r[key] if r[key].isdigit() else "0"
        parts = [text("id", r["id"]), text("name", r["name"])]
        at = r["place"].removeprefix("Z:").lower() if not r["place"][1:].isdigit() else r["place"]
        if kind == "land":
            parts += [text("of", r["formation"]), text("nation", r["nation"].lower()), text("type", r["type"])]
            parts += [text("size", r["size"])]
            if r["steps"] != "1":
                parts.append(f'steps = {r["steps"]}')
            if r["stack"] != "1":
                parts.append(f'stack = {r["stack"]}')
            parts.append(text("full", " ".join(num(k) for k in ("att", "def", "eff", "ma"))))
            if r["r_def"] != "-":
                parts.append(text("reduced", " ".join(num(k) for k in ("r_att", "r_def", "r_eff", "r_ma"))))
            if r["bomb"] != "-":
                parts.append(text("guns", f'{r["bomb"]} {r["range"]}'))
            if r["cmd"] != "-":
                parts.append(text("command", f'{r["cmd"]} {r["r_cmd"]}'))
            if r["move"] != "leg":
                parts.append(text("move", r["move"]))
            if r["zoc"] == "0":
                parts.append("zone = false")
            flags = r["flags"].split(";")
            if "suda" in r["flags"]:
                parts.append("suda = true")
            if "reduced" in r["flags"]:
                parts.append("starts_reduced = true")
            parts.append(text("group", r["group"].replace(" ", "-").lower()))
            parts.append(text("at", at))
            if r["group"] == "Reserve":
                parts.append(f'turn = {r["turn"]}')
        elif kind == "air":
            parts += [text("type", r["type"].lower().replace(" ", "-")), text("strength", f'{r["bomb"]} {r["nav"]}')]
            if r["group"] != "sc6":
                parts.append(text("group", r["group"]))
        else:
            parts += [text("nation", r["nation"].lower()), text("type", r["type"].lower())]
            parts.append(text("full", " ".join(num(k) for k in ("bomb", "aa", "def", "ma", "cap"))))
            if r["r_def"] != "-":
                parts.append(text("damaged", " ".join(num(k) for k in ("r_bomb", "r_aa", "r_def", "r_ma", "r_cap"))))
        if r["source"].startswith("TEXT"):
            said = r["source"].removeprefix("TEXT").split(";")[0].strip()
            parts.append(text("from", f"rulebook: {said}" if said else "rulebook"))
        out[kind].append("    { " + ", ".join(parts) + " },")
    made = HEAD
    for kind, lines in out.items():
        made += f"\n[units]\n{kind} = [\n".replace("[units]\n", "[units]\n" if kind == "land" else "") + "\n".join(lines) + "\n]\n"
    if "--check" in sys.argv:
        if made != UNITS.read_text(encoding="utf-8"):
            raise SystemExit(f"{UNITS} is not what the table gives")
        return
    UNITS.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
