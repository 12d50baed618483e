#!/usr/bin/env python3
"""Turns the cases of the reference model of inverse kinematics into the lines that the tests of `anim` solve.

    python3 tests/ik_cases.py ../shared/spec/checks/warp/ik_cases.json > src/anim/ik/tests/worked.txt

A line begins with a letter that says what it holds, see `src/anim/ik/tests/worked.rs`. Answers are rounded to seven digits,
far below their tolerance. Of a run on the ground, what is as it was in the tick before is left out.
"""

import json
import sys

IDENTITY = [0, 0, 0, 1]


def number(value, digits=9):
    if value is None:
        return "nan"
    if isinstance(value, bool):
        return "1" if value else "0"
    if digits < 9 and abs(value) < 1e-8:
        return "0"
    text = f"{float(value):.{digits}g}"
    return "0" if float(text) == 0 else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def numbers(values, digits=9):
    return [number(value, digits) for value in values]


def bone(value, digits=9):
    return numbers([*value["p"], *value.get("q", IDENTITY)], digits)


def bones(values, digits=9):
    return [part for value in values for part in bone(value, digits)]


def limits(values):
    return ["-" if value is None else number(value) for value in values]


def answer(*parts):
    return [number(part, 7) if not isinstance(part, str) else part for part in parts]


class Lines:
    def __init__(self):
        self.lines = []

    def put(self, key, *parts):
        self.lines.append(" ".join([key, *(part for many in parts for part in many)]))

    def put_if(self, key, values, shape=numbers):
        if values is not None:
            self.put(key, shape(values))


def put_end(out, case, key, keep_local):
    """How the end turns: as it is to its parent, or as it is told."""
    if case.get(key) == keep_local:
        out.put("m")
    elif case.get(key) in ("target", "copy_target"):
        out.put_if("r", case.get("target_rot"))


def two_bone(case, out):
    out.put("i", bones(case[key] for key in ("root", "mid", "end")))
    out.put("t", numbers([*case["target"], *case["pole"], case.get("alpha", 1)]))
    stretch = case.get("stretch")
    out.put_if("s", stretch and [stretch["start"], stretch["max"]])
    if case.get("policy") == "seed_compatible":
        out.put("p")
    put_end(out, case, "end_rotation", "maintain")
    out.put_if("w", case.get("twist_axis") if not case.get("allow_twist", True) else None)
    out.put_if("d", case.get("prev_dir"))
    expect = case["expect"]
    out.put("o", answer(expect["reason"], expect["stretch"]), bones(expect["bones"], 7))


def fabrik(case, out):
    out.put("i", bones(case["joints"]))
    out.put("t", numbers([*case["target"], case.get("alpha", 1), case["precision"], case["max_iter"]]))
    out.put_if("h", case.get("bend_hint"))
    out.put_if("l", case.get("limits"), limits)
    put_end(out, case, "tip", "keep_local")
    expect = case["expect"]
    out.put("o", answer(expect["reason"], expect["iterations"], expect["error"], expect["nudged"]),
            bones(expect["bones"], 7))


def ccd(case, out):
    out.put("i", bones(case["joints"]))
    out.put("t", numbers([*case["target"], case.get("alpha", 1), case["precision"], case["max_iter"],
                          case["order"] == "root_to_tip", case.get("max_angle", 0)]))
    out.put_if("s", case.get("step_limits"), limits)
    out.put_if("l", case.get("total_limits"), limits)
    put_end(out, case, "tip", "keep_local")
    expect = case["expect"]
    out.put("o", answer(expect["reason"], expect["iterations"], expect["error"]), bones(expect["bones"], 7))


def look_at(case, out):
    out.put("i", bones(case["chain"]))
    out.put("a", numbers([*case["axis"], *case.get("up", [0, 1, 0]), case.get("clamp", 0), case.get("interp_time", 0),
                          case.get("trigger", 0), case.get("ease") == "smoothstep", case.get("alpha", 1)]))
    out.put_if("u", case.get("up_axis"))
    out.put("w", numbers(case.get("weights") or [0] * (len(case["chain"]) - 1) + [1]))
    for frame, expect in zip(case["frames"], case["expect"]["frames"], strict=True):
        out.put("f", numbers([frame.get("dt", 0), *frame["target"]]),
                answer(expect["reason"], expect["angle"]), bones(expect["bones"], 7))


def leg_ik(case, out):
    out.put("i", bones(case["chain"]))
    out.put("t", bone(case["ik_foot"]), numbers([
        case.get("alpha", 1), case.get("min_angle", 0), case.get("soft_percent", 1), case.get("soft_alpha", 1),
        case.get("precision", 1e-4), case.get("max_iter", 12)]))
    out.put_if("h", case.get("hinge_axis"))
    out.put_if("k", case.get("foot_forward", [0, 0, 1]) if case.get("knee_twist") else None)
    expect = case["expect"]
    out.put("o", answer(expect["reason"], expect["reach"]), bones(expect["bones"], 7))


def rates(case, name):
    return [case[name]["stiffness"], case[name]["damping"]]


def foot_placement(case, out):
    ground = case["ground"]
    shape = {"flat": [], "slope": ["angle"], "stairs": ["rise", "run"], "waves": ["amplitude", "length"]}
    out.put("g", [ground["type"]], numbers([ground.get("height", 0), ground.get("heading", 0),
                                            *(ground[key] for key in shape[ground["type"]])]))
    for hole in ground.get("holes", []):
        out.put("n", numbers(hole))
    names = ["step_up", "step_down", "max_penetration", "max_slope", "twist_factor", "min_extension", "max_extension",
             "max_offset", "teleport"]
    springs = [rates(case, name) for name in ("plane_spring", "pelvis_spring", "lock_spring")]
    out.put("a", numbers([*(case[name] for name in names), *(part for pair in springs for part in pair),
                          case["pelvis_mode"] == "simple"]))
    lock = case.get("lock")
    out.put_if("c", lock and [lock[name] for name in ("distance", "speed", "radius", "angle", "relock_ratio")])
    known = {}
    for tick, expect in zip(case["ticks"], case["expect"]["ticks"], strict=True):
        told = {"z": bone(tick["root"]), "v": numbers(tick["pelvis"]),
                "y": numbers(part for foot in tick["feet"] for part in foot["hip"]), "x": bones(
                    foot["foot"] for foot in tick["feet"])}
        for key, value in told.items():
            if known.get(key) != value:
                out.put(key, value)
        known = told
        out.put("f", numbers([tick["dt"], tick.get("in_air", False), *(foot["may_lock"] for foot in tick["feet"])]))
        out.put("o", numbers([*expect["pelvis"], expect["pelvis_offset"], expect["reset"]], 7))
        for foot in expect["feet"]:
            out.put("e", answer(foot["why"], foot["hit"], foot["locked"], foot["plane"]), bone(foot["goal"], 7))


def main():
    with open(sys.argv[1]) as file:
        cases = json.load(file)["cases"]
    kinds = {"two_bone": two_bone, "fabrik": fabrik, "ccd": ccd, "look_at": look_at, "leg_ik": leg_ik,
             "foot_placement": foot_placement}
    for case in cases:
        out = Lines()
        kinds[case["kind"]](case, out)
        print(case["kind"], case["name"], number(case["tolerance"]))
        print("\n".join(out.lines))


main()
