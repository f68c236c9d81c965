"""The types of names in Swift code: on hover, with the keyboard, on tap."""

import os
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

PAGE = "oauth-client/index.html"


class Types(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.open(PAGE)
        self.figure = self.browser.element("[data-types]")
        self.browser.run("arguments[0].scrollIntoView({ block: 'center' })", self.figure)

    def fetched(self):
        return self.browser.run("""
          return performance.getEntriesByType("resource").map(({ name }) => name).filter(
            (name) => name.includes("types.json"))""")

    def name(self, text):
        """The name's element, which the script makes when the block is touched."""
        names = """
          return [...arguments[0].querySelectorAll(".name")].find(
            (name) => name.textContent === arguments[1])"""
        self.browser.wait(
            lambda: self.browser.run(names, self.figure, text), f"{text} has no type")
        return self.browser.run(names, self.figure, text)

    def shown(self):
        return self.browser.run("""
          const tip = document.querySelector(".type:popover-open");
          return tip ? [...tip.children].map((part) => part.textContent) : null""")

    def assertShown(self, *parts):
        self.browser.wait(lambda: self.shown() == [*parts], f"{parts} are not shown")

    def hover(self, element):
        ActionChains(self.browser.driver).move_to_element(element).perform()

    def test_show_on_hover_and_come_only_then(self):
        self.assertEqual(self.fetched(), [])
        code = self.browser.run("return arguments[0].textContent", self.figure)
        self.hover(self.figure)
        self.hover(self.name("settings"))
        self.assertShown("settings: ClientSettings")
        self.assertEqual(len(self.fetched()), 1)
        self.hover(self.name("logIn"))
        self.browser.wait(lambda: len(self.shown() or []) == 3, "no comment, or no reference")
        declaration, comment, reference = self.shown()
        self.assertTrue(declaration.startswith("func logIn("), declaration)
        self.assertTrue(comment.startswith("Logs in"), comment)
        # The pointer can go to it and to the link.
        link = self.browser.element(".type a")
        self.hover(link)
        self.assertIsNotNone(self.shown())
        link.click()
        self.browser.wait(
            lambda: "/reference/OpenIDClient/OAuthClient/" in self.browser.driver.current_url,
            "the reference isn't opened")
        self.open(PAGE)
        self.assertEqual(
            self.browser.run("return document.querySelector('[data-types]').textContent")
            .removesuffix("Copy"), code.removesuffix("Copy"), "the code has changed")

    def test_are_accessible(self):
        axe = Path(os.environ["AXE"]).read_text(encoding="utf-8")
        for scheme in ("light", "dark"):
            with self.subTest(scheme=scheme):
                self.browser.emulate_still(DESKTOP, scheme)
                self.open(PAGE)
                self.figure = self.browser.element("[data-types]")
                self.hover(self.figure)
                self.hover(self.name("logIn"))
                self.browser.wait(self.shown, "it isn't shown")
                found = self.browser.driver.execute_async_script(axe + """;
                  // Not the whole page: on a busy machine its contrasts take axe longer than a script may.
                  const [figure, done] = arguments;
                  axe.run([figure, ".type"], { resultTypes: ["violations"] }).then(({ violations }) =>
                    done(violations.map(({ id, nodes }) => id + ": " + nodes[0].html)));""", self.figure)
                self.assertNoProblems(found)

    def test_go_when_the_pointer_leaves(self):
        self.hover(self.figure)
        self.hover(self.name("client"))
        self.assertShown("client: OAuthClient")
        self.hover(self.browser.element("h1"))
        self.browser.wait(lambda: self.shown() is None, "it stays")

    def test_follow_the_keyboard(self):
        self.browser.run("[...arguments[0].querySelectorAll('button')].at(-1).focus()", self.figure)
        settings = self.name("settings")
        self.browser.tab()
        self.browser.wait(
            lambda: (self.shown() or [""])[0] == "import OpenIDClient", "the first name isn't shown")
        self.browser.press("ArrowRight", 39)
        self.assertShown("settings: ClientSettings")
        self.assertEqual(
            self.browser.run("return document.getElementById("
                             "arguments[0].getAttribute('aria-describedby')).textContent", settings),
            "settings: ClientSettings")
        self.browser.press("ArrowRight", 39)
        self.browser.wait(lambda: len(self.shown() or []) == 3, "the arrow leads nowhere")
        self.browser.press("Escape", 27)
        self.assertIsNone(self.shown())
        self.browser.press("ArrowLeft", 37)
        self.assertShown("settings: ClientSettings")
        self.browser.press("ArrowRight", 39)
        self.browser.enter()
        self.browser.wait(
            lambda: "/reference/OpenIDClient/ClientSettings/" in self.browser.driver.current_url,
            "Enter doesn't open the reference")

    def test_show_on_tap(self):
        self.browser.emulate(PHONE)
        self.browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
        self.addCleanup(
            self.browser.command, "Emulation.setTouchEmulationEnabled", enabled=False)
        self.browser.run("arguments[0].scrollIntoView({ block: 'center' })", self.figure)
        self.tap(self.browser.element("[data-types] pre"))
        self.tap(self.name("credentials"))
        self.assertShown("credentials: Credentials")
        left, right, width = self.browser.run("""
          const { left, right } = document.querySelector(".type").getBoundingClientRect();
          return [left, right, document.documentElement.clientWidth]""")
        self.assertGreaterEqual(left, 0)
        self.assertLessEqual(right, width)
        self.tap(self.browser.element("[data-types] figcaption"))
        self.browser.wait(lambda: self.shown() is None, "it stays")

    def tap(self, element):
        x, y = self.browser.run("""
          const { left, top, width, height } = arguments[0].getBoundingClientRect();
          return [left + Math.min(width, 300) / 2, top + height / 2]""", element)
        self.browser.command(
            "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.browser.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def test_are_absent_without_the_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open(PAGE)
        self.assertEqual(self.browser.elements(".name, .type"), [])
