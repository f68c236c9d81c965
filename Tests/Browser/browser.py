"""Headless Chromium, with the emulation that the tests need."""

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PHONE = 360
TABLET = 768
DESKTOP = 1440
HEIGHT = 900


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        for switch in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
        ):
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(20)
        self.driver.set_script_timeout(20)

    def quit(self):
        self.driver.quit()

    def command(self, name, **parameters):
        """Sends a command of the Chrome DevTools Protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def reset(self, width=DESKTOP):
        """A desktop browser in light colours, with scripts, that remembers nothing."""
        self.command("Emulation.setScriptExecutionDisabled", value=False)
        self.emulate(width)
        self.driver.get("about:blank")
        self.command("Storage.clearDataForOrigin", origin="*", storageTypes="all")
        self.console()

    def emulate(self, width, scheme="light", media="", **features):
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=HEIGHT, deviceScaleFactor=1, mobile=width < 600,
        )
        self.command(
            "Emulation.setEmulatedMedia",
            media=media,
            features=[{"name": "prefers-color-scheme", "value": scheme}]
            + [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()],
        )

    def emulate_still(self, width, scheme="light"):
        """Changes a loaded page at once, without the transition of its colors."""
        self.emulate(width, scheme, prefers_reduced_motion="reduce")

    def open(self, address):
        """Loads a page afresh, even if only the fragment differs from the one that is shown."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def settle(self):
        """Draws a frame, so that scrolling and its corrections are over."""
        clip = {"x": 0, "y": 0, "width": 1, "height": 1, "scale": 1}
        for _ in range(2):
            self.command("Page.captureScreenshot", clip=clip)

    def wait(self, condition, message):
        WebDriverWait(self.driver, 5, poll_frequency=0.02).until(
            lambda driver: condition(), message
        )

    def element(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def elements(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def console(self):
        """The warnings and errors since the last call."""
        return [
            f"{entry['level']}: {entry['message']}"
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]

    def press(self, key, code, modifiers=0):
        """Presses a key where the focus is; quicker than a whole WebDriver action."""
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        if key == "Enter":
            event["text"] = "\r"
        self.command("Input.dispatchKeyEvent", type="keyDown", **event)
        self.command("Input.dispatchKeyEvent", type="keyUp", **event)

    def tab(self):
        self.press("Tab", 9)

    def enter(self):
        self.press("Enter", 13)

    def accessibility_tree(self):
        """The nodes that assistive technology is given, as (role, name, level)."""
        nodes = []
        for node in self.command("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            properties = {
                entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])
            }
            nodes.append((
                node.get("role", {}).get("value", ""),
                node.get("name", {}).get("value", "").strip(),
                properties.get("level"),
            ))
        return nodes
