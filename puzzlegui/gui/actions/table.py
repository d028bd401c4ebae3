"""What a user can do in a window, as a table; menus, toolbar, shortcuts and help are made of it."""

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
    """One thing a user can do.

    Attributes:
        name: the object name.
        text: as shown in menus, with its mnemonic.
        menu: the menu it stands in; a group after a slash, the title of a submenu, marked, after
            another.
        slot: the method of the window, or of a part of it, that does it.
        shortcut: portable text of its keys, several ways separated by ``|``.
        icon: of the icon set.
        when: the condition, named by the window, under which it can be done.
        tip: what it does, where the text does not say so.
        group: checkable, one of a group of this name.
        checkable: it is either on or off.
        argument: given to the slot.
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
        """Each of its shortcuts."""
        return [QKeySequence(keys) for keys in self.shortcut.split("|") if keys]

    @property
    def shortcut_text(self) -> str:
        """Its shortcuts as this system writes them."""
        native = QKeySequence.SequenceFormat.NativeText
        return tr(" or ").join(keys.toString(native) for keys in self.keys)

    @property
    def words(self) -> str:
        """What it does, at least its text."""
        return self.tip or plain(self.text)

    @property
    def tool_tip(self) -> str:
        """What it does, with its keys."""
        return f"{self.words} ({self.shortcut_text})" if self.shortcut else self.words


@dataclass(frozen=True)
class ActionTable:
    """What can be done in a window.

    Attributes:
        title: of the window, marked.
        menus: their titles, marked, by name, in their order.
        actions: in the order in which they stand in the menus.
        toolbar: names of actions, and whether with their text; no name is a separator.
        others: pairs of what else keys do there, and which keys, marked.
    """

    title: str
    menus: Mapping[str, str]
    actions: Sequence[ActionSpec]
    toolbar: Sequence[tuple[str, bool]]
    others: Sequence[tuple[str, str]] = ()


class Actions(QObject):
    """The actions of one window.

    Args:
        window: has the slots.
        table: what can be done in it.
    """

    def __init__(self, window: QMainWindow, table: ActionTable) -> None:
        super().__init__(window)
        self._table = table
        self._actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in table.actions:
            action = QAction(spec.text, window)
            action.setObjectName(spec.name)
            action.setShortcuts(spec.keys)
            action.setToolTip(spec.tool_tip)
            action.setStatusTip(spec.words)
            action.setCheckable(bool(spec.group) or spec.checkable)
            action.setIconVisibleInMenu(not action.isCheckable())  # there, a tick is shown
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
        """Make the menu bar; the menus by name."""
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
        """Show or hide menus, or groups in menus, and their actions in the toolbar and as keys."""
        for name in names:
            if name in self._menus:
                self._menus[name].menuAction().setVisible(shown)
        for spec in self._table.actions:
            if spec.menu.startswith(tuple(names)):
                self._actions[spec.name].setVisible(shown)

    def actions_in(self, place: str) -> list[QAction]:
        """The actions of a menu, or of a group of it."""
        return [self._actions[spec.name] for spec in self._table.actions if spec.menu == place]

    def fill_toolbar(self, toolbar: QToolBar) -> None:
        """Fill a toolbar."""
        for name, with_text in self._table.toolbar:
            if not name:
                toolbar.addSeparator()
                continue
            toolbar.addAction(self._actions[name])
            button = toolbar.widgetForAction(self._actions[name])
            if isinstance(button, QToolButton):
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                button.setAccessibleName(plain(self._actions[name].text()))
                if with_text:
                    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def enable(self, conditions: Mapping[str, bool]) -> None:
        """Enable what can be done now."""
        for spec in self._table.actions:
            self._actions[spec.name].setEnabled(spec.when == "always" or conditions[spec.when])

    def restyle(self) -> None:
        """Use icons in the colours of the theme."""
        for spec in self._table.actions:
            if spec.icon:
                self._actions[spec.name].setIcon(icon(spec.icon))


def plain(text: str) -> str:
    """An action's text without mnemonic and dots."""
    return text.replace("&", "").removesuffix("…").rstrip()
