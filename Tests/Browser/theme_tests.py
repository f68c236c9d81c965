"""The look of the site: colors, contents, tables, and what other media make of it."""

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

GUIDE = "sign-in-on-ios/index.html"
REFERENCE = "lab/gateway/index.html"


class Colors(BrowserTestCase):
    BACKGROUND = "return getComputedStyle(document.body).backgroundColor"
    LIGHT, DARK = "rgb(255, 255, 255)", "rgb(18, 22, 29)"

    def background(self):
        return self.browser.run(self.BACKGROUND)

    def label(self):
        return self.browser.element(".theme-switch").get_attribute("aria-label")

    def test_follow_the_system_until_the_reader_chooses(self):
        for system, background in (("light", self.LIGHT), ("dark", self.DARK)):
            with self.subTest(system=system):
                self.browser.emulate(DESKTOP, system)
                self.open(GUIDE)
                self.assertEqual(self.background(), background)
                self.assertEqual(self.label(), "Theme: automatic")

    def test_are_remembered_on_every_page(self):
        self.browser.emulate(DESKTOP, "dark")
        self.open(GUIDE)
        for label, background in (("Theme: light", self.LIGHT), ("Theme: dark", self.DARK)):
            self.browser.element(".theme-switch").click()
            self.browser.wait(lambda: self.label() == label, f"the switch is not {label}")
            self.browser.emulate(DESKTOP, "light" if background == self.DARK else "dark")
            for page in (GUIDE, "index.html", "404.html"):
                with self.subTest(label=label, page=page):
                    self.open(page)
                    self.assertEqual(self.background(), background)
                    self.assertEqual(self.label(), label)
        self.browser.element(".theme-switch").click()
        self.assertEqual(self.label(), "Theme: automatic")

    def test_never_flash(self):
        """The chosen colors are set before anything of the page is there to be painted."""
        source = """
          new MutationObserver((_, observer) => {
            if (!document.body) return;
            window.theme_at_first = document.documentElement.dataset.theme;
            observer.disconnect();
          }).observe(document, { childList: true, subtree: true });"""
        self.open(GUIDE)
        self.browser.run("localStorage.setItem('docgen-theme', 'dark')")
        script = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=source)
        self.addCleanup(
            self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", **script)
        self.open(GUIDE)
        self.assertEqual(self.browser.run("return window.theme_at_first"), "dark")

    def test_have_no_switch_without_the_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open(GUIDE)
        self.assertFalse(self.browser.element(".theme-switch").is_displayed())

    def test_of_paper_are_light(self):
        self.open(GUIDE)
        self.browser.run("document.documentElement.dataset.theme = 'dark'")
        self.browser.emulate(DESKTOP, "dark", media="print")
        self.assertEqual(self.background(), self.LIGHT)


class Bar(BrowserTestCase):
    def test_names_the_page_when_its_heading_is_gone(self):
        self.browser.emulate(PHONE)
        self.open(GUIDE)
        names = """
          return [...document.querySelectorAll(".site-title > span")].filter(
            (name) => getComputedStyle(name).opacity === "1").map((name) => name.textContent)"""
        site, page = self.browser.run("""
          return [...document.querySelectorAll(".site-title > span")].map(
            (name) => name.textContent)""")
        self.assertEqual(self.browser.run(names), [site])
        self.browser.run("scrollTo({ top: 900, behavior: 'instant' })")
        self.browser.wait(lambda: self.browser.run(names) == [page], "the bar names the site")
        links = [name for role, name, _ in self.browser.accessibility_tree() if role == "link"]
        self.assertIn(site, links)

    def test_names_the_site_on_a_page_that_does_not_scroll(self):
        self.browser.emulate(PHONE)
        self.open("404.html")
        names = [name.text for name in self.browser.elements(".site-title > span")
                 if name.value_of_css_property("opacity") == "1"]
        self.assertEqual(names, [self.browser.element(".site-title > span").text])


class Contents(BrowserTestCase):
    MARKED = """
      return [...document.querySelectorAll(".contents-beside [aria-current]")].map(
        (link) => link.getAttribute("href"))"""

    def test_follow_the_scrolling(self):
        self.open(GUIDE)
        links = [link.get_attribute("href").partition("#")[2]
                 for link in self.browser.elements(".contents-beside a")]
        for name in (links[2], links[5], links[1]):
            with self.subTest(heading=name):
                self.browser.run("document.getElementById(arguments[0]).scrollIntoView()", name)
                self.browser.wait(lambda: self.browser.run(self.MARKED) == ["#" + name],
                                  f"the contents do not mark {name}")

    def test_follow_a_jump_and_lead_back_to_the_top(self):
        self.open(GUIDE)
        self.browser.run("scrollTo({ top: 1e6, behavior: 'instant' })")
        self.browser.wait(
            lambda: len(self.browser.run(self.MARKED)) == 1, "nothing is marked after a jump")
        link = self.browser.element(".to-top a")
        self.browser.wait(link.is_displayed, "no link leads to the top")
        link.click()
        self.browser.wait(lambda: self.browser.run("return scrollY") == 0, "that isn't the top")
        self.browser.wait(lambda: not link.is_displayed(), "the link stays at the top")

    def test_of_the_site_name_every_page(self):
        self.open("contents/index.html")
        linked = {link.get_attribute("href") for link in self.browser.elements("main a")}
        others = {"index.html", "404.html", "contents/index.html", "search/index.html"}
        for page in set(self.site.pages) - others:
            self.assertIn(self.site.address + page, linked)

    def test_break_long_words_in_lists_of_pages(self):
        for width in (PHONE, 390, DESKTOP):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open(GUIDE)
                self.assertNoProblems(self.browser.run("""
                  const problems = [], drawer = document.querySelector(".navigation");
                  if (!drawer.checkVisibility()) drawer.showPopover();
                  document.querySelectorAll("details").forEach((each) => { each.open = true; });
                  document.querySelectorAll(".navigation a, .contents a").forEach((link) => {
                    link.textContent = "W".repeat(80);
                    const right = link.closest(".navigation, .contents").getBoundingClientRect().right;
                    if (link.checkVisibility() && link.getBoundingClientRect().right > right + 1) {
                      problems.push(`sticks out: ${link.outerHTML.slice(0, 80)}`);
                    }
                  });
                  return problems"""))


class Scrolling(BrowserTestCase):
    """A long page, of which only what the window shows is laid out at first."""

    TOP = "return document.getElementById(arguments[0]).getBoundingClientRect().top"

    def test_stays_where_a_link_or_a_reload_leads(self):
        for width in (PHONE, DESKTOP):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open(GUIDE)
                name = self.browser.run("""
                  const links = document.querySelectorAll("main .permalink");
                  return decodeURIComponent(links[Math.floor(links.length * 0.7)].hash.slice(1))""")
                self.open(f"{GUIDE}#{name}")
                self.browser.settle()
                self.assertAlmostEqual(self.browser.run(self.TOP, name), 80, delta=2)
                self.browser.run("scrollBy({ top: 333, behavior: 'instant' })")
                self.browser.settle()
                self.browser.driver.refresh()
                self.browser.settle()
                self.browser.wait(
                    lambda: abs(self.browser.run(self.TOP, name) - 80 + 333) < 3,
                    "a reload leads elsewhere")

    def test_upwards_never_jumps(self):
        self.open(GUIDE)
        self.browser.run("scrollTo({ top: 1e6, behavior: 'instant' })")
        for step in range(20):
            before = self.browser.run("""
              window.mark = [...document.querySelectorAll("main :is(p, li, h2, h3)")].find(
                (element) => element.getBoundingClientRect().top > 60);
              return window.mark.getBoundingClientRect().top""")
            self.browser.run("scrollBy({ top: -350, behavior: 'instant' })")
            self.browser.settle()
            after = self.browser.run("return window.mark.getBoundingClientRect().top")
            self.assertAlmostEqual(after - before, 350, delta=2, msg=f"step {step}")


class Tables(BrowserTestCase):
    def test_stay_tables_for_assistive_technology(self):
        for width in (PHONE, DESKTOP):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open(REFERENCE)
                roles = [role for role, _, _ in self.browser.accessibility_tree()]
                self.assertEqual(roles.count("table"), len(self.browser.elements("table")))
                self.assertEqual(
                    roles.count("rowheader"), len(self.browser.elements("tbody th")))


class Filter(BrowserTestCase):
    def test_shows_as_many_cards_as_it_says(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open("gallery/index.html")
        labels = self.browser.elements(".filter label")
        self.assertGreater(len(labels), 2)
        for label in labels:
            with self.subTest(label=label.text):
                label.click()
                shown = [card for card in self.browser.elements(".card") if card.is_displayed()]
                self.assertEqual(len(shown), int(label.text.split()[-1]))


class Media(BrowserTestCase):
    def test_with_forced_colors_show_what_colors_say(self):
        self.browser.emulate(DESKTOP, forced_colors="active")
        self.open(REFERENCE)
        for selector, property in ((".note", "borderTopWidth"),
                                   (".navigation a[aria-current]", "outlineWidth")):
            with self.subTest(selector=selector):
                width = self.browser.run(
                    f"return getComputedStyle(document.querySelector(arguments[0])).{property}",
                    selector)
                self.assertNotEqual(width, "0px")

    def test_of_reduced_motion_do_not_move(self):
        self.browser.emulate(DESKTOP, prefers_reduced_motion="reduce")
        self.open(GUIDE)
        self.assertEqual(self.browser.run(
            "return getComputedStyle(document.querySelector('a')).transitionDuration"), "0s")

    def test_of_paper_show_everything(self):
        self.open(REFERENCE)
        self.browser.emulate(700, media="print")
        problems = self.browser.run("""
          const problems = [];
          document.querySelectorAll(".site-header, .navigation, .contents, button").forEach((part) => {
            if (part.checkVisibility()) problems.push(`printed: ${part.outerHTML.slice(0, 80)}`);
          });
          document.querySelectorAll("pre, .table").forEach((box) => {
            if (box.scrollWidth > box.clientWidth + 1) {
              problems.push(`cut off: ${box.textContent.slice(0, 60)}`);
            }
          });
          return problems""")
        self.assertNoProblems(problems)
