"""PouchDB 2.2.3, by its contributors: a replicating client in a browser, against the gateway.

PyPI has it inside the source of Python-PouchDB; pip fetches it when the tests run. It runs in
headless Chromium, on a page of another origin, with its data in IndexedDB and the gateway's session
in a cookie. What it exercises, by its own requests: CORS with credentials and preflights,
`_session`, the database's information, checkpoints in `_local`, `_changes` with `style=all_docs`
(at once, and as a longpoll), `_revs_diff`, `_bulk_docs` with `new_edits: false`, documents with
`revs`, `open_revs` and `attachments`, attachments as Base64 and as bodies of their own. A conflict
goes both ways, with the same winner on both sides, and comes to its end on both when the app removes
the loser.
"""

import hashlib
import http.server
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

from gateway_lab import Lab

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Browser"))
from browser import Browser  # noqa: E402

PACKAGE = "python-pouchdb==0.4.1"
SHA256 = "e93e601e5a3d7f7dcf966f3d477ed8e2ad0e0da3e1739823ec3b2e0823b9d767"

# PouchDB's own later fixes for Sync Gateway, without which this release can't replicate with the
# original either: its pull request 2365 (rows of `_bulk_docs` have no `ok`), and its issue 6182 (the
# changes feed has rows of users, which are no documents).
LATER_FIXES = {
    b"e.ok||(B.doc_write_failures++": b"!e.error||(B.doc_write_failures++",
    b"S.seq=e.seq,S.changes.push(e)": b"S.seq=e.seq,e.changes.length&&S.changes.push(e)",
}

SYNC = """function (doc, oldDoc) {
  if (doc.type === "secret") throw({forbidden: "no secrets here"});
  channel(doc.channels);
}"""


def pouchdb():
    """The text of PouchDB's script."""
    with tempfile.TemporaryDirectory() as folder:
        constraint = pathlib.Path(folder) / "constraint.txt"
        # Its setup.py speaks of Python 2 in a way that later versions refuse.
        constraint.write_text("setuptools<58\n")
        subprocess.run(
            [
                sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--use-pep517",
                "--disable-pip-version-check", "--dest", folder, PACKAGE,
            ],
            check=True, env=os.environ | {"PIP_CONSTRAINT": str(constraint)},
        )
        [archive] = pathlib.Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as files:
            script = files.extractfile("Python-PouchDB-0.4.1/pouchdb/bundle.js").read()
    if hashlib.sha256(script).hexdigest() != SHA256:
        raise RuntimeError("PyPI gave another PouchDB than the one these tests are written for")
    for old, new in LATER_FIXES.items():
        if script.count(old) != 1:
            raise RuntimeError(f"PouchDB has no '{old.decode()}' to fix")
        script = script.replace(old, new)
    return script


class Page(http.server.ThreadingHTTPServer):
    """A page of an origin of its own that loads PouchDB."""

    def __init__(self, script):
        super().__init__(("127.0.0.1", 0), Answer)
        self.files = {
            "/": (b"<!doctype html><title>app</title><script src=pouchdb.js></script>", "text/html"),
            "/pouchdb.js": (script, "text/javascript"),
        }
        self.origin = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body, kind = self.server.files.get(self.path, (b"", "text/plain"))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class PouchDB(unittest.TestCase):
    """Each test has a gateway, a login and a local database of its own."""

    @classmethod
    def setUpClass(cls):
        cls.page = Page(pouchdb())
        cls.addClassCleanup(cls.page.shutdown)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.reset()
        self.lab = Lab({
            "CORS": {
                "Origin": [self.page.origin], "LoginOrigin": [self.page.origin],
                "Headers": ["Content-Type"], "MaxAge": 60,
            },
            "databases": {"db": {
                "sync": SYNC,
                "users": {"alice": {"password": "secret", "admin_channels": ["a"]}},
            }},
        })
        self.lines = None
        self.addCleanup(self.stop)
        self.browser.open(self.page.origin + "/")
        self.name = self.id().split(".")[-1]
        self.run_script("window.local = new PouchDB(name);")

    def stop(self):
        if self.lines is None:
            self.lines = self.lab.stop()
        return self.lines

    def run_script(self, script, **values):
        """Runs an asynchronous script in the page; gives what it returns, raises what it throws."""
        values = {"name": self.name, "db": self.lab.gateway + "db", **values}
        names = ", ".join(values)
        answer = self.browser.driver.execute_async_script(
            f"const done = arguments[arguments.length - 1]; const {{{names}}} = arguments[0];"
            f"(async () => {{ {script} }})().then("
            "  value => done({value: value === undefined ? null : value}),"
            "  error => done({error: String(error.message || error.reason || error), "
            "                 status: error.status || 0}));",
            values,
        )
        if "error" in answer:
            raise Failure(answer["status"], answer["error"])
        return answer["value"]

    def log_in(self):
        answer = self.run_script("""
          const response = await fetch(db + "/_session", {
            method: "POST", credentials: "include", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({name: "alice", password: "secret"})});
          return {status: response.status, name: (await response.json()).userCtx.name};
        """)
        self.assertEqual(answer, {"status": 200, "name": "alice"})

    def push(self):
        return self.run_script("return await PouchDB.replicate(local, db);")

    def pull(self):
        return self.run_script("return await PouchDB.replicate(db, local);")

    def put(self, *documents):
        return self.run_script(
            "for (const document of documents) await local.put(document);", documents=documents)

    def get(self, id, **options):
        return self.run_script("return await local.get(id, options);", id=id, options=options)

    def requests(self, method, path):
        """How many requests of a kind the gateway has been asked; ends it."""
        return sum(f" gateway {method} {path}" in line for line in self.stop())


class Failure(Exception):
    def __init__(self, status, text):
        super().__init__(f"{status} {text}")
        self.status = status


class PouchDBReplicates(PouchDB):
    def test_it_is_refused_without_a_session(self):
        self.put({"_id": "one", "channels": ["a"]})
        with self.assertRaises(Failure):
            self.push()
        lines = [line for line in self.stop() if "gateway GET /db/" in line]
        self.assertTrue(lines)
        self.assertTrue(all(" 401" in line for line in lines), lines)

    def test_push(self):
        self.log_in()
        self.put(*({"_id": f"d{n}", "n": n, "channels": ["a"]} for n in range(5)))
        result = self.push()
        self.assertTrue(result["ok"])
        self.assertEqual((result["docs_written"], result["doc_write_failures"]), (5, 0))
        for n in range(5):
            mine, theirs = self.get(f"d{n}"), self.lab.ask("GET", f"/db/d{n}")
            self.assertEqual(mine, theirs)
        self.assertGreater(self.requests("POST", "/db/_bulk_docs"), 0)

    def test_push_goes_on_from_its_checkpoint(self):
        self.log_in()
        self.put({"_id": "one", "channels": ["a"]})
        self.push()
        self.put({"_id": "two", "channels": ["a"]})
        result = self.push()
        self.assertEqual((result["docs_read"], result["docs_written"]), (1, 1))
        self.assertGreater(self.requests("PUT", "/db/_local/"), 1)

    def test_pull(self):
        self.log_in()
        for n in range(5):
            self.lab.ask("PUT", f"/db/d{n}", {"n": n, "channels": ["a"]})
        self.lab.ask("PUT", "/db/hidden", {"channels": ["b"]})
        result = self.pull()
        self.assertTrue(result["ok"])
        self.assertEqual(result["docs_written"], 5)
        self.assertEqual(self.get("d3"), self.lab.ask("GET", "/db/d3"))
        with self.assertRaises(Failure) as failure:
            self.get("hidden")
        self.assertEqual(failure.exception.status, 404)

    def test_pull_goes_on_from_its_checkpoint(self):
        self.log_in()
        self.lab.ask("PUT", "/db/one", {"channels": ["a"]})
        self.pull()
        self.lab.ask("PUT", "/db/two", {"channels": ["a"]})
        self.assertEqual(self.pull()["docs_written"], 1)
        self.assertEqual(self.pull()["docs_written"], 0)

    def test_updates_and_deletions_go_both_ways(self):
        self.log_in()
        self.put({"_id": "one", "n": 1, "channels": ["a"]}, {"_id": "two", "channels": ["a"]})
        self.push()
        revision = self.lab.ask("GET", "/db/one")["_rev"]
        self.lab.ask("PUT", f"/db/one?rev={revision}", {"n": 2, "channels": ["a"]})
        self.pull()
        self.assertEqual(self.get("one")["n"], 2)
        self.run_script("await local.remove(await local.get('two'));")
        self.push()
        rows = self.lab.ask("GET", "/db/_changes")["results"]
        self.assertTrue([row for row in rows if row["id"] == "two"][0]["deleted"])

    def test_both_sides_agree_on_a_conflict(self):
        self.log_in()
        self.put({"_id": "one", "who": "nobody", "channels": ["a"]})
        self.push()
        self.run_script("""
          const document = await local.get("one");
          document.who = "phone";
          await local.put(document);
        """)
        revision = self.lab.ask("GET", "/db/one")["_rev"]
        self.lab.ask("PUT", f"/db/one?rev={revision}", {"who": "server", "channels": ["a"]})
        self.push()
        self.pull()
        mine = self.get("one", conflicts=True)
        theirs = self.lab.ask("GET", "/db/one")
        self.assertEqual((mine["_rev"], mine["who"]), (theirs["_rev"], theirs["who"]))
        self.assertEqual(len(mine["_conflicts"]), 1)
        leaves = self.lab.ask("GET", "/db/one?open_revs=all")
        self.assertEqual(
            {row["ok"]["_rev"] for row in leaves}, {mine["_rev"], *mine["_conflicts"]})
        self.assertEqual({row["ok"]["who"] for row in leaves}, {"phone", "server"})

    def test_a_conflict_is_settled_on_both_sides(self):
        self.log_in()
        self.put({"_id": "one", "who": "nobody", "channels": ["a"]})
        self.push()
        self.run_script("""
          const document = await local.get("one");
          document.who = "phone";
          await local.put(document);
        """)
        revision = self.lab.ask("GET", "/db/one")["_rev"]
        self.lab.ask("PUT", f"/db/one?rev={revision}", {"who": "server", "channels": ["a"]})
        self.push()
        self.pull()
        mine = self.get("one", conflicts=True)
        [loser] = mine["_conflicts"]
        # At the gateway: what this PouchDB removes locally it would push without `_deleted`.
        self.run_script(
            'await new PouchDB(db).remove({_id: "one", _rev: loser});', loser=loser)
        self.pull()
        settled = self.get("one", conflicts=True)
        self.assertEqual(settled["_rev"], mine["_rev"])
        self.assertNotIn("_conflicts", settled)
        leaves = self.lab.ask("GET", "/db/one?open_revs=all")
        living = [row["ok"]["_rev"] for row in leaves if not row["ok"].get("_deleted")]
        self.assertEqual(living, [mine["_rev"]])

    def test_attachments_go_both_ways(self):
        self.log_in()
        size = 100_000
        self.run_script("""
          const bytes = new Uint8Array(size).map((_, index) => index % 251);
          await local.put({_id: "photo", channels: ["a"]});
          const {_rev} = await local.get("photo");
          await local.putAttachment("photo", "p.bin", _rev, new Blob([bytes]), "image/png");
        """, size=size)
        self.push()
        stub = self.lab.ask("GET", "/db/photo")["_attachments"]["p.bin"]
        self.assertEqual((stub["length"], stub["content_type"]), (size, "image/png"))
        bytes_ = self.run_script("""
          const response = await fetch(db + "/photo/p.bin", {credentials: "include"});
          const bytes = new Uint8Array(await response.arrayBuffer());
          return bytes.length === size && bytes.every((byte, index) => byte === index % 251);
        """, size=size)
        self.assertTrue(bytes_)
        # Another phone gets it.
        same = self.run_script("""
          const other = new PouchDB(name + "-other");
          await PouchDB.replicate(db, other);
          const blob = await other.getAttachment("photo", "p.bin");
          const bytes = new Uint8Array(await blob.arrayBuffer());
          return bytes.length === size && bytes.every((byte, index) => byte === index % 251);
        """, size=size)
        self.assertTrue(same)

    def test_an_attachment_can_be_read_and_written_in_place(self):
        self.log_in()
        self.lab.ask("PUT", "/db/note", {"channels": ["a"]})
        text = self.run_script("""
          const remote = new PouchDB(db);
          const {_rev} = await remote.get("note");
          await remote.putAttachment("note", "a.txt", _rev, new Blob(["hällo"]), "text/plain");
          const blob = await remote.getAttachment("note", "a.txt");
          return await blob.text();
        """)
        self.assertEqual(text, "hällo")

    def test_a_document_the_sync_function_refuses_is_told(self):
        self.log_in()
        self.put({"_id": "a", "channels": ["a"]}, {"_id": "b", "type": "secret", "channels": ["a"]})
        # This PouchDB gives up at the first refusal; later ones go on and count it.
        with self.assertRaisesRegex(Failure, "failed to write docs"):
            self.push()
        ids = {row["id"] for row in self.lab.ask("GET", "/db/_all_docs")["rows"]}
        self.assertNotIn("b", ids)
        self.run_script("await local.remove(await local.get('b'));")
        self.push()
        ids = {row["id"] for row in self.lab.ask("GET", "/db/_all_docs")["rows"]}
        self.assertIn("a", ids)

    def test_a_live_pull_waits_for_changes(self):
        self.log_in()
        self.lab.ask("PUT", "/db/one", {"channels": ["a"]})
        self.run_script("""
          window.seen = [];
          window.changes = local.changes({live: true, onChange: row => seen.push(row.id)});
          window.replication = PouchDB.replicate(db, local, {live: true});
        """)
        self.browser.wait(lambda: self.browser.run("return seen.length") == 1, "the first change")
        self.lab.ask("PUT", "/db/two", {"channels": ["a"]})
        self.browser.wait(lambda: self.browser.run("return seen.length") == 2, "the second change")
        self.run_script("replication.cancel(); changes.cancel();")
        self.assertEqual(self.get("two"), self.lab.ask("GET", "/db/two"))
        self.assertGreater(
            sum("/db/_changes" in line and "feed=longpoll" in line for line in self.stop()), 0)
