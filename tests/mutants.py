#!/usr/bin/env python3
"""Which small faults the tests of a crate see: python3 tests/mutants.py CRATE [--sample N] [--seed N] [--only PART]

Draws places in the crate's code that is not tests, changes an operator, a condition or a constant at one of them at a
time, and runs the crate's own unit tests. The working tree is never written to: everything happens in a copy. A change
that does not compile is drawn again. Prints each mutant as killed or survived, then their part. With CARGO_TARGET_DIR set
to a folder outside the tree, what other crates build to is kept from one run to the next. --list prints what would be
drawn and runs nothing.

Building takes longer than most tests, so mutants are built together: a function has a second body for each of its
changes, and the number in the variable MUTANT says which of them runs. What is not in the body of a function that runs
(a `const`, a signature), or does not compile like that, is built alone.

No place is what stands in a comment, an attribute, a `debug_assert` or the text of a string, and neither is how much room
is asked for beforehand (`with_capacity(…)`, `reserve(…)`): a collection holds the same whatever room it was given.

The tests are first run as they are. A mutant has three times as long as they took, but a minute at least, and whatever
takes longer counts as killed: a loop that no longer ends is seen.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The least that a mutant has, and what the tests as they are have.
SECONDS, BASELINE_SECONDS = 60, 1800

SWAPS = [
    (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "),
    (" *= ", " /= "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
    (" != ", " == "), (" && ", " || "), (" || ", " && "), (".min(", ".max("), (".max(", ".min("),
    ("true", "false"), ("false", "true"), ("..=", ".."), (".any(", ".all("), (".all(", ".any("),
]
NUMBER = re.compile(r"(?<![\w.\"#])(\d[\d_]*\.\d[\d_]*(?:e-?\d+)?|\d[\d_]*e-?\d+|\d[\d_]*)(?![\w.\"])")
CONDITION = re.compile(r"\b(if|while) (?!let\b)([^{}]+) \{$")


# Comments, strings and characters; a lifetime is none of them, for no quote follows its letter.
HIDDEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""
    r"""|\b[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)"""
    r"""|"(?:\\.|[^"\\])*\""""
    r"""|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^'\\])'""",
    re.DOTALL,
)
ROOM = re.compile(r"\b(?:with_capacity|reserve|reserve_exact)\(")
BLANK = "\0"


def blanked(text, start, end):
    return text[:start] + re.sub(r"[^\n]", BLANK, text[start:end]) + text[end:]


def closing(text, start):
    """Where the bracket that opens just before `start` closes."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def code_only(source):
    """The source, place by place, with whatever is no place for a change blanked out."""
    text = HIDDEN.sub(lambda match: re.sub(r"[^\n]", BLANK, match.group()), source)
    for match in ROOM.finditer(text):
        text = blanked(text, match.end(), closing(text, match.end()))
    for match in re.finditer(r"\bdebug_assert\w*!\(", text):
        text = blanked(text, match.start(), closing(text, match.end()))
    return text


def is_code(line):
    text = line.strip()
    return text and not text.startswith(("#", "use ", "pub use ", "mod ", "pub mod "))


def code_lines(path, test_modules):
    """Number, line and code of each line of a file that is neither tests nor comments nor attributes."""
    if path.stem in test_modules or any(part in test_modules for part in path.parts):
        return
    source = path.read_text()
    lines, codes = source.split("\n"), code_only(source).split("\n")
    for number, (line, code) in enumerate(zip(lines, codes)):
        if code.strip() == "#[cfg(test)]":
            item = next((it.strip() for it in codes[number + 1 :] if not it.strip().startswith("#[")), "")
            if not item.endswith(";"):
                return
        if is_code(code):
            yield number, line, code


def test_modules(folder):
    """Names of modules that are compiled for tests alone."""
    pairs = re.compile(r"#\[cfg\((?:test|all\(test, \w+\))\)\]\s*(?:#\[path = .*\]\s*)?(?:pub )?mod (\w+);")
    return {name for path in folder.rglob("*.rs") for name in pairs.findall(path.read_text())}


def changed_number(text):
    plain = text.replace("_", "")
    if "." in plain or "e" in plain:
        return repr(float(plain) * 0.9) if float(plain) else "0.1"
    return str(int(plain) + 1)


def changes(line, code):
    """Each way of changing a line, as the new line. `code` is the line with what is no code blanked out."""
    for before, after in SWAPS:
        for match in re.finditer(r"(?<!\w)" + re.escape(before) + r"(?!\w)" if before.isalpha() else re.escape(before), code):
            yield line[:match.start()] + after + line[match.end():]
    for match in NUMBER.finditer(code):
        yield line[:match.start()] + changed_number(match.group()) + line[match.end():]
    match = CONDITION.search(code.rstrip())
    if match and "let " not in match.group(2):
        yield line[:match.start(2)] + "!(" + line[match.start(2):match.end(2)] + ")" + line[match.end(2):]


Place = collections.namedtuple("Place", "path number line new")


def places(folder, only):
    modules = test_modules(folder)
    for path in sorted(folder.rglob("*.rs")):
        if only in str(path.relative_to(folder)):
            for number, line, code in code_lines(path, modules):
                for new in changes(line, code):
                    yield Place(path.relative_to(folder), number, line, new)


def shown(place):
    return f"{place.path}:{place.number + 1}\n    - {place.line.strip()}\n    + {place.new.strip()}"


def with_change(source, place):
    lines = source.split("\n")
    lines[place.number] = place.new
    return "\n".join(lines)


FUNCTION = re.compile(r"\bfn\s+\w+")
CHOICE = """
pub(crate) fn chosen_mutant() -> usize {
    static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(usize::MAX))
}
"""


def bodies(source):
    """Where the body of each function that is in no other one starts and ends, without its braces."""
    code, end = code_only(source), 0
    for match in FUNCTION.finditer(code):
        if match.start() < end or re.search(r"\bconst (?:unsafe )?$", code[: match.start()]):
            continue
        depth, at = 0, match.end()
        while depth or code[at] not in "{;":
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
            at += 1
        if code[at] == ";":
            continue
        start, depth = at + 1, 1
        while depth:
            at += 1
            depth += {"{": 1, "}": -1}.get(code[at], 0)
        end = at
        yield start, end


def together(source, changes):
    """The source with its changes beside what was, each with its number, and the lines that each of them then stands on.

    What is not in the body of a function is left out of both."""
    text, done, lines = "", 0, {}
    for start, end in bodies(source):
        own = [(number, body) for number, place in changes if (body := changed_body(source, start, end, place)) is not None]
        if own:
            text += source[done:start]
            done = end
        for number, body in own:
            first = text.count("\n") + 1
            text += f" if crate::chosen_mutant() == {number} {{{body}}} else {{"
            lines[number] = range(first, text.count("\n") + 2)
        if own:
            text += source[start:end] + "}" * len(own)
    return text + source[done:], lines


def changed_body(source, start, end, place):
    """What stands between two places of the source with a change; none if the change is elsewhere."""
    changed = with_change(source, place)
    new_end = end + len(changed) - len(source)
    inside = changed[:start] == source[:start] and changed[new_end:] == source[end:] and start <= new_end
    return changed[start:new_end] if inside else None


class Bench:
    """A copy of the tree in which one crate is changed and tested."""

    def __init__(self, folder, crate, skipped):
        self.root, self.crate = pathlib.Path(folder), crate
        self.skipped = [part for name in skipped for part in ("--skip", name)]
        for name in ["src", "tools", "tests", "benches", "docs", "assets", "Cargo.toml", "Cargo.lock"]:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self.root / name)
        self.folder = self.root / "src" / crate
        # What an earlier run built in a kept folder, with its last change in it, would count as fresh.
        (self.folder / "lib.rs").touch()
        if self.build():
            sys.exit("the crate does not build as it is")
        self.measure("as they are")

    def measure(self, state):
        """How long the tests take where nothing is changed says how long a mutant has."""
        self.limit, start = BASELINE_SECONDS, time.monotonic()
        if not self.passes():
            sys.exit(f"the tests do not pass {state}")
        self.limit = max(SECONDS, 3 * (time.monotonic() - start))
        print(f"a mutant has {self.limit:.0f} s", flush=True)

    def command(self, *end):
        settings = dict(PROPTEST_DISABLE_FAILURE_PERSISTENCE="true", RUST_BACKTRACE="0", CARGO_PROFILE_TEST_DEBUG="0")
        environment = dict(os.environ, **settings)
        command = ["cargo", "test", "--offline", "-p", self.crate, "--lib", *end]
        return command, dict(cwd=self.root, env=environment, stderr=subprocess.DEVNULL, text=True)

    def build(self):
        """Files and lines of what does not compile; none when everything does."""
        command, options = self.command("--no-run", "--message-format=json")
        result = subprocess.run(command, stdout=subprocess.PIPE, **options)
        found = [json.loads(line).get("message") for line in result.stdout.splitlines() if line.startswith("{")]
        errors = [it for it in found if it and it["level"] == "error"]
        spans = [(it["file_name"], it["line_start"]) for error in errors for it in error["spans"] if it["is_primary"]]
        return spans if not result.returncode else spans or [("", 0)]

    def passes(self, mutant=""):
        """Whether every test passes. What fails first ends the run, and so does what takes longer than the limit."""
        command, options = self.command("--", *self.skipped)
        options["env"]["MUTANT"] = str(mutant)
        with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True, **options) as process:
            end = lambda: os.killpg(process.pid, signal.SIGKILL)
            timer = threading.Timer(self.limit, end)
            timer.start()
            failed = any("... FAILED" in line for line in process.stdout)
            if failed:
                end()
            timer.cancel()
        return not failed and process.returncode == 0

    def alone(self, place):
        """killed, survived or unbuilt."""
        target = self.folder / place.path
        original = target.read_text()
        target.write_text(with_change(original, place))
        result = "unbuilt" if self.build() else "survived" if self.passes() else "killed"
        target.write_text(original)
        return result

    def all(self, places):
        """How the tests take each of some places, in their order."""
        originals = {path: (self.folder / path).read_text() for path in {place.path for place in places}}
        lib = (self.folder / "lib.rs").read_text()
        numbers = self.built_together(places, originals, lib)
        results = {}
        if numbers:
            self.measure("with all changes built and none chosen")
        for number in sorted(numbers):
            results[number] = "survived" if self.passes(number) else "killed"
            print(f"{results[number]:8} {shown(places[number])}", flush=True)
        for path, source in {**originals, pathlib.Path("lib.rs"): lib}.items():
            (self.folder / path).write_text(source)
        for number in sorted(set(range(len(places))) - numbers):
            results[number] = self.alone(places[number])
            if results[number] != "unbuilt":
                print(f"{results[number]:8} {shown(places[number])}", flush=True)
        return [results[number] for number in range(len(places))]

    def built_together(self, places, originals, lib):
        """The numbers of the places that are built into one program, which the copy then holds."""
        numbers = set(range(len(places)))
        while True:
            lines = {}
            (self.folder / "lib.rs").write_text(lib + CHOICE)
            for path, source in originals.items():
                own = [(number, places[number]) for number in sorted(numbers) if places[number].path == path]
                text, lines[path] = together(source, own)
                (self.folder / path).write_text(text + (CHOICE if str(path) == "lib.rs" else ""))
            numbers = {number for own in lines.values() for number in own}
            refused = self.build()
            if not refused or not numbers:
                return numbers
            wrong = set()
            for name, line in refused:
                own = next((own for path, own in lines.items() if name == f"src/{self.crate}/{path}"), {})
                # What is wrong in a changed body, or else in what stands behind it as it was.
                there = {number for number, place in own.items() if line in place}
                before = [number for number, place in own.items() if place.start <= line]
                wrong |= there or set(before[-1:])
            numbers = numbers - wrong if wrong else set()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("crate")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--skip", action="append", default=[], help="leave out tests with this in their names: no more is killed than with them")
    parser.add_argument("--list", action="store_true", help="print the places and run nothing")
    args = parser.parse_args()
    drawn = list(places(ROOT / "src" / args.crate, args.only))
    random.Random(args.seed).shuffle(drawn)
    print(f"{args.crate}: {args.sample} of {len(drawn)}, seed {args.seed}", flush=True)
    if args.list:
        print("\n".join(shown(place) for place in drawn[: args.sample]))
        return
    with tempfile.TemporaryDirectory() as folder:
        bench, done, at = Bench(folder, args.crate, args.skip), [], 0
        while len(done) < args.sample and at < len(drawn):
            batch = drawn[at : at + args.sample - len(done)]
            at += len(batch)
            done += [result for result in bench.all(batch) if result != "unbuilt"]
        killed = done.count("killed")
        print(f"{killed} of {len(done)} killed, {100 * killed / max(len(done), 1):.0f} %")


if __name__ == "__main__":
    main()
