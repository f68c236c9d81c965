"""What a reader is promised of every page, held true in a real browser.

    AXE=axe.min.js /usr/bin/python3 Tests/Browser/browser_tests.py site

Every page of the built site is looked at, at the width of a phone and of a desktop, in light and
dark colours, with and without a mouse, a script or a network. So are the mock provider's pages,
which the built ProviderForPeers serves; AXE is the checker that comes with the package
axe-playwright-python.
"""

import contextlib
import io
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from browser import Browser
from cases import BrowserTestCase, SiteTestCase
from code_tests import Code  # noqa: F401
from exchange_tests import Exchange, Transcripts  # noqa: F401 - unittest finds the cases by name
from keyboard_tests import Keyboard, Menu  # noqa: F401
from lab_tests import FrontChannelLogout, LabUnderAttack  # noqa: F401
from page_tests import EveryPage, Links, Moved, Offline, Parts  # noqa: F401
from provider_page_tests import ProviderPages, ProviderPagesWithoutScript  # noqa: F401
from search_tests import LargeSearch, Search, SearchOfTheSite  # noqa: F401
from site_files import Site
from tab_tests import PrintedTabs, Tabs, TabsWithoutScript  # noqa: F401
from theme_tests import Bar, Colors, Contents, Filter, Media, Scrolling, Tables  # noqa: F401
from type_tests import Types  # noqa: F401


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: browser_tests.py SITE [CLASS[.TEST]...]")
    site = Site(sys.argv[1])
    if not site.pages:
        sys.exit(f"{site.folder} holds no page; build the site first")
    loader, module = unittest.TestLoader(), sys.modules[__name__]
    suites = list(loader.loadTestsFromNames(sys.argv[2:], module) if sys.argv[2:]
                  else loader.loadTestsFromModule(module))
    suites = [suite for suite in suites if suite.countTestCases()]
    with contextlib.ExitStack() as stack:
        site.start()
        stack.callback(site.stop)
        SiteTestCase.site = site

        def start():
            BrowserTestCase.of_thread.browser = Browser()
            stack.callback(BrowserTestCase.of_thread.browser.quit)

        # Two browsers, because a test waits more than it computes.
        with ThreadPoolExecutor(2, initializer=start) as threads:
            sys.exit(0 if all(list(threads.map(run, suites))) else 1)


def run(suite):
    """Runs the tests of a class; returns whether all passed."""
    output = io.StringIO()
    result = unittest.TextTestRunner(output, verbosity=2).run(suite)
    print(output.getvalue(), end="", flush=True)
    return result.wasSuccessful()


if __name__ == "__main__":
    main()
