#!/usr/bin/env python3
"""Takes the blend spaces out of cases of a graph's reference model, for src/anim/blend_space/tests/oracle.rs.

    python3 tests/blend_space_cases.py FOLDER > src/anim/blend_space/tests/oracle.txt     FOLDER holds graph_ref.py and cases.json

One record a line, its letter first; numbers as the model gives them:
  space NAME
  a MIN MAX WRAP KIND TIME DAMPING    an axis
  c SECONDS                           a clip, at its own rate scale
  s CLIP X Y RATE                     a sample; those without a finite place are left out
  p WEIGHT_SPEED RATE LOOP            how it plays
  t RESET DT X Y | X Y | RATIO SECONDS | SAMPLE WEIGHT …
                                      a tick: what goes in, and position, time and weights after it
A field of a tick that is `.` is that of the tick before. A space ends before a tick in which rounding alone leaves it at
the end of an axis that wraps and not at the start.
"""
import json
import math
import sys

ROUNDING = 1e-6


def short(x, digits=9):
    return f"{round(x, digits):.{digits}f}".rstrip("0").rstrip(".") if isinstance(x, float) and math.isfinite(x) else str(x)


def describe(spec, clips, numbers):
    for axis in spec["axes"]:
        smoothing = axis.get("smoothing") or {"kind": "None", "time": 0}
        yield ("a", axis["min"], axis["max"], int(axis.get("wrap", False)), smoothing["kind"], smoothing["time"],
               smoothing.get("damping", 1))
    for clip in clips.values():
        yield "c", clip["length"] / clip.get("rate_scale", 1)
    for index in numbers:
        sample = spec["samples"][index]
        yield ("s", list(clips).index(sample["clip"]), *(sample["coord"] + [0])[:2], sample.get("rate_scale", 1))
    yield "p", spec.get("weight_speed", 0), spec.get("rate", 1), int(spec.get("loop", True))


def ticks(model, case, key, numbers):
    """The model runs along for the inputs, which are expressions; what is expected is what the case says."""
    instance, spec, before = model.Instance(case["graph"]), case["graph"]["nodes"][key], None
    was_there = False
    for tick, expected in zip(case["ticks"], case["expect"]):
        instance.tick(tick["dt"], tick.get("set"))
        space = expected.get("blendspaces", {}).get(key)
        if space:
            ends = zip(space["position"], spec["axes"])
            if any(axis.get("wrap") and x > axis["max"] - ROUNDING for x, axis in ends):
                return
            inputs = [instance.input(spec[name]) if name in spec else 0 for name in ("x", "y")]
            seconds = next(player[1] for player in expected["players"] if player[0] == key)
            weights = [x for index, w in space["weights"].items() for x in (numbers.index(int(index)), w)]
            fields = [int(not was_there), tick["dt"], *map(float, inputs), "|", *(space["position"] + [0])[:2], "|",
                      space["u"], seconds, "|", " ".join(short(x) for x in weights)]
            texts = [short(field) for field in fields]
            yield ["t", *(text if before is None or text != old or text == "|" else "."
                          for text, old in zip(texts, before or texts))]
            before = texts
        was_there = bool(space)


def main(folder):
    sys.path.insert(0, folder)
    model = __import__("graph_ref")
    with open(f"{folder}/cases.json", encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    for case in (case for case in cases if case["kind"] in ("blendspace", "edge")):
        for key, spec in case["graph"]["nodes"].items():
            if spec["kind"] == "blendspace":
                places = [[model.literal(x) for x in s["coord"][:len(spec["axes"])]] for s in spec["samples"]]
                numbers = [i for i, place in enumerate(places) if all(map(math.isfinite, place))]
                print("space", case["name"])
                for record in (*describe(spec, case["graph"]["clips"], numbers), *ticks(model, case, key, numbers)):
                    print(*map(short, record))


main(sys.argv[1])
