from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from puzzlegui.gui.common.no_input import filter_all, filter_none, many_events


class Heeding(QObject):
    """Counts the events of a kind of its own."""

    KIND = QEvent.Type(QEvent.registerEventType())
    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() == self.KIND
        return False


def test_no_filter_looks_at_many_events(qapp: QApplication) -> None:
    def counted() -> int:
        before = heeding.count
        QCoreApplication.sendEvent(qapp, QEvent(Heeding.KIND))
        return heeding.count - before

    heeding = Heeding()
    filter_all(heeding)
    assert counted() == 1
    with many_events():
        assert counted() == 0
        with many_events():
            assert counted() == 0
        assert counted() == 0  # nor after a part that said so for itself
    assert counted() == 1
    filter_none(heeding)
    with many_events():
        pass
    assert counted() == 0
