"""Try the program out on clean machines: ``python -m tools.test_clean_install --deb FILE``.

Each environment of the table in clean_machines/environments.py is a Debian made by debootstrap,
with nothing but what the program asks for, used by a user who is not root. The screen is outside
of it. Debian is the oldest release that the program is for, or that of --release. With --archive
the .tar.xz is tried, too; with --python the wheel with other Pythons of this machine. What was run
and seen is left in the folder --out; 0 only if all went well. Needs root, debootstrap, Xvfb,
xdotool, ffmpeg, and for Wayland weston.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.clean_machines import debian
from tools.clean_machines.debian import FailedError
from tools.clean_machines.environments import ENVIRONMENTS, wanted
from tools.clean_machines.trial import Trial


def main() -> int:
    """Try everything out, and say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [each.name for each in ENVIRONMENTS]
    parser.add_argument("--deb", type=Path, help="the package for Debian")
    parser.add_argument("--wheel", type=Path, help="of the program, for what is done with pip")
    parser.add_argument("--archive", type=Path, help="the bundle for any Linux")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--python", nargs="*", type=Path, default=[], help="other Pythons")
    parser.add_argument("--release", default=debian.RELEASE, help="of Debian: trixie, forky, …")
    parser.add_argument("--cache", type=Path, default=Path("clean-cache"), help="for Debian itself")
    parser.add_argument("--out", type=Path, default=Path("clean-results"), help="for the results")
    args = parser.parse_args()
    debian.use_private_mounts(["-m", "tools.test_clean_install", *sys.argv[1:]])
    args.out.mkdir(parents=True, exist_ok=True)
    results = {}
    base = debian.made(args.cache.absolute(), args.release)
    with debian.screen(args.out) as display, tempfile.TemporaryDirectory(dir=args.cache) as scratch:
        chosen = list(wanted(args.only))
        layers = {False: [base]}
        if args.deb and any(each.installed for each in chosen):
            layers[True] = [with_deb(base, Path(scratch, "installed"), args.deb, args.out), base]
        for environment in chosen:
            began = time.monotonic()
            log = args.out / f"{environment.name}.log"
            log.unlink(missing_ok=True)
            folder = Path(scratch, environment.name)
            below = layers.get(environment.installed, [base])
            with debian.machine(below, folder, log) as machine:
                trial = Trial(
                    machine, display, args.out, args.deb, args.wheel, environment.name,
                    args.archive,
                )  # fmt: skip
                try:
                    environment.try_out(trial)
                    said = "well"
                except (FailedError, OSError, subprocess.SubprocessError) as error:
                    said = f"FAILED: {error}"
            seconds = round(time.monotonic() - began)
            results[environment.name] = {"result": said, "seconds": seconds} | trial.facts
            print(f"{environment.name}: {said} ({seconds} s)", flush=True)
    for python in args.python:
        said = with_python(python, args.wheel, args.out)
        results[python.name] = {"result": said}
        print(f"{python}: {said}", flush=True)
    (args.out / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0 if all(found["result"] == "well" for found in results.values()) else 1


def with_deb(base: Path, folder: Path, deb: Path, out: Path) -> Path:
    """The layer on a clean Debian in which the package is installed."""
    with debian.machine([base], folder, out / "installed.log") as machine:
        trial = Trial(machine, "", out, deb, None)
        trial.install_deb()
        return machine.layers[0]


def with_python(python: Path, wheel: Path | None, out: Path) -> str:
    """What came of the wheel in a virtual environment of another Python of this machine."""
    if wheel is None:
        return "FAILED: no wheel was given"
    with tempfile.TemporaryDirectory() as scratch:
        environment = Path(scratch, "environment")
        steps: list[list[str | Path]] = [
            [python, "-m", "venv", environment],
            [environment / "bin/pip", "install", "--quiet", wheel.absolute()],
            [environment / "bin/puzzlegui", "--version", "--verbose"],
            [environment / "bin/puzzlegui", "solve", "preset:mystery-box", "--quiet"],
            [environment / "bin/puzzlegui", "selftest"],
        ]
        given = os.environ | {"HOME": scratch, "QT_QPA_PLATFORM": "offscreen"}
        with (out / f"{python.name}.log").open("w", encoding="utf-8") as log:
            for step in steps:
                done = subprocess.run(
                    step, check=False, stdout=log, stderr=subprocess.STDOUT, env=given, cwd=scratch
                )
                if done.returncode:
                    return f"FAILED: {' '.join(map(str, step))}: {done.returncode}"
    return "well"


if __name__ == "__main__":
    sys.exit(main())
