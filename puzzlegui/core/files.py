"""Atomic writing of files: a failure leaves neither a partial file nor a lasting temporary file."""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import logging
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.locks import Lock, is_open_at, lock_open_file, locked, remove

Buffer: TypeAlias = bytes | memoryview

_log = logging.getLogger(__name__)

_MARK = ".puzzlegui-"
_OURS = re.compile(r"(?:\..*)?\.puzzlegui-[^.]*", re.DOTALL)
"""Names of temporary files and scratch folders."""
_LOCK = "lock"
"""File in a scratch folder that is locked while the folder is in use."""
_DESCRIPTORS_OPEN = "/proc/self/fd"
_UNNAMED = getattr(os, "O_TMPFILE", 0) if Path(_DESCRIPTORS_OPEN).is_dir() else 0
"""Flag of ``open`` for a file without a name; 0 if the system has none."""
_CONTROLS = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Characters that control a terminal or reverse text, and surrogates."""
_UNSEEN = re.compile(f"[\0-\x1f{_CONTROLS}]")
UNSEEN_BUT_LINES = re.compile(f"[\0-\x08\x0b-\x1f{_CONTROLS}]")
_DESCRIPTORS = re.compile(r"(?:/dev|/proc/self)/fd/([0-9]+)|/dev/(stdin|stdout|stderr)")
"""Paths of file descriptors inherited from the parent process, of whatever type."""
_STREAMS = ("stdin", "stdout", "stderr")


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises:
        OSError: the file cannot be read, or is a pipe or a device, which could block.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or _DESCRIPTORS.fullmatch(str(path))):
        raise OSError(errno.EINVAL, tr("this is a pipe or a device, not a file"), str(path))
    return path.open("rb")


def content_digest(*content: Buffer) -> str:
    """Return the SHA-256 digest of content given in pieces."""
    digest = hashlib.sha256()
    for piece in content:
        digest.update(piece)
    return digest.hexdigest()


def file_digest(path: Path) -> str:
    """Return the digest of a file's current content.

    Raises:
        OSError: it cannot be read.
    """
    with open_file(path) as file:
        return content_digest(*iter(lambda: file.read(1 << 20), b""))


class FileChangedError(OSError):
    """Raised if another program has changed a file since it was read.

    Attributes:
        digest: digest of its current content; empty if it cannot be read.
    """

    def __init__(self, path: Path, digest: str) -> None:
        text = tr("another program has changed the file")
        super().__init__(errno.EBUSY, text, str(path))
        self.digest = digest


def _check_unchanged(path: Path, digest: str) -> None:
    """Raise FileChangedError if a file has another content than that of a digest."""
    try:
        found = file_digest(path)
    except PermissionError:
        found = ""
    except OSError:  # removed, or writing will report the reason
        return
    if found != digest:
        raise FileChangedError(path, found)


def printable(name: str) -> str:
    """Return a file name on a single line, with escapes for characters that cannot be shown."""
    return _UNSEEN.sub(_escape, name)


def without_folders(name: str) -> str:
    """Return a file name fit for a text that others read, without folders of this machine."""
    path = Path(name)
    return path.name if path.is_absolute() else name


def escape_controls(text: str) -> str:
    """Return a text of several lines with escapes for characters that control a terminal."""
    return UNSEEN_BUT_LINES.sub(_escape, text)


def escape_text_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield pieces of a text in UTF-8 with escapes as those of ``escape_controls``."""
    for text in codecs.iterdecode(pieces, "utf-8"):
        yield escape_controls(text).encode()


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def check_writable(path: Path) -> None:
    """Raise PuzzleError if a path cannot be written to, before a long computation starts."""
    handle = _descriptor(path)
    if handle is not None:
        try:
            os.fstat(handle)
        except OSError:
            raise PuzzleError(tr("{path}: is not open").format(path=str(path))) from None
        return
    folder = path.parent
    if path.is_dir():
        raise PuzzleError(
            tr("{path}: is a folder; give the name of a file in it").format(path=str(path))
        )
    if not folder.is_dir():
        raise PuzzleError(
            tr("{path}: there is no folder {folder}").format(path=str(path), folder=str(folder))
        )


def write_file(
    path: Path,
    *content: Buffer,
    should_continue: Callable[[], bool] = lambda: True,
    digest: str = "",
) -> None:
    """Write a file atomically: it ends up with either all of the new content or its old content.

    Args:
        path: the file; a symbolic link is followed.
        content: pieces of the content, in order.
        should_continue: called at the end; if it returns False, nothing is written.
        digest: digest of the content that may be replaced; empty for any content.

    Raises:
        FileChangedError: the file has other content than that of the digest.
        OSError: the file cannot be written, or is a pipe or a device, which could block.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, tr("this is a pipe or a device, not a file"), str(path))
    write_pieces(path, content, should_continue, digest)


def write_pieces(
    path: Path,
    content: Iterable[Buffer],
    should_continue: Callable[[], bool] = lambda: True,
    digest: str = "",
) -> None:
    """Write a file as ``write_file`` does, from pieces that are generated lazily.

    A device, a pipe or an open descriptor such as ``/dev/fd/3`` is written to directly.
    """
    handle = _descriptor(path)
    if handle is not None or (path.exists() and not path.is_file()):
        try:
            with path.open("wb") if handle is None else os.fdopen(os.dup(handle), "wb") as file:
                file.writelines(content)
        except OSError as error:
            error.filename = str(path)
            raise
        return
    path = Path(os.path.realpath(path))

    @contextlib.contextmanager
    def checked() -> Iterator[None]:
        # Held from the check to the renaming, so that no other PuzzleGUI writes in between.
        with locked(lock_path(path)):
            if digest:
                _check_unchanged(path, digest)
            if not should_continue():
                raise OSError(errno.ECANCELED, os.strerror(errno.ECANCELED))
            yield

    replace_file(path, content, checked())


def lock_path(path: Path) -> Path:
    """Return the lock file that is held while a file is replaced.

    With this name, remove_leftovers() removes it after a crash.
    """
    return path.with_name(f"{_prefix(path)}lock")


def replace_file(
    path: Path,
    content: Iterable[Buffer],
    renaming: contextlib.AbstractContextManager[None] | None = None,
) -> None:
    """Replace a regular file atomically, without a lock.

    Args:
        path: the file; not a symbolic link.
        content: pieces of the content, in order.
        renaming: entered when the content is on the disk, while the file is renamed.

    Raises:
        OSError: the file cannot be written.
    """
    remove_leftovers(path.parent)
    temporary = None
    try:
        handle, temporary = _new_file(path)
        with contextlib.ExitStack() as stack:
            with os.fdopen(handle, "wb") as file:
                file.writelines(content)
                file.flush()
                os.fsync(handle)
                _give_mode(handle if temporary is None else temporary, _mode(path))
                if temporary is None:
                    temporary = _name(handle, path)
                if renaming is not None:
                    stack.enter_context(renaming)
                if os.name == "posix":  # rename while it is still locked
                    temporary.replace(path)
            if os.name != "posix":
                temporary.replace(path)
    except BaseException as error:
        if temporary is not None:
            remove(temporary)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


def _descriptor(path: Path) -> int | None:
    """Return the open descriptor that a path names, None if the path names a file."""
    found = _DESCRIPTORS.fullmatch(str(path))
    if found is None:
        return None
    return int(found[1]) if found[1] else _STREAMS.index(found[2])


def _new_file(path: Path) -> tuple[int, Path | None]:
    """Open and lock a temporary file in the folder of ``path``, without a name if possible.

    A file without a name disappears with its process if that is killed.
    """
    if _UNNAMED:
        # The file system may not support it; other errors are raised below as well.
        with contextlib.suppress(OSError):
            handle = os.open(path.parent, os.O_WRONLY | os.O_CLOEXEC | _UNNAMED, 0o600)
            _lock(handle)
            return handle, None
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=_prefix(path))
        _lock(handle)
        if is_open_at(handle, Path(name)):
            return handle, Path(name)
        os.close(handle)  # another process removed it as a leftover in between


def _name(handle: int, path: Path) -> Path:
    """Give a file without a name a temporary name beside ``path``."""
    while True:
        name = path.with_name(f"{_prefix(path)}{secrets.token_hex(4)}")
        with contextlib.suppress(FileExistsError):
            # With src_dir_fd the C library calls linkat, which can follow the link.
            os.link(f"{_DESCRIPTORS_OPEN}/{handle}", name, src_dir_fd=handle, follow_symlinks=True)
            return name


def _prefix(path: Path) -> str:
    """Return the prefix of temporary names beside a file."""
    return f".{path.name[:40]}{_MARK}"


def _lock(handle: int) -> None:
    with contextlib.suppress(OSError):  # leftovers that cannot be locked are never removed
        lock_open_file(handle)


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Provide a temporary folder, which is removed afterwards."""
    remove_leftovers(Path(tempfile.gettempdir()))
    folder, lock = _new_folder()
    try:
        yield folder
    finally:
        _clear(folder)
        lock.release()
        folder.rmdir()


def _new_folder() -> tuple[Path, Lock]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_MARK))
        lock = Lock(folder / _LOCK)
        try:
            if lock.acquire():
                return folder, lock
        except FileNotFoundError:
            pass  # another process removed it as a leftover before it was locked
        except BaseException:
            folder.rmdir()
            raise


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files that a killed process has left in a folder.

    Files of living processes are locked and therefore kept.
    """
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if _OURS.fullmatch(entry.name) and _is_mine(entry)]
    except (OSError, ValueError):  # writing there will raise the same error
        return
    for entry in found:
        try:
            if entry.is_dir(follow_symlinks=False):
                _remove_folder(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                _remove_file(Path(entry.path))
        except FileNotFoundError:
            pass  # another process removed it first
        except OSError as error:
            _log.warning("%s could not be removed: %s", entry.path, error.strerror or error)


def _is_mine(entry: os.DirEntry[str]) -> bool:
    try:
        owner = entry.stat(follow_symlinks=False).st_uid
    except OSError:
        return False
    return not hasattr(os, "getuid") or owner == os.getuid()


def _remove_file(path: Path) -> None:
    if os.name != "posix":  # where an open file cannot be removed
        path.unlink(missing_ok=True)
        return
    try:
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return
    try:
        # A file that was renamed in between is complete and must stay.
        if lock_open_file(handle) and is_open_at(handle, path):
            path.unlink()
    finally:
        os.close(handle)


def _remove_folder(folder: Path) -> None:
    if not (folder / _LOCK).exists():
        with contextlib.suppress(OSError):  # another process may be about to lock it
            folder.rmdir()
        return
    lock = Lock(folder / _LOCK)
    if lock.acquire():
        _clear(folder)
        lock.release()
        folder.rmdir()


def _clear(folder: Path) -> None:
    """Remove everything from a scratch folder except its lock."""
    for path in folder.iterdir():
        if path.name == _LOCK:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            remove(path)


def _give_mode(file: int | Path, mode: int) -> None:
    try:
        os.chmod(file, mode)  # noqa: PTH101 - which may have no path
    except OSError as error:  # the drive has no permissions
        _log.info("the permissions of a file cannot be set: %s", error.strerror or error)


def _mode(path: Path) -> int:
    """Return the permissions of the file to be replaced, or those of a new file."""
    try:
        return path.stat().st_mode & 0o777
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            _log.warning("the permissions of %s are not known: %s", path, error.strerror or error)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
