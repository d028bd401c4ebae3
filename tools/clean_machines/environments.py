"""The one table of machines that the program is tried out on, and what is done there."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tools.clean_machines import from_source
from tools.clean_machines.debian import USER, FailedError, waited
from tools.clean_machines.trial import BOARD, README, Trial, readme_packages

_SMALL = "64k"
"""A disk on which nothing has room."""

# --- what is tried ---


def _deb(trial: Trial) -> None:
    """Installed by apt, opened through its desktop entry, used, removed: nothing is left."""
    run, machine = trial.machine.run, trial.machine
    before = machine.files()
    began = time.monotonic()
    trial.install_deb()
    run("puzzlegui", "solve", "preset:mystery-box", "--quiet")
    trial.facts["minutes to a solved board"] = round((time.monotonic() - began) / 60, 2)
    trial.use()
    run("apt-get", "-qq", "-y", "purge", "puzzlegui", user="root")
    run("apt-get", "-qq", "-y", "--purge", "autoremove", user="root")
    left = {name for name in machine.files() - before if not name.startswith("home/")}
    trial.facts["left behind"] = sorted(left)
    if left:
        raise FailedError(f"left behind: {sorted(left)[:10]}")


def _desktop(trial: Trial) -> None:
    """A file is opened by what it is, as a double click does it."""
    run = trial.machine.run
    trial.machine.install("xdg-utils", "shared-mime-info", "libglib2.0-bin", "desktop-file-utils",
                          "libfile-mimeinfo-perl")  # fmt: skip
    file = f"/home/{USER}/{BOARD.name}"
    attribute = "standard::content-type"
    kind = run("gio", "info", "-a", attribute, file).split(f"{attribute}: ")[1].split()[0]
    trial.facts["type"] = kind
    trial.facts["opened by"] = run("xdg-mime", "query", "default", kind).strip()
    unnamed = trial.machine.root / f"home/{USER}/unnamed"
    unnamed.write_bytes(BOARD.read_bytes())
    found = run("gio", "info", "-a", attribute, f"/home/{USER}/unnamed")
    if kind not in found:
        raise FailedError(f"without its name it is not known by what is in it: {found}")
    for opening in ("gio", "xdg-open"):
        command = ("gio", "open", file) if opening == "gio" else ("xdg-open", file)
        trial.name = f"desktop-{opening}"
        trial.see_window(*command, environment={"DISPLAY": trial.display})


def _pip(trial: Trial) -> None:
    """In a virtual environment, with the packages that the README names and no others."""
    began = time.monotonic()
    program = trial.install_by_pip(readme_packages())
    trial.machine.run(program, "solve", "preset:mystery-box", "--quiet")
    trial.facts["minutes to a solved board"] = round((time.monotonic() - began) / 60, 2)
    trial.use(program)


def _missing(trial: Trial) -> None:
    """Without any library; the program names all packages at once, then there is a window."""
    program = trial.install_by_pip([])
    _install_what_is_named(trial, program)
    if len(trial.facts["named one after another"]) > 1:  # type: ignore[arg-type]
        raise FailedError(f"not at once: {trial.facts}")
    trial.use(program)


def _archive(trial: Trial) -> None:
    """Unpacked by a user; what the program names is installed, and nothing else."""
    began = time.monotonic()
    program = trial.unpack_archive()
    trial.machine.run(program, "solve", "preset:mystery-box", "--quiet")
    trial.facts["minutes to a solved board"] = round((time.monotonic() - began) / 60, 2)
    _install_what_is_named(trial, program)
    trial.use(program)


def _install_what_is_named(trial: Trial, program: str) -> None:
    named: list[str] = []
    while len(named) < 30:
        said = trial.machine.run(
            program, f"/home/{USER}/{BOARD.name}", fails=True,
            environment={"DISPLAY": ":4711"},
        )  # fmt: skip
        said += trial.machine.run(
            "timeout", "15", program, "preset:mystery-box", fails=True,
            environment={"DISPLAY": trial.display},
        )  # fmt: skip
        if "Traceback" in said:
            raise FailedError(f"a traceback: {said}")
        packages = re.findall(r"with: (?:sudo )?apt install (.+)", said)
        if not packages:
            break
        if packages[-1] in named:
            raise FailedError(f"{packages[-1]} does not help")
        named.append(packages[-1])
        trial.machine.install(*packages[-1].split())
    trial.facts["named one after another"] = named


def _externally_managed(trial: Trial) -> None:
    """Debian's own Python takes no packages: the README says what to do instead."""
    trial.machine.install("python3-pip")
    said = trial.machine.run("pip", "install", "x", fails=True)
    if "externally-managed-environment" not in said:
        raise FailedError(f"pip says: {said}")
    text = README.read_text(encoding="utf-8")
    if "-m venv" not in text or "pipx" not in text:
        raise FailedError("the README speaks of no virtual environment and no pipx")


def _read_only(trial: Trial) -> None:
    """The program's folder can be written by nobody, and root's are read-only too."""
    root = trial.machine.root
    place = root / "usr"
    subprocess.run(["mount", "--bind", place, place], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
    try:
        trial.use()
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def _no_home(trial: Trial) -> None:
    """There is no folder of the user's, and none can be made."""
    trial.use(given={"HOME": "/nowhere"}, home=False)


def _full_home(trial: Trial) -> None:
    """The user's folder is on a disk with no room."""
    home = trial.machine.root / f"home/{USER}"
    options = f"size={_SMALL},uid=1000,gid=1000"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", home], check=True)
    try:
        with (home / "full").open("wb", buffering=0) as file:
            for size in (4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue
        trial.use(home=False)
    finally:
        subprocess.run(["umount", "--lazy", home], check=True)


def _language(**variables: str) -> Callable[[Trial], None]:
    def try_out(trial: Trial) -> None:
        if "de_DE" in "".join(variables.values()):
            trial.machine.install("locales")
            trial.machine.run("localedef", "-i", "de_DE", "-f", "UTF-8", "de_DE.UTF-8", user="root")
        trial.use(given=variables)

    return try_out


def _wayland(trial: Trial) -> None:
    """There is a Wayland compositor and no X server."""
    folder = trial.machine.root / "tmp/wayland"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    log = trial.out / "weston.log"
    weston = subprocess.Popen(
        ["weston", "--backend=headless-backend.so", "--socket=wayland-clean", "--idle-time=0",
         "--width=1366", "--height=768", f"--log={log}"],
        env={"XDG_RUNTIME_DIR": str(folder), "PATH": "/usr/bin:/bin", "HOME": "/root"},
    )  # fmt: skip
    try:
        if not waited((folder / "wayland-clean").exists, 20):
            raise FailedError("weston does not start")
        (folder / "wayland-clean").chmod(0o777)
        given = {"XDG_RUNTIME_DIR": "/tmp/wayland", "WAYLAND_DISPLAY": "wayland-clean"}  # noqa: S108
        trial.machine.run("puzzlegui", "selftest", environment=given)
        window = subprocess.Popen(
            trial.machine.command(
                "puzzlegui", "--verbose", f"/home/{USER}/{BOARD.name}", environment=given
            ),
            stderr=(trial.out / "wayland-window.log").open("wb"),
        )
        time.sleep(8)
        alive = window.poll() is None
        window.terminate()
        window.wait()
        said = (trial.out / "wayland-window.log").read_text()
        if not alive or "opened its window on wayland" not in said:
            raise FailedError(f"no window on Wayland: {said}")
    finally:
        weston.terminate()
        weston.wait()


def _no_fonts(trial: Trial) -> None:
    """No font is installed: the program brings its own."""
    fonts = list((trial.machine.root / "usr/share/fonts").rglob("*.[to]tf"))
    if fonts:
        trial.machine.run("rm", "-r", "/usr/share/fonts", user="root")
    trial.facts["fonts that the package brought"] = len(fonts)
    trial.use()


@dataclass(frozen=True)
class Environment:
    """A machine that the program must work on.

    Attributes:
        name: as given with ``--only``.
        try_out: uses the program there; raises FailedError.
        installed: the package for Debian is there from the beginning.
    """

    name: str
    try_out: Callable[[Trial], None]
    installed: bool = True


ENVIRONMENTS = (
    Environment("deb", _deb, installed=False),
    Environment("desktop", _desktop),
    Environment("archive", _archive, installed=False),
    Environment("pip", _pip, installed=False),
    Environment("readme", from_source.with_headers, installed=False),
    Environment("readme-pipx", from_source.with_pipx, installed=False),
    Environment("no-headers", from_source.without_headers, installed=False),
    Environment(
        "no-headers-pipx", partial(from_source.without_headers, pipx=True), installed=False
    ),
    Environment("missing-libraries", _missing, installed=False),
    Environment("externally-managed", _externally_managed, installed=False),
    Environment("read-only", _read_only),
    Environment("no-home", _no_home),
    Environment("full-home", _full_home),
    Environment("lang-c", _language(LANG="C")),
    Environment("lc-all-c", _language(LC_ALL="C")),
    Environment("german", _language(LANG="de_DE.UTF-8")),
    Environment("wayland", _wayland),
    Environment("no-fonts", _no_fonts),
)


def wanted(names: list[str] | None) -> Iterator[Environment]:
    """Those of these names, or all."""
    return (each for each in ENVIRONMENTS if names is None or each.name in names)
