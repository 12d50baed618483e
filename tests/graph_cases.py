#!/usr/bin/env python3
"""Turns the cases of the reference model of pose graphs into the lines that the tests of `anim` play.

    python3 tests/graph_cases.py FOLDER > src/anim/graph/tests/model/cases.txt

FOLDER is `../shared/spec/checks/graph`, with the model and its cases. The model answers anew, with our exponential easing in
place of its own, which does not begin at 0, and so it does for cases of blend spaces in sync groups that are made here. What
a compiler leaves out (expressions with a parameter that is not there, transitions without an end, samples that stand nowhere,
machines of conduits alone) is left out here as it does, as the tests of `asset` hold. Cases with what graphs do not have are
left out whole, and those that a rounding decides; they are counted on stderr. A line begins with a letter that says what it holds, see `model/mod.rs`.
"""

import collections
import json
import pathlib
import random
import sys

QUERIES = {"time_in_state": "qt", "state_weight": "qw", "time_elapsed": "qe", "time_remaining": "qr", "fraction": "qf",
           "crossfade_duration": "qc"}
OPS = {"+": "+", "-": "-", "*": "*", "/": "/", "min": "min", "max": "max", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
       "==": "==", "!=": "!=", "abs": "abs", "not": "not"}
COMPARE = {"<", "<=", ">", ">=", "==", "!="}
EASINGS = ["Linear", "Smoothstep", "Sine", "Quadratic", "Cubic", "Quartic", "Quintic", "CircularIn", "CircularOut",
           "CircularInOut", "ExpIn", "ExpOut", "ExpInOut"]
ROLES = ["CanBeLeader", "AlwaysFollower", "AlwaysLeader", "TransitionLeader", "TransitionFollower",
         "ExclusiveAlwaysLeader"]
KINDS = {"player", "two_way", "list", "layered", "save", "use", "ref_pose", "inertialization", "machine",
         "blendspace", "evaluator", "additive"}
FIRSTS = ["NoReset", "StartPos", "ExplicitTime"]
ROUNDING = 1e-6
SMOOTHINGS = ["Exponential", "Spring", "Averaged", "Linear", "Cubic", "EaseInOut"]


class Unsupported(Exception):
    pass


def number(value):
    if isinstance(value, str):
        return {"NaN": "NaN", "inf": "inf", "-inf": "-inf"}[value]
    value = float(value)
    return repr(int(value)) if value == int(value) else repr(value)


def seconds(value):
    value = float(number(value))
    return number(value) if value > 0 else "0"


def flag(value):
    return "1" if value else "0"


def text_of(expr):
    """As the reference writes a term of a rule."""
    if not isinstance(expr, list):
        return json.dumps(expr) if not isinstance(expr, str) else expr
    op, args = expr[0], expr[1:]
    if op in ("param", "weight_of"):
        return args[0] if op == "param" else f"weight_of({args[0]})"
    parts = [f"({text_of(a)})" if isinstance(a, list) and a[0] in ("and", "or", *COMPARE) else text_of(a) for a in args]
    if op in COMPARE or op in ("and", "or", "+", "-", "*", "/"):
        return f" {op} ".join(parts)
    if op == "not":
        return f"not {parts[0]}"
    return f"{op}({', '.join(parts)})" if args else op


def params_of(expr):
    """Names of the parameters in an expression."""
    if not isinstance(expr, list):
        return []
    return [expr[1]] if expr[0] == "param" else [name for arg in expr[1:] for name in params_of(arg)]


class Case:
    def __init__(self, case):
        self.case, self.graph = case, case["graph"]
        self.specs = self.graph["nodes"]
        if any(spec["kind"] not in KINDS for spec in self.specs.values()):
            raise Unsupported("node")
        self.parameters = list(self.graph.get("parameters", {}))
        self.states, self.groups, self.samples = {}, {}, {}
        self.programs, self.terms, self.tables = [], [], collections.defaultdict(list)
        self.nodes, self.index, self.links, self.machines = [], {}, [], {}

    # expressions
    def ops(self, expr, machine, terms):
        """Prefix operations; `terms` gets the text of each by its index."""
        at = len(terms)
        terms.append((text_of(expr), id(expr)))
        if not isinstance(expr, list):
            return ["n" + number(expr)]
        op, args = expr[0], expr[1:]
        if op == "param":
            return [f"p{self.parameters.index(args[0])}"]
        if op == "weight_of":
            if machine is None or args[0] not in machine:
                raise Unsupported("state")
            return [f"qs{machine.index(args[0])}"]
        if op in QUERIES:
            return [QUERIES[op]]
        if op not in OPS and op not in ("and", "or"):
            raise Unsupported("operator")
        head = OPS.get(op) or f"{op}{len(args)}"
        return [head] + [part for arg in args for part in self.ops(arg, machine, terms)]

    def program(self, expr, machine=None):
        missing = [name for name in params_of(expr) if name not in self.parameters]
        if missing:
            # A compiler refuses such an expression, and what it could not read is false; the model blames this.
            self.programs.append(["n0"])
            self.terms.append([(f"missing parameter {missing[0]}", None)])
            return len(self.programs) - 1
        terms = []
        self.programs.append(self.ops(expr, machine, terms))
        self.terms.append(terms)
        return len(self.programs) - 1

    def value(self, expr):
        if not isinstance(expr, list):
            return "n" + number(expr)
        if expr[0] == "param" and expr[1] in self.parameters:
            return f"p{self.parameters.index(expr[1])}"
        return f"g{self.program(expr)}"

    def row(self, table, *fields):
        self.tables[table].append(" ".join(fields))
        return len(self.tables[table]) - 1

    # nodes
    def visit(self, key):
        """Children before their parents, saved poses before their users."""
        if key is None:
            return "-"
        if key in self.index:
            return self.index[key]
        spec = self.specs[key]
        line = getattr(self, "node_" + spec["kind"])(key, spec)
        self.index[key] = str(len(self.nodes))
        self.nodes.append(line)
        return self.index[key]

    def many(self, children):
        first = len(self.links)
        self.links += children
        return str(first)

    def group(self, spec):
        group = spec.get("group")
        return str(self.groups.setdefault(group, len(self.groups)) if group else -1)

    def role(self, spec):
        return str(ROLES.index(spec.get("role", "CanBeLeader")))

    def node_player(self, key, spec):
        clip = self.graph.get("clips", {}).get(spec["clip"])
        if clip is None:
            raise Unsupported("clip")
        clip = self.row("L", number(clip["length"]), number(clip.get("rate_scale", 1)), flag(spec.get("loop", True)))
        play = self.row("Y", self.value(spec.get("rate", 1)), number(spec.get("basis", 1)), number(spec.get("scale", 1)),
                        number(spec.get("bias", 0)), number(spec.get("min", "-inf")), number(spec.get("max", "inf")),
                        number(spec.get("start", 0)), flag(spec.get("reset_on_relevant", True)),
                        flag(spec.get("ignore_for_relevancy")), self.group(spec), self.role(spec))
        return f"player {clip} {play}"

    def node_evaluator(self, key, spec):
        clip = self.graph.get("clips", {}).get(spec["clip"])
        if clip is None:
            raise Unsupported("clip")
        clip = self.row("L", number(clip["length"]), number(clip.get("rate_scale", 1)), flag(spec.get("loop")))
        row = self.row("E", self.value(spec["time"]), flag(spec.get("teleport", True)), number(spec.get("start", 0)),
                       str(FIRSTS.index(spec.get("first", "ExplicitTime"))))
        return f"evaluator {clip} {row}"

    def node_additive(self, key, spec):
        base, additive = self.visit(spec["base"]), self.visit(spec["additive"])
        return f"additive {base} {additive} {self.row('A', 'v', self.value(spec['alpha']))}"

    def node_blendspace(self, key, spec):
        axes = []
        for axis in spec["axes"]:
            if not axis["max"] > axis["min"]:
                raise Unsupported("axis")
            smoothing = axis.get("smoothing") or {}
            kind = SMOOTHINGS.index(smoothing["kind"]) if smoothing.get("kind") else "-"
            axes.append(f"{number(axis['min'])},{number(axis['max'])},{flag(axis.get('wrap'))},{kind},"
                        f"{seconds(smoothing.get('time', 0))},{number(smoothing.get('damping', 1))}")
        samples, self.samples[key] = [], []
        for index, sample in enumerate(spec["samples"]):
            clip = self.graph.get("clips", {}).get(sample["clip"])
            if clip is None:
                raise Unsupported("clip")
            rate = float(sample.get("rate_scale", 1))
            coord = [number(c) for c in sample["coord"][:len(axes)]]
            if rate <= 0 or len(coord) < len(axes):
                raise Unsupported("sample")
            if any(c in ("NaN", "inf", "-inf") for c in coord):
                continue                                   # as a compiler leaves out what stands nowhere
            self.samples[key].append(index)
            at = self.row("L", number(clip["length"]), number(clip.get("rate_scale", 1)), "1")
            samples.append(f"{at},{','.join(coord + ['0'] * (2 - len(coord)))},{number(rate)}")
        inputs = [self.value(spec[name]) if name in spec else "n0" for name in ("x", "y")[:len(axes)]]
        row = self.row("D", number(spec.get("weight_speed", 0)), *(inputs + ["n0"] * (2 - len(inputs))),
                       self.value(spec.get("rate", 1)), flag(spec.get("loop", True)), number(spec.get("start", 0)),
                       flag(spec.get("reset_on_relevant", True)), flag(spec.get("ignore_for_relevancy")),
                       "/".join(axes), "/".join(samples) or "-", self.group(spec), self.role(spec))
        return f"space {row}"

    def node_ref_pose(self, key, spec):
        return "reference"

    def node_two_way(self, key, spec):
        a, b, alpha = self.visit(spec["a"]), self.visit(spec["b"]), spec["alpha"]
        if isinstance(alpha, dict):
            alpha = self.row("A", "s", self.value(alpha["bool"]), seconds(alpha["in"]), seconds(alpha["out"]),
                             str(EASINGS.index(alpha.get("easing", "Linear"))))
        else:
            alpha = self.row("A", "v", self.value(alpha))
        return f"two {a} {b} {alpha} {flag(spec.get('always_update_children'))}"

    def node_list(self, key, spec):
        first = self.many([self.visit(child) for child in spec["children"]])
        row = self.row("T", str(EASINGS.index(spec.get("easing", "Linear"))), flag(spec.get("mode") == "Inertialize"),
                       flag(spec.get("reset_child_on_activation")), self.value(spec["index"]),
                       *[seconds(time) for time in spec["times"]])
        return f"list {first} {row}"

    def node_layered(self, key, spec):
        children = [self.visit(spec["base"])] + [self.visit(layer["pose"]) for layer in spec["layers"]]
        bones = [name for name, _ in self.graph.get("bones", [])]
        branches = [[f"{bones.index(bone)}:{depth}" for bone, depth in layer.get("filters", []) if bone in bones]
                    for layer in spec["layers"]]
        rows = [self.row("W", self.value(layer["weight"]), ",".join(own) or "-")
                for layer, own in zip(spec["layers"], branches)]
        return f"layered {self.many(children)} {rows[0] if rows else 0} {len(rows)}"

    def node_save(self, key, spec):
        return f"saved {self.visit(spec['child'])}"

    def node_use(self, key, spec):
        return f"used {self.visit(spec['save'])}"

    def node_inertialization(self, key, spec):
        return f"inertialization {self.visit(spec['child'])}"

    def node_machine(self, key, spec):
        first = self.many([self.visit(state.get("pose")) for state in spec["states"]])
        states = [state["id"] for state in spec["states"]]
        aliases = {alias["id"]: alias["states"] for alias in spec.get("aliases", [])}
        # A compiler leaves out transitions without an end, and shows the reference pose where no state can be current.
        transitions = [t for t in spec["transitions"] if t["to"] in states and (t["from"] in states or t["from"] in aliases)]
        if all("conduit" in state for state in spec["states"]):
            return "reference"
        if spec["entry"] not in states:
            raise Unsupported("entry")
        shared = list(self.graph.get("rules", {}))
        rules = {}

        def rule(expr):
            if isinstance(expr, dict):
                return f"h{shared.index(expr['shared'])}"
            program = self.program(expr, states)
            return f"p{program}"
        lines = [f"M {states.index(spec['entry'])} {spec.get('max_per_tick', 3)} {flag(spec.get('skip_first', True))} "
                 f"{flag(spec.get('reinit_on_relevant', True))}"]
        shared_programs = [self.program(self.graph["rules"][name], states) for name in shared]
        lines += [f"H {program}" for program in shared_programs]
        for alias, members in aliases.items():
            lines.append("R " + ("*" if members == "*" else " ".join(str(states.index(m)) for m in members if m in states)))
        for state in spec["states"]:
            conduit = rule(state["conduit"]) if "conduit" in state else "-"
            rules["S", state["id"]] = conduit
            lines.append(f"S {conduit} {flag(state.get('reset_on_entry'))} {flag(state.get('on_reentry') == 'Inertialize')}")
        for t in transitions:
            source = f"s{states.index(t['from'])}" if t["from"] in states else f"a{list(aliases).index(t['from'])}"
            automatic = number(t["auto"].get("trigger_time", -1)) if "auto" in t else "-"
            logic = ["Standard", "Inertialize", "Custom"].index(t.get("logic", "Standard"))
            settings = f"{seconds(t['duration'])},{EASINGS.index(t.get('easing', 'Linear'))},{logic}" if "duration" in t else "-"
            rules["X", t["id"]] = rule(t.get("rule", True))
            lines.append(f"X {source} {states.index(t['to'])} {t.get('priority', 0)} {rules['X', t['id']]} {automatic} {settings} "
                         f"{seconds(t.get('min_time_before_reentry', 0))}")
        machine = len(self.machines)
        self.machines[key] = {"at": machine, "lines": lines, "states": states, "transitions": [t["id"] for t in transitions],
                              "rules": rules, "shared": shared_programs}
        return f"machine {first} {machine}"

    # what is expected
    def term(self, machine, rule, text, turn):
        program = machine["shared"][int(rule[1:])] if rule[0] == "h" else int(rule[1:])
        terms = self.terms[program]
        alike = [at for at, (known, _) in enumerate(terms) if known == text]
        if not alike:
            raise Unsupported("term")
        meant = [at for at in alike if terms[at][1] == getattr(text, "of", None)]
        return str((meant or alike)[min(turn, len(meant or alike) - 1)])

    def reasons(self, machine, why):
        kind, where, *rest = why
        state = lambda name: str(machine["states"].index(name))
        transition = lambda name: str(machine["transitions"].index(name))
        if kind in ("first_update", "limit"):
            return [kind]
        if kind == "shadowed":
            return [f"shadowed:{transition(rest[0])}"]
        # Of numbers that read alike, which are all that is not told apart, the first blamed is the first.
        turns = [rest[:at].count(text) if not hasattr(text, "of") else 0 for at, text in enumerate(rest)]
        if kind == "rule":
            rule = machine["rules"]["X", where]
            return [f"rule:{transition(where)}:{self.term(machine, rule, *it)}" for it in zip(rest, turns)]
        if kind == "conduit":
            rule = machine["rules"]["S", where]
            return [f"conduit:{state(where)}:{self.term(machine, rule, *it)}" for it in zip(rest, turns)]
        if kind in ("auto", "no_player", "min_time", "self_through_conduit"):
            return [f"{kind}:{transition(where)}"]
        return [f"{kind}:{state(where)}"]

    def blocked(self, key, reasons):
        machine = self.machines[key]
        for transition, whys in reasons.items():
            told = [part for why in whys for part in self.reasons(machine, why)]
            yield f"b {self.index[key]} {machine['transitions'].index(transition)} {' '.join(told)}"

    def tick(self, tick, expect):
        changes = " ".join(f"{self.parameters.index(k)}={number(v)}" for k, v in tick.get("set", {}).items()
                           if k in self.parameters)
        yield f"t {seconds(tick['dt'])} {changes}".rstrip()
        for key, state in expect.get("states", {}).items():
            machine = self.machines[key]
            weights = " ".join(f"{machine['states'].index(s)}={number(w)}" for s, w in state.get("weights", {}).items())
            yield f"s {self.index[key]} {machine['states'].index(state['state'])} {number(state['time'])} {weights}".rstrip()
        for key, time, weight in expect.get("players", []):
            yield f"p {self.index[key]} {number(time)} {number(weight)}"
        for key, space in expect.get("blendspaces", {}).items():
            weights = " ".join(f"{self.samples[key].index(int(i))}={number(w)}" for i, w in space["weights"].items())
            yield f"d {self.index[key]} {number(space['u'])} {weights}".rstrip()
        for key, way in expect.get("deltas", {}).items():
            yield f"w {self.index[key]} {number(way)}"
        for key, alpha in expect.get("alphas", {}).items():
            yield f"a {self.index[key]} {number(alpha)}"
        for key, weights in expect.get("lists", {}).items():
            yield f"l {self.index[key]} {' '.join(number(w) for w in weights)}"
        for key, bones in expect.get("layers", {}).items():
            for at, shares in enumerate(bones[name] for name, _ in self.graph["bones"]):
                yield f"m {self.index[key]} {at} {' '.join(number(share) for share in shares)}"
        for key, save in expect.get("saves", {}).items():
            yield f"v {self.index[key]} {number(save['weight'])} {self.index[save['user']]}"
        for key, kind, which in expect.get("events", []):
            machine = self.machines[key]
            names = machine["states"] if kind in ("entered", "left", "fully_blended") else machine["transitions"]
            yield f"e {self.index[key]} {kind} {names.index(which)}"
        for request in expect.get("requests", []):
            receiver = request["receiver"]
            yield f"q {self.index[request['node']]} {number(request['duration'])} {self.index[receiver] if receiver else '-'}"
        for name in expect.get("consumed", []):
            yield f"c {self.parameters.index(name)}"
        if "blocked" in expect:
            yield "B"
            for key, reasons in expect["blocked"].items():
                yield from self.blocked(key, reasons)

    def decided(self):
        """The ticks before one in which rounding alone leaves a blend space at the end of an axis that wraps."""
        for tick, expect in zip(self.case["ticks"], self.case["expect"]):
            for key, space in expect.get("blendspaces", {}).items():
                if any(axis.get("wrap") and x > axis["max"] - ROUNDING
                       for x, axis in zip(space["position"], self.specs[key]["axes"])):
                    return
            yield tick, expect

    def lines(self):
        root = self.visit(self.graph["root"])
        yield f"C {self.case['name']}"
        for default in self.graph.get("parameters", {}).values():
            trigger = isinstance(default, dict)
            yield f"P {number(default['trigger'] if trigger else default)} {flag(trigger)}"
        ticks = [line for tick, expect in self.decided() for line in self.tick(tick, expect)]
        yield from (f"G {' '.join(ops)}" for ops in self.programs)
        bones = [name for name, _ in self.graph.get("bones", [])]
        if bones:
            yield f"Z {' '.join(str(bones.index(parent)) if parent else '-1' for _, parent in self.graph['bones'])}"
        for table in "LYDEATW":
            yield from (f"{table} {row}" for row in self.tables[table])
        for machine in self.machines.values():
            yield from machine["lines"]
        yield from (f"N {node}" for node in self.nodes)
        yield f"N output {root}"
        yield f"K {' '.join(self.links)}".rstrip()
        yield from ticks


def grouped(count):
    """Cases that the model's own lack: blend spaces and clips in sync groups, by length, whose leaders change."""
    for seed in range(count):
        dice = random.Random(seed)
        some = lambda low, high: round(dice.uniform(low, high), 3) + 0.00003
        clips = {f"c{i}": {"length": some(0.3, 2), "rate_scale": dice.choice([1, 1, 0.75])} for i in range(4)}
        nodes, players = {}, [f"n{i}" for i in range(dice.randint(2, 4))]
        for at, key in enumerate(players):
            # The model lets a follower that does not loop start over with its leader, where spec 09 §3.5 lets it clamp.
            common = {"rate": dice.choice([1, 1.5, -0.5, ["param", "rate"]]), "loop": True,
                      "reset_on_relevant": dice.random() < 0.7, "role": dice.choice(ROLES[:3] + ROLES[5:] + ROLES[:1] * 3),
                      "group": dice.choice(["g", "g", "g", "h", None])}
            if at and dice.random() < 0.4:
                nodes[key] = {"kind": "player", "clip": dice.choice(list(clips)), "start": some(0, 0.2), **common}
                continue
            samples = [{"clip": dice.choice(list(clips)), "coord": [x], "rate_scale": dice.choice([1, 1, 2])}
                       for x in dice.sample([0, 0.25, 0.5, 0.75, 1], dice.randint(1, 4))]
            nodes[key] = {"kind": "blendspace", "axes": [{"min": 0, "max": 1}], "samples": samples, "x": ["param", "x"],
                          "start": dice.choice([0, 0.25]), "weight_speed": dice.choice([0, 3]), **common}
        nodes["list"] = {"kind": "list", "children": players, "index": ["param", "which"],
                         "times": [some(0.05, 0.6) for _ in players]}
        ticks = []
        for _ in range(90):
            change = {"x": round(dice.random(), 3), "rate": round(dice.uniform(-1, 2), 3), "which": dice.randrange(len(players))}
            kept = {name: value for name, value in change.items() if dice.random() < 0.12}
            ticks.append({"dt": dice.choice([0.016666667, 0.033333333, 0.1, 0.006944444]), "set": kept})
        yield {"name": f"grouped {seed}", "graph": {"root": "list", "parameters": {"x": 0.3, "rate": 1, "which": 0},
                                                    "clips": clips, "nodes": nodes}, "ticks": ticks}


class Term(str):
    """A term as the model tells it, which also says which of those that read alike it is."""

    of = None


def term(expr):
    told = Term(text_of(expr))
    if isinstance(expr, list):
        told.of = id(expr)
    return told


SAME_TIME = 1e-9


def meet_ends(model):
    """Rules meet the end of a loop that lies within a tick: in the next tick the player is asked about as it was there."""
    def turns_over(start, way, length):
        ahead = length - start if way >= 0 else start
        return length > 0 and abs(way) >= (ahead if ahead > SAME_TIME else length) - SAME_TIME

    def turn(player, turned):
        player.turned_in = player.instance.frame if turned else None

    def moves(kind):
        advance = kind.advance

        def advance_and_note(self, dt):
            turn(self, self.loop and turns_over(self.time, dt * self.rate, self.length))
            advance(self, dt)
        kind.advance = advance_and_note
    moves(model.Player)
    moves(model.BlendSpace)
    way_to, tick_group, query = model.Evaluator.way_to, model.tick_group, model.Machine.query

    def way_and_note(self, goal, loop):
        way = way_to(self, goal, loop)
        turn(self, loop and turns_over(self.time, way, self.length))
        return way

    def tick_and_note(instance, before, members, dt):
        group = tick_group(instance, before, members, dt)
        for member in group.members:
            member.turned_in = group.leader.turned_in
        return group

    def ask(self, name, args):
        player = self.relevant_player() if name in ("time_elapsed", "time_remaining", "fraction") else None
        turned_in = getattr(player, "turned_in", None)
        if turned_in is None or turned_in + 1 < self.instance.frame or self.time_in_state <= 0:
            return query(self, name, args)
        forwards = player.rate >= 0
        return {"time_elapsed": player.length if forwards else 0.0, "fraction": 1.0 if forwards else 0.0,
                "time_remaining": 0.0}[name]
    model.Evaluator.way_to, model.tick_group, model.Machine.query = way_and_note, tick_and_note, ask


def answered(folder):
    """The cases, with the answers of the model for our easings."""
    sys.path.insert(0, str(folder))
    import graph_ref
    import make_cases

    def rise(u):
        return (2.0 ** (10 * (u - 1)) - 2.0 ** -10) / (1 - 2.0 ** -10)
    meet_ends(graph_ref)
    graph_ref.text_of = term
    graph_ref.EASINGS |= {"ExpIn": rise, "ExpOut": graph_ref.out(rise), "ExpInOut": graph_ref.in_out(rise)}
    for case in json.load(open(folder / "cases.json"))["cases"] + list(grouped(40)):
        logs, closest = graph_ref.run(case)
        yield closest > make_cases.CLEAR, case | {"expect": make_cases.slim(logs)}


def main():
    left, count = collections.Counter(), 0
    for is_clear, case in answered(pathlib.Path(sys.argv[1])):
        try:
            if not is_clear:
                raise Unsupported("rounding")
            lines = list(Case(case).lines())
        except Unsupported as why:
            left[str(why)] += 1
            continue
        count += 1
        print("\n".join(lines))
    print(f"{count} cases; left out: {dict(left)}", file=sys.stderr)


if __name__ == "__main__":
    main()
