"""What Windows is told of the programs: the version resource, and what the installer is given."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "windows" / "puzzlegui.iss"
_RESOURCE = """\
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1,
    subtype=0x0, date=(0, 0)
  ),
  kids=[
    StringFileInfo([
      StringTable('040904B0', [
        StringStruct('CompanyName', 'The PuzzleGUI authors'),
        StringStruct('FileDescription', 'PuzzleGUI'),
        StringStruct('FileVersion', '{version}'),
        StringStruct('InternalName', 'puzzlegui'),
        StringStruct('LegalCopyright', '© The PuzzleGUI authors, under the MIT licence'),
        StringStruct('OriginalFilename', 'puzzlegui.exe'),
        StringStruct('ProductName', 'PuzzleGUI'),
        StringStruct('ProductVersion', '{version}'),
      ])
    ]),
    VarFileInfo([VarStruct('Translation', [0x0409, 1200])])
  ]
)
"""


def version_resource(version: str) -> str:
    """The version as PyInstaller wants it for the executables."""
    found = [int(number) for number in re.findall(r"\d+", version)[:3]]
    numbers = tuple([*found, 0, 0, 0, 0][:4])
    return _RESOURCE.format(numbers=numbers, version=version)


def build_setup(version: str, made: Path) -> None:
    """Have Inno Setup make the setup program, where it is."""
    compiler = shutil.which("ISCC") or next(
        (
            str(path)
            for root in ("ProgramFiles(x86)", "ProgramFiles")
            if (path := Path(os.environ.get(root, "."), "Inno Setup 6", "ISCC.exe")).is_file()
        ),
        None,
    )
    if compiler is None:
        print("Inno Setup is not here: no setup program is made")
        return
    subprocess.run([compiler, f"/DVersion={version}", f"/DMade={made}", SCRIPT], check=True)
