"""The actions of the book window, as a table."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.side_window import VIEW_MENU, view_actions
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {
    "book": gettext_noop("&Book"), "edit": gettext_noop("&Edit"), "puzzle": gettext_noop("&Puzzle"),
    "view": VIEW_MENU,
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
    ActionSpec("bookStop", "S&top", "book/making", "stop", "Shift+F5", "stop", "making",
               "Stop, and keep the puzzles that are done"),
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
    ActionSpec("bookProve", "&Prove lengths", "puzzle", "prove", when="provable",
               tip="Prove that the selected puzzles have no shorter solution, in up to 10 seconds "
               "for each"),
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
    *view_actions("book"),
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
