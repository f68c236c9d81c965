"""What a reader without a mouse, and one with a small screen, can do."""

import itertools
from urllib.parse import unquote

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE, TABLET
from cases import BrowserTestCase, on_a_page_of_each_folder


class Keyboard(BrowserTestCase):
    """Tab and Enter are all that is used here."""

    # What Tab should reach, in order; a hidden part is left out, and of radio buttons all but the checked one.
    TABBABLE = """
      return [...document.querySelectorAll("a[href], button, summary, pre, .table, .drawing, input")].filter(
        (element) => element.tabIndex >= 0 && !element.disabled
          && (element.type !== "radio" || element.checked)
          && element.checkVisibility({ visibilityProperty: true })).length"""
    # Notes after each Tab what has the focus, and whether it can be seen.
    FOLLOW = """
      const focus = () => {
        const element = document.activeElement;
        if (element === document.body) return { end: true };
        const again = element.dataset.reached;
        element.dataset.reached = "yes";
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const header = document.querySelector(".site-header").getBoundingClientRect();
        const inHeader = element.closest(".site-header, .skip");
        let problem = null;
        if (!element.matches(":focus-visible")) problem = "does not match :focus-visible";
        else if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) {
          problem = "has no outline";
        } else if (box.bottom < (inHeader ? 0 : header.bottom) || box.top > innerHeight
          || box.right < 0 || box.left > innerWidth) problem = "is not on the screen";
        return { end: !!again, isName: element.matches(".name"),
          problem: problem && `${element.outerHTML.slice(0, 90)} ${problem}` };
      };
      window.reached = [];
      addEventListener("keyup", () => reached.push(focus()), true);"""

    @on_a_page_of_each_folder()
    def test_reaches_everything_with_a_visible_focus(self, page, width):
        expected = self.browser.run(self.TABBABLE)
        self.browser.run(self.FOLLOW)
        reached = []
        # Twice as often at most, because a block gets a stop for its names when it has the focus.
        for _ in range(0, 2 * expected, 50):
            self.browser.element("body").send_keys(Keys.TAB * 50)
            reached = self.browser.run("return reached")
            if any(focus["end"] for focus in reached):
                break
        reached = list(itertools.takewhile(lambda focus: not focus["end"], reached))
        self.assertNoProblems([focus["problem"] for focus in reached if focus["problem"]])
        self.assertEqual(
            sum(not focus["isName"] for focus in reached), expected, "elements reached by Tab")

    @on_a_page_of_each_folder()
    def test_skips_to_the_content(self, page, width):
        self.browser.tab()
        self.assertEqual(self.browser.run("return document.activeElement.textContent"),
                         "Skip to content", "the first Tab")
        self.assertTrue(
            self.browser.run("return document.activeElement.getBoundingClientRect().left >= 0"),
            "the skip link stays off the screen")
        self.browser.enter()
        self.browser.wait(lambda: self.browser.run("return location.hash") == "#docgen-content",
                     "Enter on the skip link did nothing")
        self.browser.tab()
        self.assertTrue(
            self.browser.run("return !!document.activeElement.closest('main')"),
            "the next Tab is not in the content")

    @on_a_page_of_each_folder(PHONE)
    def test_follows_permalinks(self, page, width):
        href = self.browser.run("""
          const link = [...document.querySelectorAll("main .permalink")].pop();
          link?.focus();
          return link?.getAttribute("href")""")
        if not href:
            return  # The home page and the list of all pages have no such headings.
        self.browser.enter()
        self.browser.wait(lambda: unquote(self.browser.run("return location.hash")) == unquote(href),
                     f"Enter on {href} did nothing")
        self.browser.settle()
        self.assertTrue(self.browser.run("""
          const box = document.getElementById(decodeURIComponent(location.hash.slice(1)))
            .getBoundingClientRect();
          const header = document.querySelector(".site-header").getBoundingClientRect();
          return box.top >= header.bottom && box.bottom <= innerHeight"""),
            f"the heading {href} is not on the screen")


class Menu(BrowserTestCase):
    """The menu of a phone, without the script."""

    # What is halfway down the left side of the screen.
    VISIBLE = """
      return !!document.elementFromPoint(100, innerHeight / 2)?.closest("#docgen-navigation")"""
    BUTTON = ".site-header [popovertarget]"

    def setUp(self):
        super().setUp()
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)

    def open_menu(self):
        self.browser.run(f"document.querySelector('{self.BUTTON}').focus({{ preventScroll: true }})")
        self.browser.enter()
        self.browser.wait(lambda: self.browser.run(self.VISIBLE), "the menu did not open")

    @on_a_page_of_each_folder(PHONE, TABLET)
    def test_opens_and_closes_where_the_reader_is(self, page, width):
        self.browser.run("scrollTo(0, document.body.scrollHeight / 2)")
        place = self.browser.run("return scrollY")
        for close in ("Escape", "Enter"):
            with self.subTest(close=close):
                self.open_menu()
                self.browser.tab()
                self.assertEqual(
                    self.browser.run("return document.activeElement.ariaLabel"), "Close menu",
                    "Tab in the open menu")
                if close == "Escape":
                    self.browser.press("Escape", 27)
                else:
                    self.browser.enter()
                self.browser.wait(
                    lambda: not self.browser.run(self.VISIBLE), "the menu did not close")
                self.browser.settle()
                self.assertEqual(self.browser.run("return scrollY"), place, "the page moved")
                self.assertTrue(
                    self.browser.run(f"return document.activeElement.matches('{self.BUTTON}')"),
                    "the focus is lost")

    @on_a_page_of_each_folder(PHONE)
    def test_leads_to_every_page(self, page, width):
        self.open_menu()
        other = next(
            link for link in self.browser.elements("#docgen-navigation li a")
            if link.text and not link.get_attribute("aria-current"))
        address = other.get_attribute("href")
        other.click()
        self.browser.wait(lambda: self.browser.driver.current_url == address,
                     f"the menu did not lead to {address}")
        self.assertTrue(self.browser.element("main h1").is_displayed())

    @on_a_page_of_each_folder(DESKTOP)
    def test_is_beside_the_page_on_a_desktop(self, page, width):
        is_home = page == "index.html"
        self.assertEqual(self.browser.run(self.VISIBLE), not is_home, "the menu on the screen")
        self.assertFalse(self.browser.element(self.BUTTON).is_displayed())
        self.assertFalse(self.browser.element(".drawer-close").is_displayed())

    @on_a_page_of_each_folder(DESKTOP)
    def test_comes_before_the_content(self, page, width):
        self.assertTrue(self.browser.run("""
          const order = [...document.querySelectorAll(".skip, .site-header, #docgen-navigation, main")];
          return order.map((each) => each.className || each.localName).join() ===
            "skip,site-header,navigation,main" """))
