"""Nothing that is read makes the program reach the network, another program or another file."""

import subprocess
import sys
from pathlib import Path

from tools.fuzz import readers

EVIL = """{"format": "puzzlegui/board", "version": 1, "family": "rotation", "title": "%s",
 "start": [[2, 1], [3, 4]], "goal": [[1, 2], [3, 4]], "palette": {"1": "#000000"},
 "picture": "%s", "names": {"1": "%s"}, "include": "%s", "$ref": "%s", "path": "%s"}"""
ADDRESSES = [
    "file:///etc/hostname",
    "http://127.0.0.1:9/x",
    "/etc/hostname",
    "//host/share",
    "preset:eight-cpp",
]

GUARDED = """
import sys
from pathlib import Path
from tools.fuzz import readers
from puzzlegui.documents.loading import load, replay_solution
from puzzlegui.documents.presets import load_preset

paths = [Path(name) for name in sys.argv[1:]]
load_preset("eight-cpp")
import difflib
for name in ("document", "pasted", "game", "moves"):  # whatever is imported late is there now
    for path in paths[:40]:
        readers.read(name, path.read_bytes())
WATCHED = {"open", "socket", "subprocess", "os", "urllib", "ctypes", "import"}
allowed, refused, armed = set(), [], True

def guard(event, arguments):
    if not armed or event.split(".")[0] not in WATCHED:
        return
    if event == "open" and str(arguments[0]) in allowed:
        return
    if event == "import" and arguments[0] in sys.modules:
        return
    refused.append((event, str(arguments[:2])))
    raise RuntimeError(f"{event} {arguments[:2]}")

sys.addaudithook(guard)
for path in paths:
    armed = False
    data = path.read_bytes()
    allowed = {str(path)}
    armed = True
    for name in ("document", "pasted", "game", "moves"):
        readers.read(name, data)
    replay_solution(load(str(path)))
    armed = False
print(len(paths), refused)
"""


def test_nothing_that_is_read_reaches_elsewhere(tmp_path: Path) -> None:
    for number, address in enumerate(ADDRESSES):
        (tmp_path / f"{number}.puzzle").write_text(EVIL % ((address,) * 6), encoding="utf-8")
        (tmp_path / f"{number}.txt").write_text(address, encoding="utf-8")
    found = readers.FOUND.rglob("*") if readers.FOUND.is_dir() else ()
    paths = [*sorted(readers.CORPUS.iterdir()), *sorted(tmp_path.iterdir())]
    paths += [path for path in found if path.is_file()]
    done = subprocess.run(
        [sys.executable, "-c", GUARDED, *map(str, paths)],
        check=False, capture_output=True, text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stdout.split("[")[0].strip() == str(len(paths)), done.stderr[-2000:]
    assert done.stdout.strip().endswith("[]"), done.stdout
