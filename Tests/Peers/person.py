"""A person with a browser, and what arrives in its address line."""

import html.parser
import urllib.parse

import requests
from provider_program import CALLBACK


class Forms(html.parser.HTMLParser):
    """The first form of a page: where it goes, and its fields."""

    def __init__(self, text):
        super().__init__()
        self.action = None
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes["action"]
        if tag == "input":
            self.fields[attributes["name"]] = attributes.get("value") or ""


class Person:
    """A browser without scripts, and who sits before it."""

    def __init__(self):
        self.browser = requests.Session()

    def go(self, address, until=CALLBACK):
        """Follows redirects; gives the page, or the address that nobody listens at."""
        return self._arrive(self.browser.get(address, allow_redirects=False), until)

    def fill(self, page, until=CALLBACK, **typed):
        """Sends the form of a page with what is typed."""
        form = Forms(page.text)
        action = urllib.parse.urljoin(page.url, form.action)
        answer = self.browser.post(action, data=form.fields | typed, allow_redirects=False)
        return self._arrive(answer, until)

    def _arrive(self, answer, until):
        while answer.is_redirect:
            address = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if until and address.startswith(until):
                return address
            answer = self.browser.get(address, allow_redirects=False)
        return answer


def query(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))


def fragment(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).fragment))
