"""A headless Chromium, driven by the DevTools protocol over a pair of pipes: pages are opened, clicked and read as by a
reader. Only the standard library is needed. Chromium reads commands from descriptor 3 and writes events to descriptor
4, as JSON terminated by a zero byte. It resolves no names, so any access to a network fails, and is listed in
`Page.fetched`."""
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
SECONDS_MOST = 60


class BrowserError(RuntimeError):
    """Chromium refused a command, ended, or did not answer."""


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """Ends its Chromium and removes the profile when the `with` block ends."""

    def __init__(self, width=1280, height=1000):
        self.profile = tempfile.mkdtemp(prefix="gpubench-browser-")
        commands, self.out = os.pipe()
        self.answers, answers = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--window-size={width},{height}",
                   f"--user-data-dir={self.profile}", "about:blank"]
        # A shell assigns the two descriptors, because these numbers may be in use here. It leads a process group,
        # because it starts processes.
        self.process = subprocess.Popen(["sh", "-c", f'exec "$0" "$@" 3<&{commands} 4>&{answers}', find(), *options],
                                        pass_fds=(commands, answers), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands)
        os.close(answers)
        self.numbers, self.buffer, self.events = itertools.count(1), b"", []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.out)  # at which Chromium ends
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        """The next message; None: none arrived by then."""
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            read = os.read(self.answers, 1 << 16)
            if not read:
                raise BrowserError("Chromium ended")
            self.buffer += read
        text, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        """The result of a command. Events that arrive meanwhile are kept."""
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.out, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + SECONDS_MOST
        while True:
            message = self.receive(until)
            if message is None:
                raise BrowserError(f"{method} was not answered in {SECONDS_MOST} s")
            if message.get("id") == number:
                break
            self.events.append(message)
        if "error" in message:
            raise BrowserError(f"{method}: {message['error']['message']}")
        return message["result"]

    def page(self, width=1280, height=1000, dark=False):
        return Page(self, width, height, dark)


class Page:
    """A tab. `clicks` counts the pointer actions since the page was opened."""

    def __init__(self, browser, width, height, dark):
        self.browser, self.clicks = browser, 0
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def events(self, *methods):
        mine = [event["params"] for event in self.browser.events if event.get("sessionId") == self.session]
        names = [event["method"] for event in self.browser.events if event.get("sessionId") == self.session]
        return [params for name, params in zip(names, mine) if name in methods]

    def open(self, url):
        """Returns when the page has loaded."""
        self.browser.events = [event for event in self.browser.events if event.get("sessionId") != self.session]
        self.clicks = 0
        wrong = self.call("Page.navigate", url=url).get("errorText")
        if wrong:
            raise BrowserError(f"{url}: {wrong}")
        self.until("document.readyState === 'complete'", f"{url} loads")

    def evaluate(self, text):
        """The page's value for an expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def until(self, holds, what):
        end = time.monotonic() + SECONDS_MOST
        while not self.evaluate(f"!!({holds})"):
            if time.monotonic() > end:
                raise BrowserError(f"not in {SECONDS_MOST} s: {what}")
            time.sleep(0.005)

    # ---- what a reader does ------------------------------------------------------------------------------------------

    def click(self, expression):
        """Moves the pointer to the middle of the element that the expression yields, and clicks. The element must
        exist and be uncovered. Parts of a page are laid out when they come into view, so the element must not move
        for two frames."""
        place = self.evaluate(f"""(async () => {{ let last = null;
            for (let i = 0; i < 100; i++) {{
                const element = {expression}; element.scrollIntoView({{ block: 'center' }});
                const box = element.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
                const hit = document.elementFromPoint(...at);
                if (last && at[0] === last[0] && at[1] === last[1] && hit &&
                        (element.contains(hit) || hit.contains(element)))
                    return at;
                last = at;
                await new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)));
            }}
            return null; }})()""")
        if place is None:
            raise BrowserError(f"{expression} cannot be clicked")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)
        self.clicks += 1

    def type(self, text):
        """Types text into the element that has the focus."""
        for letter in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter, unmodifiedText=letter)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def enter(self):
        self.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter",
                  windowsVirtualKeyCode=13, text="\r")
        self.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)

    # ---- what a reader gets ------------------------------------------------------------------------------------------

    def text(self, selector="body"):
        """The visible text, by lines."""
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def names(self, role):
        """The accessible names of everything with a role, as presented to a screen reader."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node.get("name", {}).get("value", "") for node in nodes
                if not node["ignored"] and node.get("role", {}).get("value") == role]

    def fetched(self):
        """Addresses that the page requested, except its own files and data."""
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")
                if not event["request"]["url"].startswith(("file:", "data:", "blob:", "about:"))]

    def complaints(self):
        """Errors and warnings on its console."""
        said = [" ".join(str(one.get("value", one.get("description", ""))) for one in event["args"])
                for event in self.events("Runtime.consoleAPICalled") if event["type"] in ("error", "warning")]
        thrown = [event["exceptionDetails"].get("exception", {}).get("description", event["exceptionDetails"]["text"])
                  for event in self.events("Runtime.exceptionThrown")]
        return said + thrown + [event["entry"]["text"] for event in self.events("Log.entryAdded")
                                if event["entry"]["level"] in ("error", "warning")]

    def picture(self, path, whole=False):
        import base64
        size = self.call("Page.getLayoutMetrics")["cssContentSize"] if whole else None
        clip = {"clip": {**size, "scale": 1}} if size else {}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole,
                                                  **clip)["data"]))
