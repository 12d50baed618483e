#!/usr/bin/env python3
"""Which small faults the tests of a crate see: python3 tests/mutants.py CRATE [--sample N] [--seed N] [--only PART]

Draws places in the crate's code that is not tests, changes an operator, a condition or a constant at one of them at a
time, and runs the crate's own unit tests. The working tree is never written to: everything happens in a copy. A change
that does not compile is drawn again. Prints each mutant as killed or survived, then their part. With CARGO_TARGET_DIR set
to a folder outside the tree, what other crates build to is kept from one run to the next.
"""

import argparse
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

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120

SWAPS = [
    (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "),
    (" *= ", " /= "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
    (" != ", " == "), (" && ", " || "), (" || ", " && "), (".min(", ".max("), (".max(", ".min("),
    ("true", "false"), ("false", "true"), ("..=", ".."), (".any(", ".all("), (".all(", ".any("),
]
NUMBER = re.compile(r"(?<![\w.\"#])(\d[\d_]*\.\d[\d_]*(?:e-?\d+)?|\d[\d_]*e-?\d+|\d[\d_]*)(?![\w.\"])")
CONDITION = re.compile(r"\b(if|while) (?!let\b)([^{}]+) \{$")


def is_code(line):
    text = line.strip()
    return text and not text.startswith(("//", "#", "use ", "pub use ", "mod ", "pub mod ", "debug_assert"))


def code_lines(path, test_modules):
    """Numbers and lines of a file that are neither tests nor comments nor attributes."""
    if path.stem in test_modules or any(part in test_modules for part in path.parts):
        return
    for number, line in enumerate(path.read_text().splitlines()):
        if line.strip() == "#[cfg(test)]" and not path.read_text().splitlines()[number + 1].strip().endswith(";"):
            return
        if is_code(line):
            yield number, line


def test_modules(folder):
    """Names of modules that are compiled for tests alone."""
    pairs = re.compile(r"#\[cfg\(test\)\]\s*(?:pub )?mod (\w+);")
    return {name for path in folder.rglob("*.rs") for name in pairs.findall(path.read_text())}


def changed_number(text):
    plain = text.replace("_", "")
    if "." in plain or "e" in plain:
        return repr(float(plain) * 0.9) if float(plain) else "0.1"
    return str(int(plain) + 1)


def changes(line):
    """Each way of changing a line, as the new line."""
    code = line.split(" // ")[0]
    quoted = [(m.start(), m.end()) for m in re.finditer(r"\"[^\"]*\"", code)]
    inside = lambda at: any(a <= at < b for a, b in quoted)
    for before, after in SWAPS:
        for match in re.finditer(r"(?<!\w)" + re.escape(before) + r"(?!\w)" if before.isalpha() else re.escape(before), code):
            if not inside(match.start()):
                yield line[:match.start()] + after + line[match.end():]
    for match in NUMBER.finditer(code):
        if not inside(match.start()):
            yield line[:match.start()] + changed_number(match.group()) + line[match.end():]
    match = CONDITION.search(code)
    if match and "let " not in match.group(2):
        yield line[:match.start(2)] + "!(" + match.group(2) + ")" + line[match.end(2):]


def places(folder, only):
    modules = test_modules(folder)
    for path in sorted(folder.rglob("*.rs")):
        if only in str(path.relative_to(folder)):
            for number, line in code_lines(path.relative_to(folder) and path, modules):
                for new in changes(line):
                    yield path.relative_to(folder), number, line, new


def passes(command, **options):
    """Whether every test passes. What fails first ends the run, and so does what takes longer than any good run."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, **options) as process:
        end = lambda: os.killpg(process.pid, signal.SIGKILL)
        timer = threading.Timer(SECONDS, end)
        timer.start()
        failed = any("... FAILED" in line for line in process.stdout)
        if failed:
            end()
        timer.cancel()
    return not failed and process.returncode == 0


def run(workspace, crate):
    """killed, survived or unbuilt."""
    settings = dict(PROPTEST_DISABLE_FAILURE_PERSISTENCE="true", RUST_BACKTRACE="0", CARGO_PROFILE_TEST_DEBUG="0")
    options = dict(cwd=workspace, env=dict(os.environ, **settings), stderr=subprocess.DEVNULL)
    call = lambda *end: ["cargo", "test", "--offline", "-p", crate, "--lib", *end]
    if subprocess.run(call("--no-run"), stdout=subprocess.DEVNULL, **options).returncode:
        return "unbuilt"
    return "survived" if passes(call(), **options) else "killed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("crate")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose path has this in it")
    args = parser.parse_args()
    folder = ROOT / "src" / args.crate
    drawn = list(places(folder, args.only))
    random.Random(args.seed).shuffle(drawn)
    print(f"{args.crate}: {args.sample} of {len(drawn)}, seed {args.seed}", flush=True)
    with tempfile.TemporaryDirectory() as place:
        workspace = pathlib.Path(place)
        for name in ["src", "tests", "benches", "docs", "Cargo.toml", "Cargo.lock"]:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, workspace / name)
        # What an earlier run built in a kept folder, with its last change in it, would count as fresh.
        (workspace / "src" / args.crate / "lib.rs").touch()
        if run(workspace, args.crate) != "survived":
            sys.exit("the tests do not pass as they are")
        killed, done = 0, 0
        for path, number, line, new in drawn:
            if done == args.sample:
                break
            target = workspace / "src" / args.crate / path
            original = target.read_text()
            lines = original.splitlines(keepends=True)
            lines[number] = new + "\n"
            target.write_text("".join(lines))
            result = run(workspace, args.crate)
            target.write_text(original)
            if result == "unbuilt":
                continue
            done, killed = done + 1, killed + (result == "killed")
            print(f"{result:8} {path}:{number + 1}\n    - {line.strip()}\n    + {new.strip()}", flush=True)
        print(f"{killed} of {done} killed, {100 * killed / max(done, 1):.0f} %")


if __name__ == "__main__":
    main()
