"""What a reader is promised of every page, held true in a real browser.

    AXE=axe.min.js /usr/bin/python3 Tests/Browser/browser_tests.py site

Every page of the built site is looked at, at the width of a phone and of a desktop, in light and
dark colours, with and without a mouse, a script or a network. So are the mock provider's pages,
which the built ProviderForPeers serves; AXE is the checker that comes with the package
axe-playwright-python.
"""

import contextlib
import sys
import unittest

from browser import Browser
from cases import BrowserTestCase, SiteTestCase
from exchange_tests import Exchange, Transcripts  # noqa: F401 - unittest finds the cases by name
from keyboard_tests import Keyboard, Menu  # noqa: F401
from page_tests import EveryPage, Links, Offline  # noqa: F401
from provider_page_tests import ProviderPages, ProviderPagesWithoutScript  # noqa: F401
from search_tests import Search, SearchOfTheSite  # noqa: F401
from site_files import Site
from tab_tests import PrintedTabs, Tabs, TabsWithoutScript  # noqa: F401
from theme_tests import Colors, Contents, Filter, Media, Tables  # noqa: F401


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: browser_tests.py SITE [unittest's options]")
    site = Site(sys.argv.pop(1))
    if not site.pages:
        sys.exit(f"{site.folder} holds no page; build the site first")
    with contextlib.ExitStack() as stack:
        site.start()
        stack.callback(site.stop)
        SiteTestCase.site = site
        BrowserTestCase.browser = Browser()
        stack.callback(BrowserTestCase.browser.quit)
        unittest.main()


if __name__ == "__main__":
    main()
