"""A Debian in a folder: made once by debootstrap, and used through layers that are thrown away.

Only root can do this. The mounts are seen by nobody else and are gone when the script ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RELEASE = "bookworm"
"""Debian 12, the oldest one that the program is for."""
MIRROR = "http://deb.debian.org/debian"
_SCRIPT = "/usr/share/debootstrap/scripts/sid"
USER = "someone"
"""Who uses the program; not root."""
_USER_ID = 1000
_MOST_SECONDS = 1200
_OF_PIP = ("PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT")
"""What says where pip has packages from."""
_CERTIFICATES = "/etc/clean-certificates.pem"
"""Those that this machine trusts, for pip."""
_FETCHED = {"apt": "var/cache/apt/archives", "pip": "var/cache/pip"}
"""What was fetched once is kept in the cache, and is seen by all machines in these places."""
_OFF_LIMITS = ("proc", "sys", "dev", "tmp", "run")
"""Folders that are not part of what a package leaves."""
_NO_MATTER = (
    "var/cache/", "var/lib/apt/", "var/lib/dpkg/", "var/log/", "etc/ld.so.cache",
    "var/lib/systemd/deb-systemd",
)  # fmt: skip
"""What apt and dpkg keep of every package that was ever there."""


class FailedError(RuntimeError):
    """A command did not do what it should."""


def use_private_mounts(arguments: Sequence[str]) -> None:
    """Run Python anew with these arguments, so that mounts are private to the process."""
    if os.geteuid() != 0:
        sys.exit("this makes a Debian in a folder: only root can do that")
    if os.environ.get("_PRIVATE_MOUNTS"):
        return
    os.environ["_PRIVATE_MOUNTS"] = "1"
    command = ["unshare", "--mount", "--propagation", "private", sys.executable, *arguments]
    os.execvp(command[0], command)  # in its place


def made(cache: Path, release: str = RELEASE) -> Path:
    """The folder with a clean Debian; it is made if it is not in the cache."""
    base = cache / f"{release}-base"
    if (base / "etc" / "debian_version").exists():
        return base
    packages = (cache / "packages").absolute()
    packages.mkdir(parents=True, exist_ok=True)
    making = cache / f"{release}-making"
    shutil.rmtree(making, ignore_errors=True)
    command: list[str | Path] = ["debootstrap", "--variant=minbase", f"--cache-dir={packages}"]
    command += [release, making, MIRROR, _SCRIPT]  # which an older debootstrap may not have for it
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (making / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")  # starts no service
    (making / "usr/sbin/policy-rc.d").chmod(0o755)
    late = 'Acquire::Check-Valid-Until "false";\n'  # a mirror may be behind
    (making / "etc/apt/apt.conf.d/late").write_text(late)
    command = ["chroot", making, "useradd", "--create-home", "--uid", str(_USER_ID), USER]
    subprocess.run(command, check=True)
    command = ["chroot", making, "apt-get", "-qq", "update"]
    subprocess.run(command, check=True)
    making.rename(base)
    return base


@dataclass
class Machine:
    """A Debian that can be used and changed; the changes are in a layer of their own.

    Attributes:
        root: its folder.
        layers: the folders it is made of, the uppermost first.
        log: what was run, and what it said.
    """

    root: Path
    layers: list[Path]
    log: Path
    environment: dict[str, str] = field(default_factory=dict)

    def run(
        self,
        *command: str,
        user: str = USER,
        fails: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> str:
        """Run a command and give all that it says.

        Args:
            command: and its arguments.
            user: who runs it.
            fails: it may fail.
            environment: variables besides the usual ones.

        Raises:
            FailedError: it failed.
        """
        done = subprocess.run(
            self.command(*command, user=user, environment=environment),
            check=False, capture_output=True, timeout=_MOST_SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        said = (done.stdout + done.stderr).decode(errors="replace")
        self.note(f"$ {' '.join(command)}\n{said}[{done.returncode}]\n")
        if done.returncode and not fails:
            raise FailedError(f"{' '.join(command)}: {done.returncode}: {said[-800:]}")
        return said

    def command(
        self, *command: str, user: str = USER, environment: Mapping[str, str] | None = None
    ) -> list[str]:
        """What to run so that a command runs in here."""
        home = "/root" if user == "root" else f"/home/{user}"
        usual = {name: os.environ[name] for name in _OF_PIP if name in os.environ} | {
            "HOME": home, "USER": user, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
        }  # fmt: skip
        given = usual | self.environment | dict(environment or {})
        variables = [f"{name}={value}" for name, value in given.items()]
        number = 0 if user == "root" else _USER_ID
        who = f"--userspec={number}:{number}"
        return ["env", "-i", *variables, "chroot", who, str(self.root), *command]

    def install(self, *packages: str) -> None:
        """Install packages and what they depend on, and nothing that they only recommend."""
        apt = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "--no-install-recommends"]
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        self.run(*apt, "-y", "install", *packages, user="root", environment=quiet)

    def bring(self, *files: Path, to: str = f"/home/{USER}") -> None:
        """Copy files into a folder, as the user's own."""
        folder = self.root / to.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, folder)
            os.chown(folder / file.name, _USER_ID, _USER_ID)

    def files(self) -> set[str]:
        """The name of every file of the system, but for what keeps its own account of packages."""
        found = set()
        for place, folders, names in os.walk(self.root):
            inside = Path(place).relative_to(self.root)
            if inside == Path():
                folders[:] = [name for name in folders if name not in _OFF_LIMITS]
            found |= {(inside / name).as_posix() for name in (*names, *folders)}
        return {name for name in found if not f"{name}/".startswith(_NO_MATTER)}

    def note(self, text: str) -> None:
        """Write something into the log."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(text)


@contextlib.contextmanager
def machine(layers: list[Path], folder: Path, log: Path) -> Iterator[Machine]:
    """A machine of some layers and a new one in ``folder``.

    Args:
        layers: the uppermost first.
        folder: where what is changed is kept.
        log: what is run there is written to it.
    """
    upper, work, root = (folder / name for name in ("upper", "work", "root"))
    for each in (upper, work, root):
        each.mkdir(parents=True, exist_ok=True)
    lower = ":".join(map(str, layers))
    mounted: list[Path] = []

    def mount(*arguments: str, at: Path) -> None:
        at.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", *arguments, str(at)], check=True)
        mounted.append(at)

    try:
        options = f"lowerdir={lower},upperdir={upper},workdir={work}"
        mount("-t", "overlay", "overlay", "-o", options, at=root)
        mount("-t", "proc", "proc", at=root / "proc")
        mount("--rbind", "/dev", at=root / "dev")
        mount("-t", "tmpfs", "tmpfs", at=root / "tmp")
        (root / "tmp").chmod(0o1777)
        (root / "tmp/.X11-unix").mkdir(mode=0o1777)
        mount("--bind", "/tmp/.X11-unix", at=root / "tmp/.X11-unix")  # noqa: S108 - X11's place
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        environment = {"PIP_CACHE_DIR": f"/{_FETCHED['pip']}"}
        if certificates := os.environ.get("PIP_CERT"):
            shutil.copy(certificates, root / _CERTIFICATES.lstrip("/"))
            environment["PIP_CERT"] = _CERTIFICATES
        for name, place in _FETCHED.items():
            kept = layers[-1].parent / f"fetched-{name}"
            kept.mkdir(exist_ok=True)
            os.chown(kept, _USER_ID if name == "pip" else 0, -1)
            mount("--bind", str(kept), at=root / place)
        yield Machine(root, [upper, *layers], log, environment)
    finally:
        for at in reversed(mounted):
            subprocess.run(["umount", "--lazy", "--recursive", at], check=False)


@contextlib.contextmanager
def screen(out: Path) -> Iterator[str]:
    """A screen of X11 outside of all machines; its name.

    So no machine has the libraries of a server.
    """
    Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)  # noqa: S108 - X11's place
    ready, told = os.pipe()
    with (out / "screen.log").open("wb") as log:
        command = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1366x768x24", "-ac"]
        server = subprocess.Popen(
            [*command, "-nolisten", "tcp", "-noreset"], pass_fds=[told], stderr=log
        )
    os.close(told)
    try:
        with os.fdopen(ready) as file:
            name = f":{file.readline().strip()}"
        yield name
    finally:
        server.terminate()
        server.wait()


def waited(condition: object, seconds: float = 60.0) -> bool:
    """Whether a condition, which is called, came true in time."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False
