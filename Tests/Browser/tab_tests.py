"""The alternatives in several languages: stacked without the script, tabs with it."""

import re

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

PAGE = "ready/guides/authentication/openid/couchbase-lite-1/index.html"
STORAGE_KEY = "docgen-language"

# For each group its tabs' labels in the page's order.
LABELS = """
  return [...document.querySelectorAll(".tabs")].map((group) =>
    [...group.querySelectorAll(":scope > .tab > .tab-label")].map((label) => label.textContent))"""
# For each group the keys of the panels that can be seen.
VISIBLE = """
  return [...document.querySelectorAll(".tabs")].map((group) =>
    [...group.querySelectorAll(":scope > .tab")].filter((panel) => panel.checkVisibility())
      .map((panel) => panel.dataset.key))"""
# For each group the keys of its panels.
KEYS = """
  return [...document.querySelectorAll(".tabs")].map((group) =>
    [...group.querySelectorAll(":scope > .tab")].map((panel) => panel.dataset.key))"""
# What a reader of the stacked form sees: every label above its block, in order.
STACKED = """
  const problems = [];
  document.querySelectorAll(".tabs").forEach((group, number) => {
    let end = group.getBoundingClientRect().top;
    group.querySelectorAll(":scope > .tab").forEach((panel) => {
      const label = panel.querySelector(".tab-label").getBoundingClientRect();
      const code = panel.querySelector("pre").getBoundingClientRect();
      const name = `group ${number + 1}, ${panel.dataset.key}`;
      if (!label.height) problems.push(`${name}: no label`);
      if (!code.height) problems.push(`${name}: no block`);
      if (label.top < end - 1 || code.top < label.bottom - 1) problems.push(`${name}: out of order`);
      end = code.bottom;
    });
    if (group.querySelector("[role=tablist]")?.checkVisibility()) problems.push("tabs are shown");
  });
  return problems"""


class TabsTestCase(BrowserTestCase):
    def open_page(self, fragment=""):
        self.open(PAGE + fragment)
        self.keys = self.browser.run(KEYS)
        self.assertGreaterEqual(len(self.keys), 2, "the page has fewer groups than the tests need")

    def button(self, group, key):
        return self.browser.element(f"#{self.panel(group, key)}-button")

    def panel(self, group, key):
        """The id of a panel."""
        return self.browser.run(
            "return document.querySelectorAll('.tabs')[arguments[0] - 1]"
            ".querySelector(`[data-key='${arguments[1]}']`).id", group, key)

    def stored(self):
        return self.browser.run("return localStorage.getItem(arguments[0])", STORAGE_KEY)

    def store(self, key):
        self.browser.run("localStorage.setItem(arguments[0], arguments[1])", STORAGE_KEY, key)

    def assertShown(self, *keys, message=None):
        self.assertEqual(self.browser.run(VISIBLE), [[key] for key in keys], message)


class TabsWithoutScript(TabsTestCase):
    def test_all_stand_below_their_labels(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        for width in (PHONE, DESKTOP):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open_page()
                self.assertEqual(self.browser.elements("[role=tab]"), [], "the script has run")
                self.assertEqual(self.browser.run(VISIBLE), self.keys)
                self.assertNoProblems(self.browser.run(STACKED))


class PrintedTabs(TabsTestCase):
    def test_all_stand_below_their_labels(self):
        for scheme in ("light", "dark"):
            with self.subTest(scheme=scheme):
                self.browser.emulate(DESKTOP)
                self.open_page()
                self.button(1, self.keys[0][1]).click()
                self.browser.emulate(DESKTOP, scheme, media="print")
                self.assertEqual(self.browser.run(VISIBLE), self.keys)
                self.assertNoProblems(self.browser.run(STACKED))
                self.assertEqual(
                    self.browser.run("return getComputedStyle(document.body).backgroundColor"),
                    "rgb(255, 255, 255)", "paper is white")


class Tabs(TabsTestCase):
    def setUp(self):
        super().setUp()
        self.open_page()
        # Swift, where a group has it.
        self.first = ["swift" if "swift" in keys else keys[0] for keys in self.keys]
        # The language that most groups have, of those of the first group that are first in none.
        self.common = max(
            (key for key in self.keys[0] if key not in self.first),
            key=lambda key: sum(key in keys for keys in self.keys))

    def everywhere(self, key):
        """What is shown after a choice: a group that lacks the language keeps what it showed."""
        return [key if key in keys else first for keys, first in zip(self.keys, self.first)]

    def test_have_their_roles(self):
        self.assertNoProblems(self.browser.run("""
          const problems = [];
          document.querySelectorAll(".tabs").forEach((group) => {
            const list = group.querySelector(":scope > [role=tablist]");
            if (!list) return problems.push("a group without a tablist");
            const tabs = [...list.querySelectorAll("[role=tab]")];
            const panels = [...group.querySelectorAll(":scope > [role=tabpanel]")];
            if (tabs.length !== panels.length) problems.push("tabs and panels differ in number");
            tabs.forEach((tab, index) => {
              const panel = panels[index];
              const isSelected = tab.getAttribute("aria-selected") === "true";
              if (tab.getAttribute("aria-controls") !== panel.id) problems.push("aria-controls");
              const label = document.getElementById(panel.getAttribute("aria-labelledby"));
              if (label.textContent !== tab.textContent) problems.push("labelledby");
              if (panel.checkVisibility() !== isSelected) problems.push("aria-selected lies");
              if ((tab.tabIndex === 0) !== isSelected) problems.push("several tabs take the focus");
            });
          });
          return problems"""))
        self.assertEqual(
            [[tab.text for tab in group.find_elements("css selector", "[role=tab]")]
             for group in self.browser.elements(".tabs")],
            self.browser.run(LABELS))

    def test_follow_the_language_of_a_link(self):
        self.browser.open(f"{self.site.address}{PAGE}?lang={self.common}")
        self.assertShown(*self.everywhere(self.common))
        self.assertIsNone(self.stored(), "a link is no choice")

    def test_show_one_panel_without_its_label(self):
        self.assertShown(*self.first)
        self.assertFalse(any(
            label.is_displayed() for label in self.browser.elements(".tab-label")))

    def test_follow_a_click_in_all_groups(self):
        self.button(1, self.common).click()
        self.assertShown(*self.everywhere(self.common))
        self.assertEqual(self.stored(), self.common)

    def test_follow_the_keyboard(self):
        keys = self.keys[0]
        self.browser.run("arguments[0].focus()", self.button(1, keys[0]))
        steps = [("ArrowRight", 39, 1), ("ArrowRight", 39, 2), ("ArrowLeft", 37, 1),
                 ("End", 35, -1), ("ArrowRight", 39, 0), ("ArrowLeft", 37, -1), ("Home", 36, 0)]
        for step, (key, code, index) in enumerate(steps, start=1):
            with self.subTest(step=step, key=key):
                self.browser.press(key, code)
                self.assertEqual(self.browser.run(VISIBLE)[0], [keys[index]])
                self.assertEqual(
                    self.browser.run("return document.activeElement.id"),
                    f"{self.panel(1, keys[index])}-button", "the focus")

    def test_take_one_stop_of_the_keyboard(self):
        self.button(1, self.common).click()
        self.browser.tab()
        self.assertTrue(
            self.browser.run("return document.activeElement.closest('.tab')?.id"
                             " === arguments[0]", self.panel(1, self.common)),
            "Tab does not lead from the tab into its panel")

    def test_remember_the_choice(self):
        self.button(1, self.common).click()
        self.open_page()
        self.assertShown(*self.everywhere(self.common), message="after loading the page again")
        self.open("index.html")
        self.assertEqual(self.stored(), self.common, "on another page")
        self.open_page()
        self.assertShown(*self.everywhere(self.common), message="after another page")

    def test_remember_other_names_for_groups_with_the_same(self):
        text = (self.site.folder / PAGE).read_text(encoding="utf-8")
        page = PAGE.rpartition("/")[0] + "/tools.html"
        self.site.make_up(page, re.sub('data-keys="[^"]*"', 'data-keys=""', text))
        self.open(page)
        self.button(1, self.common).click()
        self.assertShown(*self.everywhere(self.common))
        self.assertIsNone(self.stored(), "a tool is remembered as a language")
        names = [name for role, name, _ in self.browser.accessibility_tree() if role == "tablist"]
        labels = self.browser.run(LABELS)
        self.assertEqual(names, [",".join(group) for group in labels])
        self.open(page)
        visible = self.browser.run(VISIBLE)
        for number, group in enumerate(labels):
            key = self.common if group == labels[0] else self.first[number]
            self.assertEqual(visible[number], [key], "after loading the page again")

    def test_show_the_first_where_the_choice_is_missing(self):
        self.store("a-language-of-no-group")
        self.open_page()
        self.assertShown(*self.first)
        self.assertEqual(self.stored(), "a-language-of-no-group", "the choice is lost")

    def test_keep_a_group_that_lacks_the_clicked_language(self):
        key = self.common
        text = (self.site.folder / PAGE).read_text(encoding="utf-8")
        lacking = re.sub(rf'(id="tab-[^"]*-\d+" data-key=")(?={key}")', r"\1other-", text)
        self.assertTrue(lacking != text, "no other group has the language")
        page = PAGE.rpartition("/")[0] + "/lacking.html"
        self.site.make_up(page, lacking)
        self.open(page)
        self.button(1, key).click()
        self.assertShown(key, *self.first[1:])
        self.assertEqual(self.stored(), key)
        self.open(page)
        self.assertShown(key, *self.first[1:], message="after loading the page again")

    def test_open_by_a_link(self):
        for key in dict.fromkeys(self.keys[1][1:]):
            fragment = f"#{self.panel(2, key)}"
            for is_loaded in (False, True):
                with self.subTest(key=key, page_is_loaded=is_loaded):
                    if is_loaded:
                        self.open_page()
                        self.browser.run("location.hash = arguments[0]", fragment)
                        self.browser.wait(
                            lambda: self.browser.run(VISIBLE)[1] == [key], "it stays closed")
                    else:
                        self.open_page(fragment)
                    self.browser.settle()
                    self.assertShown(*self.first[:1], key, *self.first[2:])
                    self.assertIsNone(self.stored(), "a link is not a choice")
                    place = self.browser.run("""
                      const header = document.querySelector(".site-header");
                      const list = document.querySelector(arguments[0]).parentElement
                        .querySelector("[role=tablist]");
                      return list.getBoundingClientRect().top
                        - header.getBoundingClientRect().bottom""", fragment)
                    self.assertTrue(0 <= place < 100, f"the tabs are {place} px below the header")

    def test_stay_where_they_are_when_touched(self):
        # Not every browser anchors what it shows by itself; this one can be told not to.
        for anchoring in ("auto", "none"):
            for width in (PHONE, DESKTOP):
                for group in range(1, len(self.keys) + 1):
                    with self.subTest(anchoring=anchoring, width=width, group=group):
                        self.browser.emulate(width)
                        self.open_page()
                        self.browser.run(
                            "document.documentElement.style.overflowAnchor = arguments[0]",
                            anchoring)
                        self.assertStaysOnScreen(group)

    def assertStaysOnScreen(self, group):
        first = self.first[group - 1]
        self.browser.run(
            "arguments[0].scrollIntoView({ block: 'center' })", self.button(group, first))
        keys = self.keys[group - 1]
        for key in (keys[1], keys[-1], first):
            button = self.button(group, key)
            before = self.browser.run("return arguments[0].getBoundingClientRect().top", button)
            button.click()
            self.browser.settle()
            after = self.browser.run("return arguments[0].getBoundingClientRect().top", button)
            self.assertAlmostEqual(before, after, delta=1.5, msg=f"choosing {key}")

    def load_slowly(self, source):
        """Runs a script before the page's own, and lets those arrive after the page was painted."""
        script = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=source)
        self.browser.command("Network.enable")
        self.browser.command("Network.setCacheDisabled", cacheDisabled=True)
        self.browser.command(
            "Network.emulateNetworkConditions",
            offline=False, latency=20, downloadThroughput=100_000, uploadThroughput=100_000)
        self.addCleanup(
            self.browser.command, "Network.emulateNetworkConditions",
            offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        self.addCleanup(self.browser.command, "Network.setCacheDisabled", cacheDisabled=False)
        self.addCleanup(
            self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", **script)

    def test_do_not_move_when_their_script_arrives(self):
        self.load_slowly("""
          window.shifts = [];
          new PerformanceObserver((list) => {
            for (const { startTime, sources } of list.getEntries()) {
              window.shifts.push([startTime, ...sources.map(({ node }) => node?.outerHTML ?? node?.data)]);
            }
          }).observe({ type: "layout-shift", buffered: true });""")
        # Without what is above the tabs, so that they are on the screen.
        text = (self.site.folder / PAGE).read_text(encoding="utf-8")
        page = PAGE.rpartition("/")[0] + "/tabs-first.html"
        self.site.make_up(page, re.sub(r'(?s)<article>.*?(?=<div class="tabs")', "<article>", text))
        for width, key in ((PHONE, self.common), (DESKTOP, "swift"), (DESKTOP, "android")):
            with self.subTest(width=width, key=key):
                self.browser.emulate(width)
                # The path of a page that is made up is matched without its query.
                self.store(key)
                self.open(page)
                self.browser.settle()
                self.assertTrue(self.browser.run("""
                  const group = document.querySelector(".tabs-ready").getBoundingClientRect();
                  return group.top > 0 && group.top + 200 < innerHeight"""))
                # The scripts run when all of the page is there; before, its parts come one by one.
                self.assertEqual(self.browser.run("""
                  const [{ domInteractive }] = performance.getEntriesByType("navigation");
                  return window.shifts.filter(([time]) => time >= domInteractive)"""), [])

    def test_are_never_painted_stacked(self):
        source = """
          window.frames_seen = [];
          (function look() {
            const groups = [...document.querySelectorAll(".tabs")];
            window.frames_seen.push(Math.max(0, ...groups.map((group) =>
              [...group.children].filter((child) =>
                child.matches(".tab") && child.checkVisibility()).length)));
            requestAnimationFrame(look);
          })();"""
        self.store(self.common)
        self.load_slowly(source)
        self.open_page()
        self.browser.settle()
        frames = self.browser.run("return window.frames_seen")
        self.assertGreater(len(frames), 5, "too few frames to judge")
        self.assertEqual(frames[-1], 1)
        self.assertLessEqual(max(frames), 1, "panels of a group that were shown at once")
