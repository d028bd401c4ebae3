"""Tables of actions, from which menus, toolbar, shortcuts and help are created."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar, QToolButton

from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.gui.style.theme import icon


@translated_fields
@dataclass(frozen=True)
class ActionSpec:
    """Definition of an action.

    Attributes:
        name: object name.
        text: menu text with its mnemonic.
        menu: menu; then a group and the title of a submenu, each after a slash.
        slot: dotted name of the window's method to call.
        shortcut: portable text of the shortcuts, separated by ``|``.
        icon: name of the icon.
        when: name of the condition that enables the action.
        tip: description, if the text does not suffice.
        group: name of an exclusive group of checkable actions.
        checkable: True if the action can be toggled.
        argument: argument of the slot.
    """

    name: str
    text: Translatable
    menu: str
    slot: str
    shortcut: str = ""
    icon: str = ""
    when: str = "always"
    tip: Translatable = ""
    group: str = ""
    checkable: bool = False
    argument: str = ""

    @property
    def keys(self) -> list[QKeySequence]:
        """Shortcuts as key sequences."""
        return [QKeySequence(keys) for keys in self.shortcut.split("|") if keys]

    @property
    def shortcut_text(self) -> str:
        """Shortcuts in the native notation of the system."""
        native = QKeySequence.SequenceFormat.NativeText
        return tr(" or ").join(keys.toString(native) for keys in self.keys)

    @property
    def description(self) -> str:
        """Tip, or else the plain text."""
        return self.tip or plain_text(self.text)

    @property
    def tool_tip(self) -> str:
        """Description with the shortcuts."""
        return f"{self.description} ({self.shortcut_text})" if self.shortcut else self.description


@dataclass(frozen=True)
class ActionTable:
    """Actions of a window.

    Attributes:
        title: title of the window, untranslated.
        menus: menu titles by name, untranslated, in order.
        actions: actions in menu order.
        toolbar: names of actions, and True to show the text; an empty name is a separator.
        other_keys: pairs of a description and keys that are not actions, untranslated.
    """

    title: str
    menus: Mapping[str, str]
    actions: Sequence[ActionSpec]
    toolbar: Sequence[tuple[str, bool]] = ()
    other_keys: Sequence[tuple[str, str]] = ()


class Actions(QObject):
    """Actions of a window.

    Args:
        window: window with the slots.
        table: definitions of the actions.
    """

    def __init__(self, window: QMainWindow, table: ActionTable) -> None:
        super().__init__(window)
        self._table = table
        self._actions: dict[str, QAction] = {}
        self._reason = ""
        groups: dict[str, QActionGroup] = {}
        for spec in table.actions:
            action = QAction(spec.text, window)
            action.setObjectName(spec.name)
            action.setShortcuts(spec.keys)
            action.setToolTip(spec.tool_tip)
            action.setStatusTip(spec.description)
            action.setCheckable(bool(spec.group) or spec.checkable)
            action.setIconVisibleInMenu(not action.isCheckable())  # menus show a check mark instead
            if spec.group:
                groups.setdefault(spec.group, QActionGroup(self)).addAction(action)
            slot = attrgetter(spec.slot)(window)
            action.triggered.connect(partial(slot, spec.argument) if spec.argument else slot)
            self._actions[spec.name] = action
            window.addAction(action)
        self.restyle()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def fill_menus(self, window: QMainWindow) -> dict[str, QMenu]:
        """Create the menu bar and return the menus by name."""
        bar, titles = window.menuBar(), self._table.menus
        menus = self._menus = {name: bar.addMenu(tr(title)) for name, title in titles.items()}
        for name, menu in menus.items():
            specs = [spec for spec in self._table.actions if spec.menu.split("/")[0] == name]
            before = specs[0].menu.split("/")[:2]
            for place in dict.fromkeys(spec.menu for spec in specs):
                group, submenu = place.split("/")[:2], place.split("/")[2:]
                if group != before:
                    menu.addSeparator()
                before = group
                within = menu.addMenu(tr(submenu[0])) if submenu else menu
                for spec in specs:
                    if spec.menu == place:
                        within.addAction(self._actions[spec.name])
        return menus

    def show_menus(self, names: Sequence[str], *, shown: bool) -> None:
        """Show or hide menus or groups, with their toolbar buttons and shortcuts."""
        for name in names:
            if name in self._menus:
                self._menus[name].menuAction().setVisible(shown)
        for spec in self._table.actions:
            if spec.menu.startswith(tuple(names)):
                self._actions[spec.name].setVisible(shown)

    def actions_in(self, place: str) -> list[QAction]:
        """Return the actions of a menu or of a group in it."""
        return [self._actions[spec.name] for spec in self._table.actions if spec.menu == place]

    def fill_toolbar(self, toolbar: QToolBar) -> None:
        """Add the actions to a toolbar."""
        for name, with_text in self._table.toolbar:
            if not name:
                toolbar.addSeparator()
                continue
            toolbar.addAction(self._actions[name])
            button = toolbar.widgetForAction(self._actions[name])
            if isinstance(button, QToolButton):
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                button.setAccessibleName(plain_text(self._actions[name].text()))
                if with_text:
                    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def enable(self, conditions: Mapping[str, bool]) -> None:
        """Enable the actions whose conditions hold."""
        for spec in self._table.actions:
            self._actions[spec.name].setEnabled(spec.when == "always" or conditions[spec.when])

    def explain(self, conditions: Sequence[str], reason: str) -> None:
        """Set the reason why the actions with these conditions are disabled; empty for none."""
        if reason == self._reason:
            return
        self._reason = reason
        for spec in self._table.actions:
            if spec.when in conditions:
                self._actions[spec.name].setToolTip(reason or spec.tool_tip)
                self._actions[spec.name].setStatusTip(reason or spec.description)

    def restyle(self) -> None:
        """Set the icons in the colours of the theme."""
        for spec in self._table.actions:
            if spec.icon:
                self._actions[spec.name].setIcon(icon(spec.icon))


def with_mnemonic(title: str, taken: set[str]) -> str:
    """Return a text with a mnemonic that is not taken yet, if possible."""
    for index, letter in enumerate(title):
        if letter.isalpha() and letter.lower() not in taken:
            taken.add(letter.lower())
            return f"{title[:index]}&{title[index:]}"
    return title


def plain_text(text: str) -> str:
    """Return an action's text without mnemonic and ellipsis."""
    return text.replace("&", "").removesuffix("…").rstrip()
