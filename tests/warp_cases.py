#!/usr/bin/env python3
"""Cases of the reference model of warping as lines for `src/anim/warp/cases.rs`.

    tests/warp_cases.py FOLDER > src/anim/warp/cases.txt

FOLDER is `../shared/spec/checks/warp`. A line begins with what it holds. A case begins with its kind, a name and its
tolerance; what its other lines hold stands at the test that reads them. Answers are rounded to six decimals.
"""

import json
import pathlib
import sys

MODIFIERS = ["skew", "scale", "simple", "adjust", "precomputed"]
METHODS = ["slerp", "slerp_clamped", "constant_rate", "scale"]
TYPES = ["default", "facing", "opposite_default", "opposite_facing"]
EASINGS = ["linear", "smoothstep"]


def number(value):
    if value is None:
        return "NaN"
    return repr(int(value)) if value == int(value) else repr(value)


def answer(value):
    return "NaN" if value is None else number(round(value, 6))


def put(key, *values, write=number):
    print(key, *(v if isinstance(v, str) else write(v) for v in values))


def bone(value):
    return [*value["p"], *value.get("q", (0, 0, 0, 1))]


def placed(value):
    """A target: its place, and another on top."""
    return bone(value) + (bone(value["offset"]) if value.get("offset") else [])


def window(w, targets):
    put("window", w["start"], w["end"], MODIFIERS.index(w["modifier"]), targets.index(w.get("target")),
        w.get("translation", True), w.get("rotation", True), w.get("ignore_up", False), w.get("speed_clamp", 0),
        EASINGS.index(w.get("ease") or "linear"), w.get("without_root_motion", False),
        w.get("subtract_remaining", False), METHODS.index(w.get("rotation_method", "slerp")),
        TYPES.index(w.get("rotation_type", "default")), w.get("multiplier", 1), w.get("rate", 0))
    if w.get("warp_point"):
        put("point", *bone(w["warp_point"]))
    if w.get("scale"):
        put("scale", *w["scale"])
    if w.get("rotation_offset"):
        put("offset", *w["rotation_offset"])


def motion_warp(c):
    names = [w["name"] for w in c["windows"]]
    targets = sorted({*c["targets"], *(w.get("target") for w in c["windows"]),
                      *(name for t in c["ticks"] for name in t.get("set", {}))})
    put("over", c["length"], c.get("position", 0), *bone(c["start"]))
    if c.get("root_keys"):
        put("keys", *(x for k in c["root_keys"] for x in (k["t"], *bone(k))))
    for w in c["windows"]:
        window(w, targets)
    for name, value in c["targets"].items():
        put("set", targets.index(name), *placed(value))
    rate = c.get("rate", 1)
    for t, e in zip(c["ticks"], c["expect"]["ticks"]):
        rate = t.get("rate", rate)
        for name, value in t.get("set", {}).items():
            put("set", targets.index(name), *placed(value))
        for name in t.get("remove", ()):
            put("remove", targets.index(name))
        put("tick", t["dt"], rate, *([t["jump"]] if "jump" in t else []))
        put("is", e["position"], *bone(e["actor"]), write=answer)
        if len(e["delta"]) != 1:
            put("by", *(x for d in e["delta"] for x in bone(d)), write=answer)
        for name, word, why in e["events"]:
            put("event", names.index(name), " ".join(filter(None, [word, why])))
    for a in c["expect"]["arrivals"]:
        put("arrival", names.index(a["window"]), answer(a["position_error"]), answer(a["rotation_error"]),
            *a["broken"])


KINDS = {"motion_warp": motion_warp}


def main():
    cases = json.loads((pathlib.Path(sys.argv[1]) / "warp_cases.json").read_text())["cases"]
    for case in cases:
        if case["kind"] in KINDS:
            put(case["kind"], case["name"], case["tolerance"])
            KINDS[case["kind"]](case)


main()
