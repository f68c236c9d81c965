"""The search dialog and the search page, on a small site and on the whole one."""

import gzip
import random
import subprocess
import tempfile
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from cases import BrowserTestCase
from site_files import Site

FOLDER = Path(__file__).resolve().parent
DOCGEN = FOLDER.parent.parent / ".build/debug/docgen"


class SearchTestCase(BrowserTestCase):
    def type(self, query, field="dialog[open] input"):
        """Replaces the query, and waits until its results are shown."""
        status = ".search-status" if "dialog" not in field else "dialog[open] [role=status]"
        self.browser.run("document.querySelector(arguments[0]).textContent = ''", status)
        element = self.browser.element(field)
        element.send_keys(Keys.CONTROL, "a")
        # At once: half a query can have results too, or none.
        self.browser.command("Input.insertText", text=query)
        self.browser.wait(
            lambda: self.browser.element(status).text and not self.is_busy(),
            f"no results for {query}")
        return self.browser.element(status).text

    def open_dialog(self, page="index.html"):
        self.open(page)
        self.browser.press("/", 191)
        self.browser.wait(lambda: self.browser.elements("dialog[open]"), "/ opened no dialog")

    def type_slowly(self, query):
        """Types letter by letter, each after results of the ones before, and then rests."""
        self.open_dialog()
        # However long a letter takes here, the reader doesn't rest before the last.
        self.browser.run("""
          const set = setTimeout;
          window.setTimeout = (call, time, room) => time < 500 || window.rests ? set(call, time, room) : 0""")
        status = "dialog[open] [role=status]"
        for number, letter in enumerate(query, 1):
            if number == len(query):
                self.browser.run("window.rests = true")
            self.browser.run("document.querySelector(arguments[0]).textContent = ''", status)
            self.browser.element("dialog input").send_keys(letter)
            if letter != " ":
                self.browser.wait(lambda: self.browser.element(status).text, f"no results at {number}")
        self.browser.wait(lambda: not self.is_busy(), "the rest never came")

    def is_busy(self):
        """Whether more results follow the first."""
        return self.browser.elements("[role=listbox][aria-busy=true]")

    def fetched(self):
        return self.browser.run("""
          return performance.getEntriesByType("resource").map(({ name }) => name).filter(
            (name) => name.endsWith(".json"))""")

    def weight(self, names):
        return sum(
            len(gzip.compress((self.site.folder / name.removeprefix(self.site.address)).read_bytes()))
            for name in names)

    def options(self):
        """The texts of the results."""
        return self.browser.run("""
          return [...document.querySelectorAll("dialog[open] [role=option]")].map((option) =>
            option.querySelector("span").textContent)""")

    def active(self):
        return self.browser.run("""
          const id = document.querySelector("dialog input").getAttribute("aria-activedescendant");
          const option = id && document.getElementById(id);
          return option && option.getAttribute("aria-selected") === "true"
            ? option.querySelector("span").textContent : null""")


class Search(SearchTestCase):
    """A site of four pages, on which a word is in a title, a heading, code and text."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        output = Path(cls.folder.name) / "site"
        subprocess.run(
            [DOCGEN, "build", "--root", FOLDER / "search_site", "--output", output, "--quiet"],
            check=True)
        cls.site = Site(output)
        cls.site.start()
        cls.addClassCleanup(cls.site.stop)

    def test_ranks_titles_before_headings_code_and_text(self):
        self.open_dialog()
        self.assertEqual(self.type("zebra"), "4 results on 4 pages")
        self.assertEqual(
            self.options(),
            ["Home of the zebra", "A second page", "About the zebra", "A third page", "Code",
             "</script><b class=\"hostile\"> & 'fourth'", '<b class="hostile"> & others'])
        self.assertEqual(self.active(), "Home of the zebra")

    def test_finds_prefixes_typos_paths_and_identifiers(self):
        self.open_dialog()
        for query, best in (
            ("zeb", "Home of the zebra"), ("zebar", "Home of the zebra"),
            ("zbra", "Home of the zebra"), ("zebraa", "Home of the zebra"),
            ("zabra", "Home of the zebra"), ("zebra run", "About the zebra"),
            ("/{db}/_session", "About the zebra"), ("_session", "About the zebra"),
            ("session", "About the zebra"), ("OpenIDClient.login", "Code"),
            ("openid", "Code"), ("client", "Code"), ("invalid_grant", "Code"),
            ("grant", "Code"), ("CAFE", '<b class="hostile"> & others'),
            ("third let", "Code"),
        ):
            with self.subTest(query=query):
                self.type(query)
                self.assertEqual(self.active(), best)
        # Words of one or two letters find themselves.
        self.type("db")
        self.assertEqual(self.active(), "About the zebra")
        # Where no section has all words, those with the most of them are found.
        for query in ("zebra xq", "how does the zebra zzz"):
            with self.subTest(query=query):
                self.type(query)
                self.assertEqual(self.active(), "Home of the zebra")
        self.browser.run("document.querySelector('dialog input').value = ''")
        for query in ("zab", "xyzxyz", "zzz xyzxyz"):
            with self.subTest(query=query):
                self.assertEqual(self.type(query), "No results")
                self.assertIsNone(self.active())

    def test_finds_words_of_languages_without_spaces(self):
        self.open_dialog()
        for query, marks in (
            ("共通点", "共通点"), ("クラスには", "クラスクラスには"), ("swiftの関数", "Swiftの関数"), ("ｓｗｉｆｔ", "Swift"), ("문서", "문서"),
        ):
            with self.subTest(query=query):
                self.type(query)
                self.assertEqual(self.active(), "構造体とクラス")
                self.assertEqual(self.browser.run("""
                  const marks = document.querySelectorAll("dialog [aria-selected] mark");
                  return [...marks].map((mark) => mark.textContent).join("")"""), marks)
        self.assertEqual(self.type("数値"), "No results")

    def test_opens_the_first_result_that_comes_after_enter(self):
        self.open_dialog()
        # As quick readers do: there are no results yet.
        self.browser.element("dialog input").send_keys("zebra", Keys.ENTER)
        self.browser.wait(
            lambda: not self.browser.elements("dialog[open]"), "Enter had no effect")
        self.assertEqual(self.browser.element("h1").text, "Home of the zebra")

    def test_works_with_the_keyboard_alone(self):
        self.open("heading/index.html")
        self.browser.run("document.querySelector('.site-title').focus()")
        self.browser.press("k", 75, modifiers=2)
        self.browser.wait(lambda: self.browser.elements("dialog[open]"), "Ctrl-K opened no dialog")
        self.type("zebra")
        self.browser.press("ArrowDown", 40)
        self.assertEqual(self.active(), "A second page")
        self.browser.press("ArrowUp", 38)
        self.browser.press("ArrowUp", 38)
        self.assertEqual(self.active(), '<b class="hostile"> & others', "before the first")
        self.browser.element("dialog input").send_keys("/")
        self.assertEqual(self.browser.run("return document.querySelector('dialog input').value"), "zebra/")
        self.browser.press("Escape", 27)
        self.browser.wait(lambda: not self.browser.elements("dialog[open]"), "Escape closed nothing")
        self.assertEqual(
            self.browser.run("return document.activeElement.className"), "site-title", "the focus")
        self.browser.press("/", 191)
        self.type("code")
        self.browser.enter()
        self.browser.wait(
            lambda: self.browser.driver.current_url == self.site.address + "code/index.html#code",
            "Enter opened nothing")

    def test_adds_no_element_of_a_hostile_title(self):
        self.open_dialog("text/index.html")
        self.type("nobody")
        self.assertEqual(
            self.browser.run("return document.querySelectorAll('.hostile').length"), 0)
        self.assertEqual(
            self.browser.run("""
              const marks = document.querySelectorAll("dialog mark");
              return [...marks].map((mark) => mark.textContent)"""), ["Nobody"])
        # The small site has no icon for the browser's tabs.
        self.assertEqual([line for line in self.browser.console() if "favicon" not in line], [])

    def test_fits_the_screen(self):
        for width in (360, 768, 1440):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open_dialog()
                self.type("zebra")
                self.browser.settle()
                box = self.browser.run("""
                  const box = document.querySelector("dialog").getBoundingClientRect();
                  return [box.left, box.right, box.width, document.documentElement.scrollWidth]""")
                self.assertGreaterEqual(box[0], 0)
                self.assertLessEqual(box[1], width)
                self.assertLessEqual(box[3], width, "the page scrolls sideways")
                self.assertEqual(box[2], 640 if width > 700 else width)

    def test_names_its_parts_for_assistive_technology(self):
        self.open_dialog()
        self.type("zebra")
        tree = [(role, name) for role, name, _ in self.browser.accessibility_tree()]
        for part in (("dialog", "Search this site"), ("combobox", "Search this site"),
                     ("listbox", "Search this site"), ("group", "A third page")):
            self.assertIn(part, tree)
        self.assertEqual(sum(role == "option" for role, _ in tree), 7)
        self.assertIn("status", [role for role, _ in tree])

    def test_has_a_page_of_results(self):
        self.open("search/index.html?q=zebra")
        status = lambda: self.browser.element(".search-status").text
        self.browser.wait(lambda: status() == "4 results on 4 pages", "no results")
        self.assertFalse(self.browser.element(".search-contents").is_displayed())
        self.assertEqual(self.type("xyzxyz", "main input"), "No results")
        self.assertTrue(self.browser.element(".search-contents").is_displayed())
        self.type("code", "main input")
        link = self.browser.elements(".search-section")[0]
        self.assertEqual(link.get_attribute("href"), self.site.address + "code/index.html#code")
        link.click()
        self.browser.wait(lambda: "#code" in self.browser.driver.current_url, "the link led nowhere")

    def test_shows_all_pages_without_a_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open("code/index.html")
        self.browser.element(".search-link").click()
        self.browser.wait(lambda: self.browser.elements(".search-contents"), "no search page")
        self.assertFalse(self.browser.element("main input").is_displayed())
        self.assertIn("Search needs JavaScript", self.browser.element("main").text)
        self.assertEqual(len(self.browser.elements(".search-contents a")), 4)

    def test_says_that_files_need_a_server(self):
        self.browser.open((self.site.folder / "index.html").as_uri())
        self.assertEqual(self.browser.console(), [])
        self.browser.press("/", 191)
        self.browser.wait(lambda: self.browser.elements("dialog[open]"), "/ opened no dialog")
        self.assertIn("Search needs a web server", self.type("zebra"))

    def test_leads_from_former_anchors_to_their_sections(self):
        self.open("index.html#stripes")
        self.assertTrue(self.browser.run("""
          return document.getElementById("stripes").getBoundingClientRect().top
            <= document.getElementById("pattern").getBoundingClientRect().top"""))
        for address, target in (
            ("moved/index.html", "heading/index.html"),
            ("moved/index.html#about-the-zebra", "heading/index.html#about-the-zebra"),
            ("moved/index.html#coat", "heading/index.html#about-the-zebra"),
        ):
            with self.subTest(address=address):
                self.open(address)
                self.browser.wait(
                    lambda: self.browser.driver.current_url == self.site.address + target,
                    f"{address} does not lead to {target}")

    def test_shows_where_a_former_anchor_is_without_a_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open("index.html")
        self.assertFalse(self.browser.element("#fur").is_displayed())
        self.open("index.html#fur")
        self.assertTrue(self.browser.element("#fur").is_displayed())
        self.open("moved/index.html")
        self.browser.wait(
            lambda: self.browser.driver.current_url == self.site.address + "heading/index.html",
            "the old address does not lead on")


class SearchOfTheSite(SearchTestCase):
    """The words that readers of our guides search for."""

    def test_finds_every_endpoint_of_the_gateway(self):
        self.open("lab/gateway/index.html")
        paths = [path for path in self.browser.run("""
          return [...document.querySelectorAll("main td:first-child code")].map(
            (code) => code.textContent)""") if path.startswith("/{")]
        self.assertGreater(len(paths), 40, "hardly any endpoint")
        self.browser.press("/", 191)
        for path in dict.fromkeys(paths):
            with self.subTest(path=path):
                self.assertIn(" on ", self.type(path))
                self.assertIn("The mock Sync Gateway", self.options())

    def test_finds_every_error_by_its_words(self):
        self.open("errors/index.html")
        errors = self.browser.run("""
          return [...document.querySelectorAll("main tbody tr > :first-child")].map(
            (cell) => cell.textContent)""")
        self.assertGreater(len(errors), 20, "hardly any error")
        self.browser.press("/", 191)
        for error in errors:
            with self.subTest(error=error):
                self.type(error)
                self.assertIn("Errors, and what to do", self.options())

    def test_fetches_little_for_queries_that_are_typed_slowly(self):
        for query in ("redirect_uri", "refresh token", "invalid_grant"):
            with self.subTest(query=query):
                self.type_slowly(query)
                self.assertLess(self.weight(self.fetched()), 60_000, f"{len(self.fetched())} files")


class LargeSearch(SearchTestCase):
    """Hundreds of pages, of which each letter of a query finds others, in words that differ everywhere."""

    QUERY = "authenticated"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        root = Path(cls.folder.name)
        (root / "content").mkdir()
        dice = random.Random(1)

        def word(beginning=""):
            return beginning + "".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=36 - len(beginning)))

        beginnings = [cls.QUERY[:end] for end in range(1, len(cls.QUERY) + 1)]
        for number in range(400):
            text = f"---\ntitle: {beginnings[number % len(beginnings)]} {word()}\n---\n"
            for _ in range(8):
                text += f"\n## {word()}\n\n"
                text += "\n".join(word(dice.choice(beginnings)) for _ in range(12)) + "\n"
            name = f"page-{number}" if number else "index"
            (root / "content" / f"{name}.md").write_text(text, encoding="utf-8")
        steps = "".join(f"\n## Step {number}\n\nmark{number}\n" for number in range(300))
        (root / "content/steps.md").write_text(f"---\ntitle: Steps\n---\n{steps}", encoding="utf-8")
        subprocess.run(
            [DOCGEN, "build", "--root", root, "--output", root / "site", "--quiet"], check=True)
        cls.site = Site(root / "site")
        cls.site.start()
        cls.addClassCleanup(cls.site.stop)

    def test_fetches_little_for_a_query_that_is_typed_slowly(self):
        # Words that are random are larger, compressed, than those of a language.
        self.type_slowly(self.QUERY)
        self.assertGreaterEqual(len(self.options()), 12)
        self.assertLess(self.weight(self.fetched()), 80_000, f"{len(self.fetched())} files")

    def test_fetches_little_for_a_query_that_is_typed_quickly(self):
        self.open_dialog()
        self.type(self.QUERY)
        self.assertGreaterEqual(len(self.options()), 12)
        self.assertLess(self.weight(self.fetched()), 25_000, f"{len(self.fetched())} files")

    def test_finds_any_section_of_a_page_with_very_many(self):
        self.open_dialog()
        for number in (0, 2, 3, 255, 299):
            with self.subTest(number=number):
                self.type(f"mark{number}")
                self.assertIn(f"Step {number}", self.options())
        self.assertEqual(self.type("mark299"), "1 result on 1 page")
        self.assertEqual(self.type("mark29"), "11 results on 1 page")

    def test_has_small_files(self):
        sizes = [path.stat().st_size for path in self.site.folder.rglob("*.json")]
        self.assertGreater(len(sizes), 1_000)
        self.assertLess(max(sizes), 60_000)
