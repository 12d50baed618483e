"""The reference model of motion warping with another place from which what is to be faced is seen.

The model sees it from where the actor is when a split begins, so that what it comes to depends on the length of the last tick:
17.8 degrees at 15 ticks a second. Here it is seen from where the actor will be when the window closes: after the last
split where it got, before that at the window's goal, no farther than a bound of its speed permits, or where the animation goes
that no window bends. On top of the target, where no way leads to it, it is seen as the model sees it.
"""

import copy


def cases_of(ref):
    """A function that solves a case of the model `ref`, which is the module."""
    plain = ref.Modifier

    class Modifier(plain):
        def goal_rotation(self, warp, target, goal, rest):
            end = warp.end_of(self.w)
            to = ref.sub(target[0], end)
            if ref.math.hypot(to[0], to[2]) < ref.K:
                return super().goal_rotation(warp, target, goal, rest)
            return super().goal_rotation(Standing(warp, (end, warp.actor[1])), target, goal, rest)

    class Standing:
        def __init__(self, warp, actor):
            self.actor = actor
            self.c, self.track = warp.c, warp.track

    class MotionWarp(ref.MotionWarp):
        ahead = None

        def split(self, begin, end):
            if self.ahead is None:
                trial = copy.deepcopy(self)
                trial.ahead = (begin, end, self.actor[0])
                trial.split(begin, end)
                self.ahead = (begin, end, trial.actor[0])
            done = super().split(begin, end)
            self.ahead = None
            return done

        def end_of(self, w):
            begin, end, place = self.ahead
            if end == w["end"]:
                return place
            rest = self.track.delta(begin, w["end"])[0] if self.track else ref.ZERO
            movers = [m for m in self.live.values() if self.moves(m)]
            mover = max(movers, key=lambda m: m.order, default=None)
            if mover is None or mover.w["end"] != w["end"]:
                return ref.compose(self.actor, (rest, ref.Q1))[0]
            if mover.w["modifier"] == "scale":
                return ref.compose(self.actor, (ref.had(ref.vec(mover.w["scale"]), rest), ref.Q1))[0]
            goal = mover.wanted(self, self.target(mover))[0]
            way, ratio = ref.sub(goal, self.actor[0]), mover.w.get("speed_clamp", 0.0)
            if ratio <= 0 or ref.norm(way) <= ratio * ref.norm(rest):
                return goal
            return ref.mad(self.actor[0], ref.dir_of(way), ratio * ref.norm(rest))

        def moves(self, m):
            """Whether a live window bends the way in this split."""
            if not m.w.get("translation", True) or (self.track is None and not m.w.get("without_root_motion")):
                return False
            return m.w["modifier"] == "scale" or not isinstance(self.target(m), str)

    def solve(case):
        ref.Modifier = Modifier
        try:
            state = MotionWarp(case)
            ticks = [state.tick(t) for t in case["ticks"]]
            return {"ticks": ticks, "arrivals": state.arrivals}
        finally:
            ref.Modifier = plain

    return solve
