"""The built site as files, and served over HTTP on a free loopback port."""

import functools
import http.server
import re
import threading
from html.parser import HTMLParser
from pathlib import Path


class Markup(HTMLParser):
    """What a page's source says, without a browser: links, identifiers, title, description."""

    def __init__(self, text):
        super().__init__()
        self.links = []
        self.resources = []
        self.ids = []
        self.title = ""
        self.description = ""
        self.refresh = None
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "name" in values:
            self.ids.append(values["name"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "link" and values.get("rel") != "canonical":
            self.resources.append(values.get("href"))
        if "src" in values:
            self.resources.append(values["src"])
        if tag == "meta" and values.get("name") == "description":
            self.description = values.get("content", "").strip()
        if tag == "meta" and values.get("http-equiv") == "refresh":
            self.refresh = values.get("content", "").partition("url=")[2]
        self._in_title = tag == "title"

    def handle_data(self, data):
        if self._in_title:
            self.title += data.strip()

    def handle_endtag(self, tag):
        self._in_title = False


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        text = self.server.made_up.get(self.path)
        if text is None:
            return super().do_GET()
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.made_up = {}  # Pages that are no part of the site, by path.

    def handle_error(self, request, client_address):
        pass  # The browser went on to another page before this one was sent.


class Site:
    """A site's folder; `address` is valid between `start` and `stop`."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.markup = {
            path.relative_to(self.folder).as_posix(): Markup(path.read_text(encoding="utf-8"))
            for path in sorted(self.folder.rglob("*.html"))
        }
        # A page that only leads on to another address is not for reading.
        reading = [path for path, markup in self.markup.items() if markup.refresh is None]
        self.transcripts = [path for path in reading if path.startswith("transcripts/")]
        # Pages of types are made alike: each twelfth stands for them.
        types = [path for path in reading if re.fullmatch(r"reference/[^/]+/[^/]+/.*", path)]
        left_out = {*self.transcripts, *types} - {*types[::12]}
        self.pages = [path for path in reading if path not in left_out]

    def start(self):
        handler = functools.partial(QuietHandler, directory=str(self.folder))
        self._server = QuietServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def make_up(self, path, text):
        """Serves a page that is no part of the site."""
        self._server.made_up["/" + path] = text

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
