"""What the test cases have in common."""

import functools
import unittest

from browser import DESKTOP, PHONE


class SiteTestCase(unittest.TestCase):
    """`site` is set before the first test."""

    site = None

    def assertNoProblems(self, problems):
        if problems:
            self.fail("\n" + "\n".join(f"- {problem}" for problem in problems))


class BrowserTestCase(SiteTestCase):
    """`browser` is set before the first test, and as good as new before each."""

    browser = None

    def setUp(self):
        self.browser.reset()

    def open(self, page):
        self.browser.open(self.site.address + page)


def on_every_page(*widths):
    """Runs a test once for every page and width, each opened in the browser."""
    return _on(lambda site: site.pages, widths)


def on_a_page_of_each_folder(*widths):
    """The same for the first page of each folder, for what the theme does alike on all of them."""
    def pages(site):
        firsts = {page.rpartition("/")[0].partition("/")[0]: page for page in reversed(site.pages)}
        return sorted(firsts.values())

    return _on(pages, widths)


def _on(pages, widths):
    def decorate(test):
        @functools.wraps(test)
        def run(self):
            for page in pages(self.site):
                for width in widths or (PHONE, DESKTOP):
                    with self.subTest(page=page, width=width):
                        self.browser.emulate(width)
                        self.open(page)
                        test(self, page, width)

        return run

    return decorate
