"""Actions of the main window."""

from __future__ import annotations

from puzzlegui.core.edits import EDITS
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.documents.lessons import LESSONS
from puzzlegui.documents.text_formats import WRITTEN_FORMATS
from puzzlegui.gui.actions.table import ActionSpec, ActionTable, with_mnemonic
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE, SYSTEM

MENUS = {
    "file": gettext_noop("&File"),
    "edit": gettext_noop("&Edit"),
    "board": gettext_noop("&Board"),
    "view": gettext_noop("&View"),
    "solve": gettext_noop("&Solve"),
    "play": gettext_noop("&Playback"),
    "help": gettext_noop("&Help"),
}
_COPY_AS, _LESSONS = gettext_noop("C&opy as"), gettext_noop("&Lessons")
"""Titles of submenus."""
_EDIT_KEYS = {"shuffle": "Ctrl+Shift+R"}
"""Shortcuts of edits."""


def _board_actions() -> list[ActionSpec]:
    """Return an action for each edit of regions and boards."""
    taken = {"z", "w"}  # see those that stand in the table
    return [
        ActionSpec(
            f"actionEdit-{edit.name}", with_mnemonic(edit.title, taken),
            "board/whole" if edit.whole else "board/cells", "edits.apply",
            _EDIT_KEYS.get(edit.name, ""), when=f"edit {edit.name}", tip=edit.tip,
            argument=edit.name,
        )
        for edit in EDITS.values()
    ]  # fmt: skip


def _copy_actions() -> list[ActionSpec]:
    """Return an action for each text form of a board."""
    taken: set[str] = set()
    copy_as = tr("Copy the board as text: {form}")
    return [
        ActionSpec(
            f"actionCopyAs-{form.name}", with_mnemonic(form.title, taken),
            f"edit/copies/{_COPY_AS}", "edits.copy_as", when=f"form {form.name}",
            tip=copy_as.format(form=form.title), argument=form.name,
        )
        for form in WRITTEN_FORMATS.values()
    ]  # fmt: skip


def _lesson_actions() -> list[ActionSpec]:
    """Return an action for each lesson."""
    taken: set[str] = set()
    return [
        ActionSpec(
            f"actionLesson-{lesson.name}", with_mnemonic(tr(lesson.title), taken),
            f"help/lessons/{_LESSONS}", "commands.lesson", argument=lesson.name,
        )
        for lesson in LESSONS.values()
    ]  # fmt: skip


# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("actionNew", "&New…", "file", "files.new_board", "Ctrl+N", "new",
               tip="New board of any family and size"),
    ActionSpec("actionNewSet", "New set of pu&zzles…", "file", "commands.books.new_set",
               "Ctrl+Alt+N", tip="Make a set of puzzles from easy to hard, as a book"),
    ActionSpec("actionAnother", "Ano&ther like this", "file", "commands.another", "Ctrl+Shift+A",
               when="sound", tip="New board of the same kind, size and difficulty"),
    ActionSpec("actionOpen", "&Open…", "file", "files.open_file", "Ctrl+O", "open",
               tip="Open a board or a solution"),
    ActionSpec("actionSave", "&Save", "file", "files.saving.save", "Ctrl+S", "save", when="savable",
               tip="Save the board, alone or with its solution"),
    ActionSpec("actionSaveAs", "Save &as…", "file", "files.saving.save_as", "Ctrl+Shift+S",
               tip="Save in another file, and choose again whether to include the solution"),
    ActionSpec("actionRevert", "Re&vert", "file", "files.revert", when="revertible",
               tip="Return to the saved version"),
    ActionSpec("actionKeep", "&Keep in the gallery", "file", "gallery.add_to_gallery", "Ctrl+B",
               tip="Keep the board in the gallery under My boards"),
    ActionSpec("actionNewWindow", "New &window", "file/window", "new_window", "Ctrl+Shift+N"),
    ActionSpec("actionExport", "&Export…", "file/export", "commands.export", "Ctrl+E", "export",
               tip="Print the board, or share it as a page, link, card, film or list of moves"),
    ActionSpec("actionPrint", "&Print…", "file/export", "commands.print_puzzle", "Ctrl+P", "print",
               tip="Print the board without its answer, or the solution as a booklet"),
    ActionSpec("actionKiosk", "K&iosk…", "file/export", "commands.kiosk",
               tip="Show boards to be played by visitors, and nothing else, on the whole screen"),
    ActionSpec("actionLock", "&Lock hints and solutions…", "file/lock", "locking.lock",
               when="unlocked", tip="Give no hints and solutions in the window without a key file"),
    ActionSpec("actionUnlock", "&Unlock…", "file/lock", "locking.unlock", when="locked",
               tip="Allow hints and solutions with the key file"),
    ActionSpec("actionQuit", "&Quit", "file/end", "quit", "Ctrl+Q"),
    ActionSpec("actionUndo", "&Undo", "edit", "commands.undo", "Ctrl+Z", "undo", when="undoable"),
    ActionSpec("actionRedo", "&Redo", "edit", "commands.redo", "Ctrl+Shift+Z|Ctrl+Y", "redo",
               when="redoable"),
    ActionSpec("actionCut", "Cu&t", "edit/clipboard", "edits.cut", "Ctrl+X", when="designing",
               tip="Copy the cells and clear them"),
    ActionSpec("actionCopy", "&Copy", "edit/clipboard", "edits.copy", "Ctrl+C", "copy",
               tip="Copy the cells as rows of numbers"),
    ActionSpec("actionPaste", "&Paste", "edit/clipboard", "edits.paste", "Ctrl+V",
               tip="Paste a board, moves, or numbers and letters for the cells"),
    ActionSpec("actionPasteNew", "Paste as a new &board", "edit/clipboard", "edits.paste_new",
               "Ctrl+Shift+V", tip="Make a new board from the clipboard"),
    ActionSpec("actionSelectAll", "Select &all", "edit/clipboard", "edits.select_all", "Ctrl+A",
               when="designing"),
    ActionSpec("actionCopyMoves", "Copy &moves", "edit/copies",
               "commands.copy_moves", "Ctrl+Shift+C",
               when="movable", tip="Copy the moves as text"),
    ActionSpec("actionCopyPicture", "Copy p&icture", "edit/copies", "edits.copy_picture",
               tip="Copy a picture of the board"),
    ActionSpec("actionCopyLink", "Copy &link", "edit/copies", "edits.copy_link", when="sound",
               tip="Copy an address at which anyone can play the board"),
    *_copy_actions(),
    *_board_actions(),
    ActionSpec("actionShuffleSeed", "Shuffle &with seed…", "board/cells",
               "edits.shuffle_with_seed", when="designing"),
    ActionSpec("actionResize", "Si&ze", "board/whole", "edits.resize", when="designing",
               tip="Change the number of rows and columns"),
    ActionSpec("actionSettings", "Settin&gs…", "edit/settings", "options.show_settings", "Ctrl+,",
               tip="Colours, numbers, animation, speed, mouse buttons, limits"),
    ActionSpec("actionDesign", "&Design", "view", "commands.show_design", "F2", "design",
               group="mode", tip="Edit start and goal"),
    ActionSpec("actionPlay", "&Play", "view", "commands.show_play", "F4", "hand", group="mode",
               tip="Play by hand"),
    ActionSpec("actionSolution", "&Solve", "view", "commands.show_solution", "F3", "solution",
               when="unlocked", group="mode", tip="Solve the board, and follow its solution"),
    ActionSpec("actionGallery", "&Gallery", "view/drawers", "viewing.toggle_gallery", "Ctrl+1",
               "gallery-drawer", checkable=True, tip="Show or hide the gallery"),
    ActionSpec("actionPanel", "Pa&nel", "view/drawers", "viewing.toggle_panel", "Ctrl+2",
               "panel-drawer", checkable=True, tip="Show or hide the panel of the mode"),
    ActionSpec("actionThemeSystem", "Use s&ystem theme", "view/theme", "options.choose_theme",
               group="theme", argument=SYSTEM),
    ActionSpec("actionThemeLight", "&Light", "view/theme", "options.choose_theme",
               group="theme", argument=LIGHT_MODE),
    ActionSpec("actionThemeDark", "Dar&k", "view/theme", "options.choose_theme",
               group="theme", argument=DARK_MODE),
    ActionSpec("actionAnimate", "&Animate moves", "view/animation", "options.toggle_animation",
               checkable=True, tip="Animate turns, slides and jumps"),
    ActionSpec("actionZoomIn", "Zoom &in", "view/zoom", "viewing.zoom_in", "Ctrl++|Ctrl+=",
               tip="Enlarge the board, or the goal if it has the focus"),
    ActionSpec("actionZoomOut", "Zoom &out", "view/zoom", "viewing.zoom_out", "Ctrl+-",
               tip="Make the board smaller"),
    ActionSpec("actionZoomFit", "&Whole board", "view/zoom", "viewing.zoom_fit", "Ctrl+0",
               tip="Show the whole board, as large as it fits"),
    ActionSpec("actionFullScreen", "&Full screen", "view/zoom", "viewing.toggle_full_screen",
               "F11", checkable=True, tip="Fill the screen with the board; Escape to leave"),
    ActionSpec("actionNextPane", "Next pan&e", "view/pane", "commands.next_pane", "F6",
               tip="Move the focus to the gallery, board, goal, solver or list"),
    ActionSpec("actionLeftTurns", "Left &button turns clockwise", "view/animation",
               "options.toggle_left_turns", checkable=True,
               tip="Left button turns clockwise, right button counter-clockwise"),
    ActionSpec("actionSolve", "&Solve", "solve", "commands.solve", "F5", "solve", when="startable",
               tip="Solve the board with the chosen solver"),
    ActionSpec("actionSolveFromHere", "Solve &from here", "solve", "commands.solve_from_here",
               "Ctrl+F5", when="from here",
               tip="Solve from the position shown, keeping the moves up to it"),
    ActionSpec("actionImprove", "&Improve further", "solve", "commands.improve", "Ctrl+I",
               when="improvable", tip="Try to shorten the solution shown"),
    ActionSpec("actionRate", "&Difficulty", "solve", "commands.rate", "Ctrl+D", when="startable",
               tip="Find the length of a shortest solution, or bounds on it"),
    ActionSpec("actionStop", "S&top", "solve", "commands.stop", "Shift+F5", "stop", when="running",
               tip="Stop the solver"),
    ActionSpec("actionFollowBest", "Show the &best solution so far", "solve/follow",
               "options.toggle_follow_best", checkable=True,
               tip="Show each shorter solution as it is found, unless you are "
               "partway through the current one"),
    ActionSpec("actionWatch", "&Watch a search…", "solve/enter", "commands.watch", "F8", "tree",
               when="searchable", tip="See a search step by step on this board"),
    ActionSpec("actionBenchmark", "Ben&chmark…", "solve/enter", "commands.benchmark", "F7",
               when="searchable", tip="Compare solvers on this board, or on thousands of others"),
    ActionSpec("actionExplore", "State &graph…", "solve/enter", "commands.state_graph", "F9",
               when="searchable", tip="Count all arrangements by distance and find the hardest"),
    ActionSpec("actionWalk", "&Neighbours…", "solve/enter", "commands.neighbours", "Shift+F9",
               when="searchable",
               tip="Show the arrangements around this board, and the shortest paths between two"),
    ActionSpec("actionEnterMoves", "Type or paste &moves…", "solve/enter",
               "files.importer.enter_moves", "Ctrl+M",
               when="enterable", tip="Enter moves in any notation"),
    ActionSpec("actionFirst", "Go to &start", "play", "playback.first", "Ctrl+Home", "first",
               when="movable"),
    ActionSpec("actionBack", "Pre&vious move", "play", "playback.step_back", "Ctrl+Left", "back",
               when="movable"),
    ActionSpec("actionPlayback", "&Play or pause", "play", "playback.play", "Ctrl+Space",
               "play", when="movable"),
    ActionSpec("actionForward", "Ne&xt move", "play", "playback.step_forward", "Ctrl+Right",
               "forward", when="movable"),
    ActionSpec("actionLast", "Go to &end", "play", "playback.last", "Ctrl+End", "last",
               when="movable"),
    ActionSpec("actionPartBack", "Prev&ious part", "play/parts", "playback.previous_part",
               "Ctrl+PgUp", when="movable",
               tip="Go to the start of this part, or of the previous one"),
    ActionSpec("actionPartOn", "&Next part", "play/parts", "playback.next_part", "Ctrl+PgDown",
               when="movable", tip="Go to the start of the next part"),
    ActionSpec("actionLoop", "&Loop", "play/loop", "playback.set_looping", "Ctrl+L", "loop",
               when="movable", checkable=True, tip="Repeat playback"),
    ActionSpec("actionLoopFrom", "Loop &from here", "play/loop", "playback.loop_from", "Ctrl+[",
               when="movable"),
    ActionSpec("actionLoopTo", "Loop t&o here", "play/loop", "playback.loop_to", "Ctrl+]",
               when="movable"),
    ActionSpec("actionLoopPart", "Loop this p&art", "play/loop", "playback.loop_part",
               "Ctrl+Shift+L", when="movable",
               tip="Repeat the current part of the solution"),
    ActionSpec("actionLoopAll", "All &moves, once", "play/loop", "playback.clear_loop", "Ctrl+\\",
               when="movable", tip="Stop looping and play all moves"),
    ActionSpec("actionQuicker", "Fas&ter", "play/speed", "playback.faster", "Ctrl+Up"),
    ActionSpec("actionSlower", "Slo&wer", "play/speed", "playback.slower", "Ctrl+Down"),
    ActionSpec("actionGoalMarks", "Mark what &differs from the goal", "play/speed",
               "playback.set_goal_marks", "Ctrl+G", checkable=True,
               tip="Mark the cells that differ from the goal"),
    ActionSpec("actionHint", "&Hint", "play/hand",
               "commands.hint", "Ctrl+H", "hint", when="helpful",
               tip="Show the next move"),
    ActionSpec("actionCheck", "&Check", "play/hand", "commands.check", "Ctrl+K", when="helpful",
               tip="Show how far the board is from solved"),
    ActionSpec("actionRestart", "&Restart", "play/hand",
               "commands.restart", "Ctrl+R", when="playing",
               tip="Start again from the beginning"),
    ActionSpec("actionHelp", "&Help", "help", "options.show_help", "F1", "info",
               tip="Help on the mode of the window"),
    ActionSpec("actionTour", "&Tour", "help", "commands.show_tour",
               tip="Take the tour again"),
    *_lesson_actions(),
    ActionSpec("actionShortcuts", "&Keyboard shortcuts", "help", "options.show_shortcuts",
               "Shift+F1", "keyboard"),
    ActionSpec("actionAbout", "&About PuzzleGUI", "help", "options.show_about"),
)
# fmt: on

TABLE = ActionTable("PuzzleGUI", MENUS, ACTIONS)

LOOP_ACTIONS = ("actionLoopFrom", "actionLoopTo", "actionLoopPart", "actionLoopAll")
"""Actions in the menu of the button for loops."""


def tooltip_of(name: str) -> str:
    """Return the tooltip of an action, for other widgets that trigger it."""
    return next(spec for spec in ACTIONS if spec.name == name).tool_tip
