#!/usr/bin/env python3
"""The pictures of the window in the docs, made anew from the window as it is: python3 tests/pictures.py [--kept]

Runs the editor's tests, which keep pictures of what they do, and copies those that the docs show. With --kept it takes
what the last run kept. Needs ImageMagick, which reduces the colours."""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The picture of the docs, and the name under which a test keeps it.
PICTURES = {
    "beside": "dock beside",
    "bind": "bind",
    "blend_space": "blend space traced",
    "canvas": "canvas hero",
    "clip": "curves",
    "combo_class": "attack combo 4 class",
    "combo_insert": "attack combo 1 insert",
    "combo_links": "attack combo 3 sections",
    "combo_log": "attack combo 6 log",
    "combo_play": "attack combo 4 notifies",
    "combo_rate": "attack combo 2 rate",
    "combo_slots": "attack combo 4 slots",
    "combo_sweep": "attack combo 7 sweep",
    "compression": "compression report",
    "empty": "empty",
    "ghosts": "ghosts",
    "import_bones": "import renamed bones",
    "import_question": "import question",
    "import_report": "import report",
    "import_table": "import table",
    "montage": "played",
    "problems": "problems",
    "recovery": "recovery",
    "reduction": "reduction before and after",
    "render": "render video",
    "report": "a report",
    "sound": "sound lane",
    "states": "canvas hero states",
    "three_ways": "three ways",
    "tuning_feet": "tuning feet",
    "tuning_hand": "before and after a hand",
    "tuning_lunge": "warp sandbox too far",
    "tuning_slide": "foot-slide-space",
    "tuning_vault": "tuning vault",
}


def main():
    convert = shutil.which("convert")
    if not convert:
        sys.exit("ImageMagick is missing: apt-get install imagemagick")
    if "--kept" not in sys.argv:
        subprocess.run(["cargo", "test", "-p", "editor", "--lib"], cwd=ROOT, check=True)
    kept = ROOT / "target/pictures/app"
    missing = [name for name in PICTURES.values() if not (kept / f"{name}.png").is_file()]
    if missing:
        sys.exit(f"no test kept {', '.join(missing)}: run without --kept, or mend the table")
    for name, source in PICTURES.items():
        target = ROOT / "docs/images" / f"{name}.png"
        subprocess.run([convert, kept / f"{source}.png", "-strip", "-colors", "256", f"PNG8:{target}"], check=True)


if __name__ == "__main__":
    main()
