"""What holds for every page as it is shown, and for the links between them."""

import gzip
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

from browser import DESKTOP, PHONE, TABLET
from cases import BrowserTestCase, SiteTestCase, at, on_a_page_of_each_folder

AUDIT = (Path(__file__).parent / "page_audit.js").read_text(encoding="utf-8")


class EveryPage(BrowserTestCase):
    """What holds for every page, each loaded once and then shown at every width."""

    def test_checks_hold(self):
        checks = [
            (width, getattr(self, name)) for name in dir(self)
            for width in getattr(getattr(self, name), "widths", [])
        ]
        self.assertGreater(len(checks), 10)
        for number, page in enumerate(self.site.pages):
            self.open(page)
            backgrounds = {}
            for offset, width in enumerate((320, PHONE, TABLET, DESKTOP)):
                # Each page is dark at every other width, so that half of the pages have each width in each
                # scheme.
                scheme = "dark" if (number + offset) % 2 else "light"
                self.browser.emulate_still(width, scheme)
                for check in [check for place, check in checks if place == width]:
                    with self.subTest(page=page, check=check.__name__, width=width):
                        check()
                with self.subTest(page=page, width=width, scheme=scheme):
                    # The page for missing addresses says little.
                    least = 5 if page == "404.html" else 10
                    self.assertNoProblems(
                        self.browser.run(AUDIT, least) + self.browser.console())
                backgrounds[scheme] = self.browser.run(
                    "return getComputedStyle(document.body).backgroundColor")
            with self.subTest(page=page):
                self.assertNotEqual(
                    backgrounds["light"], backgrounds["dark"], "light and dark look the same")

    @at(DESKTOP)
    def check_marks_itself_in_the_menu(self):
        entries, current, crumbs, sections, title = self.browser.run("""
          const texts = (selector) => [...document.querySelectorAll(selector)].map(
            (element) => element.innerText.trim());
          return [
            [...document.querySelectorAll("#docgen-navigation a")].filter(
              (link) => link.href === location.href).length,
            texts("#docgen-navigation [aria-current=page]"), texts(".breadcrumbs li"),
            texts(".top [aria-current]"), texts("h1")[0]]""")
        # Pages such as a program of the gallery have no entry.
        self.assertLessEqual(entries, 1)
        self.assertEqual(len(current), entries, "entries of the menu are marked as this page")
        # The crumbs are the sections above the page, as the bar names them.
        self.assertLessEqual(len(sections), 1)
        self.assertTrue(set(sections) <= set(crumbs) | set(current))
        self.assertNotIn(title, crumbs, "a crumb is the page itself")

    @at(PHONE, 320)
    def check_keeps_a_permalink_on_the_line_of_its_heading(self):
        lonely = self.browser.run("""
          return [...document.querySelectorAll(".heading")].filter((box) => {
            const link = box.querySelector(".permalink").getBoundingClientRect();
            const lines = [...box.querySelector("[id]").getClientRects()];
            return lines[lines.length - 1].bottom < link.top + 2;
          }).map((box) => box.textContent)""")
        self.assertEqual(lonely, [], "their # stands alone on a line")

    @at(PHONE, 320, DESKTOP)
    def check_keeps_buttons_and_links_off_the_text(self):
        self.assertNoProblems(self.browser.run("""
          const problems = [];
          document.querySelectorAll("figcaption").forEach((title) => {
            const bar = title.querySelector(".code-buttons");
            if (!bar || !title.checkVisibility()) return;
            const text = document.createRange();
            text.selectNodeContents(title);
            text.setEndBefore(bar);
            const left = bar.getBoundingClientRect().left;
            if ([...text.getClientRects()].some((box) => box.right > left)) {
              problems.push(`buttons cover the title ${title.textContent}`);
            }
          });
          document.querySelectorAll(".proof").forEach((proof) => {
            const link = proof.querySelector("a");
            if (link && link.getBoundingClientRect().bottom > proof.getBoundingClientRect().bottom) {
              problems.push(`a link sticks out of ${proof.textContent}`);
            }
          });
          return problems"""))

    @at(PHONE)
    def check_shows_that_wide_code_scrolls(self):
        without_cue = self.browser.run("""
          return [...document.querySelectorAll("pre, .table")].filter((box) => {
            const style = getComputedStyle(box);
            box.focus({ preventScroll: true });
            return box.checkVisibility() && box.scrollWidth > box.clientWidth
              && !(style.overflowX === "auto" && style.backgroundImage.includes("gradient")
                && style.backgroundAttachment.includes("local")
                && (box === document.activeElement || box.querySelector("a, [tabindex='0']")));
          }).map((box) => box.textContent.slice(0, 60))""")
        self.assertEqual(without_cue, [], "scroll without a cue, or not from a keyboard")

    @at(DESKTOP, TABLET)
    def check_has_its_contents_once(self):
        shown = [part for part in self.browser.elements(".contents") if part.is_displayed()]
        self.assertLessEqual(len(shown), 1)
        self.assertEqual(bool(shown), bool(self.browser.elements(".contents")))

    @at(PHONE)
    def check_turns_tables_into_cards_that_name_their_columns(self):
        self.assertNoProblems(self.browser.run("""
          const problems = [];
          document.querySelectorAll(".table").forEach((box) => {
            if (box.scrollWidth > box.clientWidth) problems.push(`scrolls: ${box.textContent}`);
            box.querySelectorAll("tbody td:not(:first-child)").forEach((cell) => {
              const label = getComputedStyle(cell, "::before").content;
              const isOnly = cell.parentElement.cells.length === 2;
              if (isOnly !== (label === "none")) problems.push(`label ${label}: ${cell.textContent}`);
              if (!isOnly && label === '""') problems.push(`no label: ${cell.textContent}`);
            });
          });
          return problems"""))

    @at(DESKTOP)
    def check_has_tables_that_fit(self):
        self.assertEqual(self.browser.run("""
          return [...document.querySelectorAll(".table")].filter(
            (box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""), [])


class Parts(BrowserTestCase):
    @on_a_page_of_each_folder()
    def test_have_names_for_assistive_technology(self, page, width):
        tree = self.browser.accessibility_tree()
        roles = [role for role, _, _ in tree]
        self.assertEqual(roles.count("main"), 1, "main landmarks")
        self.assertEqual(roles.count("banner"), 1, "banner landmarks")
        problems = [
            f"a {role} without a name"
            for role, name, _ in tree
            if not name and role in (
                "link", "button", "tab", "image", "heading", "navigation", "region",
                "complementary", "tabpanel", "tablist",
            )
        ]
        landmarks = [name for role, name, _ in tree if role == "navigation"]
        if len(set(landmarks)) < len(landmarks):
            problems.append(f"navigation landmarks share a name: {landmarks}")
        problems += [
            f"the heading “{name}” reads its permalink out"
            for role, name, _ in tree
            if role == "heading" and ("#" in name or "Link to" in name)
        ]
        self.assertNoProblems(problems)


class Links(SiteTestCase):
    def test_lead_somewhere(self):
        statuses = {}
        for page, markup in self.site.markup.items():
            base = self.site.address + page
            for href in markup.links + markup.resources + [markup.refresh]:
                if href is None:
                    continue
                address, fragment = urldefrag(urljoin(base, href))
                if not address.startswith(self.site.address):
                    self.assertNotIn(href, markup.resources, f"{page} loads what is not its own")
                    continue
                with self.subTest(page=page, href=href):
                    if address not in statuses:
                        statuses[address] = self.status(address)
                    self.assertEqual(statuses[address], 200)
                    path = unquote(address[len(self.site.address):])
                    if path == "" or path.endswith("/"):
                        path += "index.html"
                    if fragment:
                        self.assertIn(unquote(fragment), self.site.markup[path].ids, "the fragment")
        self.assertGreater(len(statuses), len(self.site.pages), "hardly any link was found")

    @staticmethod
    def status(address):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def test_have_titles_and_descriptions_to_show(self):
        titles = {}
        for page in self.site.pages:
            with self.subTest(page=page):
                markup = self.site.markup[page]
                self.assertTrue(markup.title, "no title")
                self.assertTrue(markup.description, "no description")
                self.assertNotIn(markup.title, titles, "another page has the same title")
                titles[markup.title] = page

    def test_weigh_little(self):
        for suffix, limit in ((".css", 10_000), (".js", 8_000)):
            files = list((self.site.folder / "theme").glob(f"*{suffix}"))
            size = sum(len(gzip.compress(path.read_bytes())) for path in files)
            self.assertTrue(files, f"no {suffix} in the site")
            self.assertLess(size, limit, f"bytes of {suffix}, compressed")


class Moved(BrowserTestCase):
    def test_leads_on_with_query_and_fragment(self):
        old = next(page for page, markup in self.site.markup.items() if markup.refresh)
        markup = self.site.markup[old]
        new = urljoin(self.site.address + old, markup.refresh)
        for rest in ("", "?lang=kotlin", "#part", "#100%", "?lang=kotlin#part"):
            with self.subTest(rest=rest):
                self.browser.open(self.site.address + old + rest)
                self.browser.wait(
                    lambda: self.browser.driver.current_url == new + rest,
                    "it leads elsewhere")


class Offline(BrowserTestCase):
    """The pages as files, opened from a disk."""

    def test_reads_from_files(self):
        # Servers send the page for missing addresses, so its links begin at their root.
        for page in set(self.site.pages) - {"404.html"}:
            with self.subTest(page=page):
                self.browser.open((self.site.folder / page).as_uri())
                self.assertEqual(self.browser.console(), [])
                self.assertEqual(
                    self.browser.run("return getComputedStyle(document.body).marginTop"), "0px",
                    "the style sheet is not applied")
                groups = self.browser.elements(".tabs")
                self.assertEqual(len(self.browser.elements("[role=tablist]")), len(groups))
                home = (self.site.folder / "index.html").as_uri()
                self.assertEqual(
                    self.browser.run("return document.querySelector('.site-title').href"), home)
