"""A Chromium that opens exported pages on a screen of any size, and is used by hand.

It is driven by the DevTools protocol through a pipe, so input goes the way of a real mouse, finger
or keyboard. Every page has storage of its own.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
_PATIENCE = 30.0
"""Seconds after which a condition is given up."""
_KEYS = {
    "Enter": 13, "Backspace": 8, "Tab": 9, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34,
    "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
"""Codes of the keys that type no letter."""
_SHIFT = 8
"""Bit of the Shift key in the modifiers of a key."""


class Screen(NamedTuple):
    """A screen of a device, in CSS pixels."""

    width: int
    height: int
    has_touch: bool = False

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


DESKTOP = Screen(1366, 768)
PHONE = Screen(390, 844, has_touch=True)
PHONE_ACROSS = Screen(844, 390, has_touch=True)
FRAME = Screen(400, 400)
"""Of a page that is embedded in another."""


class Browser:
    """A running Chromium without windows.

    Args:
        folder: empty folder for its files.
    """

    def __init__(self, folder: Path) -> None:
        assert BROWSER is not None
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        self._log = (folder / "browser.log").open("wb")
        # The browser reads commands from descriptor 3 and answers on descriptor 4.
        self._process = subprocess.Popen(
            [
                "bash", "-c", f'exec "$@" 3<&{read} 4>&{write}', "bash", BROWSER, "--headless",
                "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                f"--user-data-dir={folder / 'user'}", "about:blank",
            ],
            pass_fds=(read, write), stdout=self._log, stderr=self._log,
        )  # fmt: skip
        os.close(read)
        os.close(write)
        self._rest = b""
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            self.call("Browser.close")
        finally:
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            os.close(self._write)
            os.close(self._read)
            self._log.close()

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        command: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while True:
            answer = self._answer()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def _answer(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._read, 1 << 20)
            assert read, "the browser has ended"
            self._rest += read
        text, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(text)
        return answer

    @contextmanager
    def page(self, address: str, screen: Screen = DESKTOP, **media: str) -> Iterator[Page]:
        """Open a page, and close it at the end.

        Args:
            address: its address.
            screen: size of the screen, and whether it is touched.
            media: media features, with underscores for hyphens: ``prefers_color_scheme="dark"``.
        """
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        session = self.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )["sessionId"]  # fmt: skip
        page = Page(self, session, screen)
        page.call(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": name.replace("_", "-"), "value": value} for name, value in media.items()
            ],
        )
        page.call("Page.enable")
        page.call("Page.addScriptToEvaluateOnNewDocument", source=_REMEMBER_ERRORS)
        page.turn(screen)
        page.open(address)
        try:
            yield page
            errors = page.run("window.pageErrors")
            assert not errors, errors
        finally:
            self.call("Target.disposeBrowserContext", browserContextId=context)


_REMEMBER_ERRORS = """
window.pageErrors = [];
addEventListener("error", (event) => pageErrors.push(event.message));
addEventListener("unhandledrejection", (event) => pageErrors.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => pageErrors.push(event.violatedDirective));
addEventListener("message", (event) => { window.pageMessage = event.data; });
"""


class Page:
    """A page that is open in a browser."""

    def __init__(self, browser: Browser, session: str, screen: Screen) -> None:
        self._browser = browser
        self._session = session
        self.screen = screen

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command about this page and return its result."""
        return self._browser.call(method, self._session, **params)

    def turn(self, screen: Screen) -> None:
        """Give the page a screen of another size."""
        self.screen = screen
        touch = screen.has_touch
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5)
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=screen.width, height=screen.height, deviceScaleFactor=1, mobile=touch,
        )  # fmt: skip

    def open(self, address: str) -> None:
        """Go to an address and wait until its scripts have run."""
        self.call("Page.navigate", url=address)
        self.until(f"location.href.startsWith({json.dumps(address.partition('#')[0])}) && "
                   'document.readyState === "complete"')  # fmt: skip

    def run(self, script: str) -> Any:
        """Return the value of an expression on the page, of a promise when it is kept."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
            replMode=False,
        )  # fmt: skip
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until an expression on the page is true."""
        end = time.monotonic() + _PATIENCE
        while not self.run(f"Boolean({condition})"):
            assert time.monotonic() < end, f"waited for {condition}"
            time.sleep(0.01)

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, width and height of an element in the window."""
        found = self.run(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()"
        )
        left, top, width, height = found
        return left, top, width, height

    def press_element(self, selector: str) -> None:
        """Click or tap the middle of an element, after scrolling to it."""
        self.run(
            f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})"
        )
        left, top, width, height = self.box(selector)
        self.drag((left + width / 2, top + height / 2))

    def drag(
        self, start: tuple[float, float], end: tuple[float, float] | None = None,
        *, secondary: bool = False,
    ) -> None:  # fmt: skip
        """Drag the mouse or a finger; without an end, click or tap."""
        if self.screen.has_touch:
            self._touch("touchStart", start)
            if end:
                middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                for place in (middle, end):
                    self._touch("touchMove", place)
            self._touch("touchEnd")
            return
        button = "right" if secondary else "left"
        self._mouse("mouseMoved", start, "none")
        self._mouse("mousePressed", start, button)
        if end:
            self._mouse("mouseMoved", end, button)
        self._mouse("mouseReleased", end or start, button)

    def _touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def _mouse(self, kind: str, place: tuple[float, float], button: str) -> None:
        self.call(
            "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button,
            clickCount=1,
        )  # fmt: skip

    def key(self, name: str, *, shift: bool = False) -> None:
        """Press and release a key."""
        letter = name.upper() if shift and len(name) == 1 else name
        code = _KEYS.get(name, ord(name[0].upper()))
        held: dict[str, Any] = {"key": letter, "windowsVirtualKeyCode": code}
        held["modifiers"] = _SHIFT * shift
        text = {"text": letter} if len(name) == 1 else {"text": "\r"} if name == "Enter" else {}
        self.call(
            "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **held, **text
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", **held)

    def picture(self) -> bytes:
        """Return a PNG of what is in the window."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def named_elements(self) -> list[tuple[str, str]]:
        """Return the role and the accessible name of each element that can be focused."""
        self.call("Accessibility.enable")
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            for each in node.get("properties", ())
            if each["name"] == "focusable" and each["value"].get("value")
        ]
