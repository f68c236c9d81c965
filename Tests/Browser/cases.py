"""What the test cases have in common."""

import functools
import threading
import unittest

from browser import DESKTOP, PHONE


class SiteTestCase(unittest.TestCase):
    """`site` is set before the first test."""

    site = None

    def assertNoProblems(self, problems):
        if problems:
            self.fail("\n" + "\n".join(f"- {problem}" for problem in problems))


class BrowserTestCase(SiteTestCase):
    """`browser` is the one of this thread, and as good as new before each test."""

    of_thread = threading.local()

    @property
    def browser(self):
        return self.of_thread.browser

    def setUp(self):
        self.browser.reset()

    def open(self, page):
        self.browser.open(self.site.address + page)


def at(*widths):
    """Marks a check of every page with the widths of the window that it concerns."""

    def mark(check):
        check.widths = widths
        return check

    return mark


def on_a_page_of_each_folder(*widths):
    """Runs a test for one page of each folder and every width, each opened in the browser.

    The theme does alike on all pages of a folder. The one of the root is the home page, because pages
    are in a folder of their own.
    """

    def decorate(test):
        @functools.wraps(test)
        def run(self):
            pages = {tuple(page.split("/")[:-2]) if "/" in page else None: page
                     for page in self.site.pages}
            for page in pages.values():
                for width in widths or (PHONE, DESKTOP):
                    with self.subTest(page=page, width=width):
                        self.browser.emulate(width)
                        self.open(page)
                        test(self, page, width)

        return run

    return decorate
