"""What is tried on a clean machine, and how the program is used there."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.clean_machines.debian import USER, FailedError, Machine, waited

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
BOARD = ROOT / "resources" / "presets" / "mystery-box.puzzle"
_SLOW = 90.0


@dataclass
class Trial:
    """What is tried, and with what.

    Attributes:
        machine: where.
        display: the name of a screen.
        out: where pictures are left.
        deb: the package for Debian, None if there is none.
        wheel: of the program.
        archive: the bundle for any Linux.
        facts: what was measured.
    """

    machine: Machine
    display: str
    out: Path
    deb: Path | None
    wheel: Path | None
    name: str = ""
    archive: Path | None = None
    facts: dict[str, object] = field(default_factory=dict)

    def use(
        self,
        program: str = "puzzlegui",
        given: Mapping[str, str] | None = None,
        *,
        home: bool = True,
    ) -> None:
        """Solve, export, and look at the window, with some variables of the environment.

        Args:
            program: its name.
            given: variables.
            home: the user's folder can be written to.
        """
        given = dict(given or {})
        run = self.machine.run
        self.facts["summary"] = run(program, "--version", "--verbose", environment=given)
        solved = run(program, "solve", "preset:mystery-box", "--quiet", "--format", "json",
                     environment=given)  # fmt: skip
        length = json.loads(solved[solved.index("{") : solved.rindex("}") + 1])["length"]
        if length != 10:
            raise FailedError(f"the board was solved in {length} moves")
        for kind in ("pdf", "png", "gif"):
            made = f"/tmp/{self.name}.{kind}"  # noqa: S108 - in a machine of its own
            run(program, "render", "preset:mystery-box", "-o", made, environment=given)
            if not (self.machine.root / made.lstrip("/")).stat().st_size > 1000:
                raise FailedError(f"{made} is empty")
        shown = {"DISPLAY": self.display} | given
        run(program, "selftest", environment=shown)
        self.see_window(program, f"/home/{USER}/{BOARD.name}" if home else "preset:mystery-box",
                        environment=shown)  # fmt: skip

    def see_window(self, *command: str, environment: Mapping[str, str]) -> None:
        """Start a program, wait for the window with the board, solve it there, take a picture."""
        began = time.monotonic()
        with (self.out / f"{self.name}-window.log").open("wb") as log:
            program = subprocess.Popen(
                self.machine.command(*command, environment=environment),
                stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        try:
            if not waited(self._is_open, _SLOW):
                raise FailedError(f"no window with the board came up: {self._titles()!r}")
            self.facts.setdefault("seconds to the window", round(time.monotonic() - began, 1))
            self._press("F5")
            time.sleep(4)
            self.take_picture(self.name)
            if not self._is_open():
                raise FailedError("the window is gone")
            self._press("ctrl+q")
            if not waited(lambda: not self._is_open(), 20):
                raise FailedError("the window does not close")
            said = (self.out / f"{self.name}-window.log").read_text(encoding="utf-8")
            if "Traceback" in said:
                raise FailedError(f"the window says: {said[-800:]}")
        finally:
            program.terminate()
            program.wait()

    def _xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], check=False, capture_output=True, text=True,
            env={"DISPLAY": self.display, "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        return done.stdout

    def _titles(self) -> str:
        return "\n".join(
            self._xdotool("getwindowname", window)
            for window in self._xdotool("search", "--onlyvisible", "--name", "PuzzleGUI").split()
        )

    def _is_open(self) -> bool:
        """Whether there is a window with the board, by its title or by its file."""
        return re.search("mystery.box", self._titles(), re.IGNORECASE) is not None

    def _press(self, keys: str) -> None:
        for window in self._xdotool("search", "--onlyvisible", "--name", "PuzzleGUI").split():
            self._xdotool("windowfocus", "--sync", window)
        self._xdotool("key", keys)

    def take_picture(self, name: str) -> None:
        """Keep what is on the screen."""
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-video_size", "1366x768"]
        command += ["-i", self.display, "-frames:v", "1", str(self.out / f"{name}.png")]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL)

    # --- ways to install it ---

    def install_deb(self) -> None:
        """By apt, from the file; nothing is there afterwards but what it depends on."""
        if self.deb is None:
            raise FailedError("no package was given: --deb")
        self.machine.bring(self.deb)
        self.machine.install(f"/home/{USER}/{self.deb.name}")
        self.machine.bring(BOARD)

    def unpack_archive(self) -> str:
        """As the README says, in the user's folder; the program's name."""
        if self.archive is None:
            raise FailedError("no archive was given: --archive")
        self.machine.install("xz-utils")
        self.machine.bring(self.archive, BOARD)
        home = f"/home/{USER}"
        self.machine.run("tar", "-xf", f"{home}/{self.archive.name}", "-C", home)
        return f"{home}/puzzlegui/puzzlegui"

    def install_by_pip(self, packages: list[str]) -> str:
        """As the README says, for a user; the program's name."""
        if self.wheel is None:
            raise FailedError("no wheel was given: --wheel")
        self.machine.install("python3", "python3-venv", "ca-certificates", *packages)
        self.machine.bring(self.wheel, BOARD)
        folder, wheel = f"/home/{USER}/environment", f"/home/{USER}/{self.wheel.name}"
        self.machine.run("python3", "-m", "venv", folder)
        self.machine.run(f"{folder}/bin/pip", "install", "--quiet", wheel)
        return f"{folder}/bin/puzzlegui"


def readme_packages() -> list[str]:
    """Return the packages that the README names for a minimal Debian."""
    text = README.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = re.findall(r"\bapt install ((?:[a-z][\w.+-]* *)+)", text)
    if not lines:
        raise FailedError("the README does not say what to install")
    return str(max(lines, key=len)).split()
