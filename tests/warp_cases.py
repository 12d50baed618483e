#!/usr/bin/env python3
"""Cases of the reference model of warping as lines for `src/anim/warp/tests/cases.rs`.

    tests/warp_cases.py FOLDER > src/anim/warp/tests/cases.txt

FOLDER is `../shared/spec/checks/warp`. A line begins with what it holds. A case begins with its kind, a name and its
tolerance; what its other lines hold stands at the test that reads them. Answers are rounded to five decimals, which their
tolerances allow. Where a window is to face its target the model is worked out anew, as `warp_facing.py` says.
"""

import json
import pathlib
import sys

import warp_facing

MODIFIERS = ["skew", "scale", "simple", "adjust", "precomputed"]
METHODS = ["slerp", "slerp_clamped", "constant_rate", "scale"]
TYPES = ["default", "facing", "opposite_default", "opposite_facing"]
EASINGS = ["linear", "smoothstep"]


def number(value):
    if value is None:
        return "NaN"
    text = repr(int(value)) if value == int(value) else repr(value)
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def answer(value):
    return "NaN" if value is None else number(round(value, 5))


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
                      *(name for t in c["ticks"] for name in (*t.get("set", {}), *t.get("remove", ())))})
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


def leg(f):
    put("leg", *bone(f["ik"]), *f["fk"], *bone(f["thigh"]))


def spring(value):
    value = value or {}
    return [value.get("stiffness", 0), value.get("damping", 0)]


def stride(c):
    put("set", *c.get("clamp", (0.5, 2)), c.get("interp_up", 0), c.get("interp_down", 0),
        c.get("orient_to_floor", True), c.get("compensate_thigh", True), c.get("clamp_fk", True),
        c.get("disable_without_root_motion", False), *c.get("gravity", (0, -1, 0)))
    s = c.get("solver", {})
    put("solver", s.get("max_distance", 0.1), s.get("tolerance", 0.01), s.get("max_iter", 3), s.get("alpha", 1),
        s.get("pull_only", False), *spring(s))
    put("pelvis", *c["pelvis"]["p"])
    for f in c["feet"]:
        leg(f)
    for t, e in zip(c["ticks"], c["expect"]["ticks"]):
        if c["mode"] == "graph":
            put("root", t["dt"], *t.get("normal", (0, 1, 0)), t["locomotion_speed"], *(t.get("root_delta") or []))
        else:
            put("given", t["dt"], *t.get("normal", (0, 1, 0)), t["scale"], *t["dir"])
        put("is", e["scale"], *e["dir"], *e["pelvis"], write=answer)
        for f in e["feet"]:
            put("foot", *bone(f["ik"]), *bone(f["thigh"]), write=answer)
        if e["root_delta"]:
            put("moved", *e["root_delta"], write=answer)
        put("why", e["reason"])


def orientation(c):
    put("set", c["threshold"], c["interp_speed"], c["max_angle"], c["delta"], c["weight"], c["counter_compensate"])
    put("bones", *bone(c["root"]), *bone(c["pelvis"]), *bone(c["foot_root"]))
    put("spine", *(x for b in c["spine"] for x in bone(b)))
    put("feet", *(x for b in c["feet"] for x in bone(b)))
    for t, e in zip(c["ticks"], c["expect"]["ticks"]):
        put("turn", t["dt"], *t["root_delta"], *([t["angle"]] if "angle" in t else t["direction"]))
        put("is", e["target"], e["angle"], e["inverted"], *e["root_delta"], write=answer)
        bones = [e["root"], e["pelvis"], *e["spine"], e["foot_root"], *e["feet"]]
        put("feet", *(x for b in bones for x in bone(b)), write=answer)


def slope(c):
    put("set", c["max_step"], *spring(c["normal_spring"]), *spring(c["pelvis_spring"]), c["keep_in_capsule"],
        *c.get("foot_root_up", (0, 1, 0)))
    put("bones", *c["root"], *c["pelvis"], *bone(c["foot_root"]))
    for f in c["feet"]:
        leg(f)
    for t, e in zip(c["ticks"], c["expect"]["ticks"]):
        put("ground", t["dt"], t["floor_offset"], t["teleport"], *(t["normal"] or []))
        put("is", *e["normal"], e["floor_offset"], *e["root"], *e["pelvis"], *bone(e["foot_root"]), write=answer)
        put("feet", *(x for f in e["feet"] for b in (f["ik"], f["thigh"]) for x in bone(b)), write=answer)


KINDS = {"motion_warp": motion_warp, "stride": stride, "orientation": orientation, "slope": slope}


def main():
    folder = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    import warp_ref

    solve = warp_facing.cases_of(warp_ref)
    for case in json.loads((folder / "warp_cases.json").read_text())["cases"]:
        if any("facing" in w.get("rotation_type", "") for w in case.get("windows", ())):
            case["expect"] = solve(case)
        put(case["kind"], case["name"], str(case["tolerance"]))
        KINDS[case["kind"]](case)


main()
