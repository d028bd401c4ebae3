"""Test of the installed program on a clean machine."""

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
    """A test of an installed program.

    Attributes:
        machine: the clean machine.
        display: name of the X display.
        out: folder for screenshots and logs.
        deb: Debian package; None if there is none.
        wheel: wheel of the program; None if there is none.
        name: name of the files in ``out``.
        archive: archive for any Linux; None if there is none.
        facts: measurements.
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
        """Solve a board, export it, and open the window.

        Args:
            program: name or path of the program.
            given: environment variables.
            home: True if the user's home folder is writable.
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
        """Start a program, wait for its window, solve the board in it, and take a screenshot."""
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
            log_text = (self.out / f"{self.name}-window.log").read_text(encoding="utf-8")
            if "Traceback" in log_text:
                raise FailedError(f"the window says: {log_text[-800:]}")
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
        """Return True if a window has the board's title or file name in its title."""
        return re.search("mystery.box", self._titles(), re.IGNORECASE) is not None

    def _press(self, keys: str) -> None:
        for window in self._xdotool("search", "--onlyvisible", "--name", "PuzzleGUI").split():
            self._xdotool("windowfocus", "--sync", window)
        self._xdotool("key", keys)

    def take_picture(self, name: str) -> None:
        """Save a screenshot."""
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-video_size", "1366x768"]
        command += ["-i", self.display, "-frames:v", "1", str(self.out / f"{name}.png")]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL)

    # --- installation ---

    def install_deb(self) -> None:
        """Install the Debian package and its dependencies with apt."""
        if self.deb is None:
            raise FailedError("no package was given: --deb")
        self.machine.bring(self.deb)
        self.machine.install(f"/home/{USER}/{self.deb.name}")
        self.machine.bring(BOARD)

    def unpack_archive(self) -> str:
        """Unpack the archive in the user's home folder; return the path of the program."""
        if self.archive is None:
            raise FailedError("no archive was given: --archive")
        self.machine.install("xz-utils")
        self.machine.bring(self.archive, BOARD)
        home = f"/home/{USER}"
        self.machine.run("tar", "-xf", f"{home}/{self.archive.name}", "-C", home)
        return f"{home}/puzzlegui/puzzlegui"

    def install_by_pip(self, packages: list[str]) -> str:
        """Install the wheel as the README describes; return the path of the program."""
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
