"""What holds for every page as it is shown, and for the links between them."""

import gzip
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

from browser import DESKTOP, PHONE, TABLET
from cases import BrowserTestCase, SiteTestCase, on_a_page_of_each_folder, on_every_page

AUDIT = (Path(__file__).parent / "page_audit.js").read_text(encoding="utf-8")


class EveryPage(BrowserTestCase):
    def test_is_well_formed_and_readable(self):
        for page in self.site.pages:
            for width in (PHONE, TABLET, DESKTOP):
                for scheme in ("light", "dark"):
                    with self.subTest(page=page, width=width, scheme=scheme):
                        self.browser.emulate(width, scheme)
                        self.open(page)
                        # The page for missing addresses says little.
                        least = 5 if page == "404.html" else 10
                        self.assertNoProblems(
                            self.browser.run(AUDIT, least) + self.browser.console())

    def test_is_dark_in_the_dark(self):
        for page in self.site.pages:
            with self.subTest(page=page):
                self.open(page)
                colors = []
                for scheme in ("light", "dark"):
                    self.browser.emulate(DESKTOP, scheme)
                    colors.append(self.browser.run(
                        "return getComputedStyle(document.body).backgroundColor"))
                self.assertNotEqual(*colors, "light and dark have the same background")

    @on_a_page_of_each_folder()
    def test_names_its_parts_for_assistive_technology(self, page, width):
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

    @on_every_page(DESKTOP)
    def test_marks_itself_in_the_menu(self, page, width):
        current = self.browser.elements("#navigation [aria-current=page]")
        # Pages such as a program of the gallery have no entry.
        entries = [link for link in self.browser.elements("#navigation a")
                   if link.get_attribute("href") == self.browser.driver.current_url]
        self.assertLessEqual(len(entries), 1)
        self.assertEqual(len(current), len(entries), "entries of the menu are marked as this page")
        # The crumbs are the sections above the page, as the bar names them.
        crumbs = [item.text for item in self.browser.elements(".breadcrumbs li")]
        sections = [item.text for item in self.browser.elements(".top [aria-current]")]
        self.assertLessEqual(len(sections), 1)
        self.assertTrue(set(sections) <= set(crumbs) | {link.text for link in current})
        self.assertNotIn(self.browser.element("h1").text, crumbs, "a crumb is the page itself")

    @on_every_page(PHONE, 320)
    def test_keeps_a_permalink_on_the_line_of_its_heading(self, page, width):
        lonely = self.browser.run("""
          return [...document.querySelectorAll(".heading")].filter((box) => {
            const link = box.querySelector(".permalink").getBoundingClientRect();
            const lines = [...box.querySelector("[id]").getClientRects()];
            return lines[lines.length - 1].bottom < link.top + 2;
          }).map((box) => box.textContent)""")
        self.assertEqual(lonely, [], "their # stands alone on a line")

    @on_every_page(PHONE)
    def test_shows_that_wide_code_scrolls(self, page, width):
        without_cue = self.browser.run("""
          return [...document.querySelectorAll("pre, .table")].filter((box) => {
            const style = getComputedStyle(box);
            return box.scrollWidth > box.clientWidth
              && !(style.overflowX === "auto" && style.backgroundImage.includes("gradient")
                && style.backgroundAttachment.includes("local") && box.tabIndex === 0);
          }).map((box) => box.textContent.slice(0, 60))""")
        self.assertEqual(without_cue, [], "scroll without a cue, or not from a keyboard")


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
            files = [path for path in self.site.folder.rglob(f"*{suffix}")]
            size = sum(len(gzip.compress(path.read_bytes())) for path in files)
            self.assertTrue(files, f"no {suffix} in the site")
            self.assertLess(size, limit, f"bytes of {suffix}, compressed")


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
                self.browser.element(".site-title").click()
                home = (self.site.folder / "index.html").as_uri()
                self.browser.wait(lambda: self.browser.driver.current_url == home,
                             "the site's title does not lead to the home page")

    def test_makes_tabs(self):
        for page in self.site.pages:
            with self.subTest(page=page):
                self.browser.open((self.site.folder / page).as_uri())
                groups = self.browser.elements(".tabs")
                self.assertEqual(len(self.browser.elements("[role=tablist]")), len(groups))
