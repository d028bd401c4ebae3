"""The actions of the book window, as a table."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {
    "book": gettext_noop("&Book"), "edit": gettext_noop("&Edit"), "puzzle": gettext_noop("&Puzzle")
}  # fmt: skip

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("bookSave", "&Save", "book", "save", "Ctrl+S", "save", "savable",
               "Save the book to its file"),
    ActionSpec("bookSaveAs", "Save &as…", "book", "save_as", "Ctrl+Shift+S",
               tip="Save the book to another file"),
    ActionSpec("bookExport", "&Export…", "book/export", "export", "Ctrl+E", "export", "exportable",
               "Save the puzzles as a book to print, with an answer key"),
    ActionSpec("bookPrint", "&Print…", "book/export", "print_book", "Ctrl+P", "print", "exportable",
               "Print the puzzles as a book, with or without an answer key"),
    ActionSpec("bookStop", "S&top making", "book/making", "stop", "Shift+F5", "stop", "making",
               "Stop making puzzles and keep those that were made"),
    ActionSpec("bookClose", "C&lose", "book/close", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec("bookUndo", "&Undo", "edit", "undo", "Ctrl+Z", "undo", "undoable"),
    ActionSpec("bookRedo", "&Redo", "edit", "redo", "Ctrl+Shift+Z|Ctrl+Y", "redo", "redoable"),
    ActionSpec("bookDelete", "&Delete", "edit/puzzles", "delete", "Del", when="chosen",
               tip="Remove the selected puzzles from the book"),
    ActionSpec("bookSelectAll", "Select &all", "edit/puzzles", "select_all", "Ctrl+A",
               tip="Select all puzzles"),
    ActionSpec("bookOpen", "&Open in main window", "puzzle", "open_puzzle", "Ctrl+O",
               "open", "openable", "Open the selected puzzle in the main window"),
    ActionSpec("bookReplace", "&Replace", "puzzle", "replace", "Ctrl+R", "new", "replaceable",
               "Make another puzzle like the selected one, of the same length, in its place"),
    ActionSpec("bookAdd", "&Add the open board", "puzzle", "add_open_board", "Ctrl+Shift+A", "add",
               "editable", "Add the board of the main window to the end of the book"),
    ActionSpec("bookNote", "&Note", "puzzle/note", "edit_note", "F2", when="openable",
               tip="Write a note on the selected puzzle"),
    ActionSpec("bookEarlier", "Move &earlier", "puzzle/order", "move_earlier",
               "Alt+Up|Alt+Left", "back", "chosen", "Move the selected puzzles one place earlier"),
    ActionSpec("bookLater", "Move &later", "puzzle/order", "move_later", "Alt+Down|Alt+Right",
               "forward", "chosen", "Move the selected puzzles one place later"),
    ActionSpec("bookSort", "&Sort by length", "puzzle/order", "sort", when="editable",
               tip="Put the puzzles in order of length"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("bookSave", False),
    ("", False),
    ("bookUndo", False),
    ("bookRedo", False),
    ("", False),
    ("bookOpen", True),
    ("bookReplace", True),
    ("bookAdd", True),
    ("", False),
    ("bookEarlier", False),
    ("bookLater", False),
    ("", False),
    ("bookExport", True),
    ("bookStop", False),
)
TABLE = ActionTable(gettext_noop("Book"), MENUS, ACTIONS, TOOLBAR)
