"""Installing from source with the commands of the README, on a minimal Debian."""

from __future__ import annotations

import re
import subprocess
import time

from tools.clean_machines.debian import USER, FailedError
from tools.clean_machines.trial import BOARD, ROOT, Trial, readme_packages


def _unpack(trial: Trial) -> str:
    """Unpack the committed sources in the user's folder; return the folder."""
    archive = trial.out / "source.tar"
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", f"--output={archive}", "HEAD"]
    subprocess.run(command, check=True)
    folder = f"/home/{USER}/puzzlegui"
    trial.machine.bring(archive, BOARD)
    trial.machine.run("mkdir", folder)
    trial.machine.run("tar", "-xf", f"/home/{USER}/{archive.name}", "-C", folder)
    return folder


def _timed(trial: Trial, fact: str, *command: str, user: str = USER) -> str:
    """Run a command in a shell and record its seconds; return its output."""
    began = time.monotonic()
    found = trial.machine.run("sh", "-c", " ".join(command), user=user)
    trial.facts[fact] = round(time.monotonic() - began, 1)
    return found


def _follow_readme(trial: Trial, packages: list[str], *, pipx: bool = False) -> str:
    """Install from source with the commands of the README; return the name of the program."""
    quiet = "export DEBIAN_FRONTEND=noninteractive;"
    folder = _unpack(trial)
    line = " ".join(["apt install -y -o APT::Sandbox::User=root", *packages])
    _timed(trial, "seconds of apt", quiet, line, user="root")
    if pipx:
        _timed(trial, "seconds of pipx", f"cd {folder} && pipx install .")
        return f"/home/{USER}/.local/bin/puzzlegui"
    steps = f"cd {folder} && python3 -m venv .venv && . .venv/bin/activate && pip install ."
    _timed(trial, "seconds of pip", steps)
    return f"{folder}/.venv/bin/puzzlegui"


def _solve_first(trial: Trial, program: str, when: str) -> None:
    for preset in ("mystery-box", "twiddle-4x4"):
        command = f"timeout 600 {program} solve preset:{preset} --quiet"
        _timed(trial, f"seconds to solve {preset} {when}".strip(), command)


def with_headers(trial: Trial) -> None:
    """From source with the commands of the README alone: the kernels are compiled."""
    program = _follow_readme(trial, readme_packages())
    _solve_first(trial, program, "")
    trial.use(program)
    _expect_compiled(trial, program)


def with_pipx(trial: Trial) -> None:
    """From source by pipx, as the README says."""
    program = _follow_readme(trial, [*readme_packages(), "pipx"], pipx=True)
    _solve_first(trial, program, "")
    _expect_compiled(trial, program)


def without_headers(trial: Trial, *, pipx: bool = False) -> None:
    """Without Python's headers: it says so at every start, and its one command mends it."""
    packages = [name for name in readme_packages() if name != "python3-dev"]
    program = _follow_readme(trial, [*packages, "pipx"] if pipx else packages, pipx=pipx)
    trial.machine.bring(BOARD)
    _solve_first(trial, program, "uncompiled")
    shown = {"DISPLAY": trial.display}
    trial.see_window(program, f"/home/{USER}/{BOARD.name}", environment=shown)
    text = (trial.out / f"{trial.name}-window.log").read_text(encoding="utf-8")
    text += trial.machine.run(program, "solve", "preset:schonbrunn", "--quiet")
    commands = set(re.findall(r"To fix this, run: (sudo apt .*) && (.*)", text))
    if len(commands) != 1 or text.count("To fix this") != 2:
        raise FailedError(f"window and command line do not name one command: {text}")
    ((system, again),) = commands
    trial.facts["command"] = f"{system} && {again}"
    # There is no sudo on a minimal Debian.
    system = system.removeprefix("sudo ").replace("install", "install -y", 1)
    trial.machine.run("sh", "-c", f"{system} -o APT::Sandbox::User=root", user="root")
    _timed(trial, "seconds to compile it", again)
    _solve_first(trial, program, "compiled")
    _expect_compiled(trial, program)


def _expect_compiled(trial: Trial, program: str) -> None:
    summary = trial.machine.run(program, "--version", "--verbose")
    if "Solvers: compiled" not in summary:
        raise FailedError(f"the kernels are not compiled: {summary}")
