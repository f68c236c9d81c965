"""What a web page can do to the lab, and what the lab's logout page does, in a real browser."""

import http.server
import json
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

from cases import BrowserTestCase

sys.path.append(str(Path(__file__).resolve().parent.parent / "Peers"))

from provider_program import ALICE, PROGRAMS, ProviderProgram, client, issuer  # noqa: E402


class Party(http.server.ThreadingHTTPServer):
    """A server of pages, which remembers what it is asked for."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.paths = []
        self.base = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.paths.append(self.path)
        body = b"<!doctype html><title>party</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def party(case):
    server = Party()
    case.addCleanup(server.server_close)
    case.addCleanup(server.shutdown)
    return server


# Every way in which a page of another origin can send a request: with scripts that may not read the
# answer, with headers of the page's choice, with a form, as a picture, and in a frame.
ATTACK = """
const [control, admin, provider, done] = arguments;
const attempts = [];
const body = JSON.stringify({does: "deny"});
for (const address of [control + "/decisions", admin + "/db/_user/mallory"]) {
  attempts.push(fetch(address, {method: "POST", mode: "no-cors", body}));
  attempts.push(fetch(address, {
    method: "POST", body, headers: {"Authorization": "Bearer guess", "Content-Type": "application/json"}}));
  attempts.push(fetch(address, {method: "PUT", body}));
  attempts.push(fetch(address, {credentials: "include"}).then((answer) => answer.text()));
}
for (const [action, name] of [[control + "/decisions", '{"does":"deny","user":"'],
                              [control + "/clock?advance=9999", "x"]]) {
  const frame = document.createElement("iframe");
  frame.name = "f" + attempts.length;
  document.body.append(frame);
  const form = document.createElement("form");
  form.method = "post";
  form.enctype = "text/plain";
  form.action = action;
  form.target = frame.name;
  const input = document.createElement("input");
  input.name = name;
  input.value = '"}';
  form.append(input);
  document.body.append(form);
  attempts.push(new Promise((resolve) => { frame.onload = resolve; }));
  form.submit();
}
const picture = document.createElement("img");
attempts.push(new Promise((resolve, reject) => { picture.onload = resolve; picture.onerror = reject; }));
picture.src = control + "/users";
// A client that registers itself would like the provider to send requests for it.
attempts.push(fetch(provider + "/register", {
  method: "POST", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({
    redirect_uris: [admin + "/cb"], response_types: ["code"],
    backchannel_logout_uri: admin + "/db/_offline", frontchannel_logout_uri: admin + "/db/_offline"}),
}).then((answer) => answer.json()));
Promise.allSettled(attempts).then((results) => done(results.map(
  (result) => result.status === "fulfilled" && result.value && !(result.value instanceof Event)
    ? (result.value.type === "opaque" ? "opaque" : result.value) : null)));
"""


class LabUnderAttack(BrowserTestCase):
    """A page of another origin, while a developer's lab runs."""

    def setUp(self):
        super().setUp()
        self.page = party(self)
        configuration = {"issuers": {"/": issuer(
            client(redirect_uris=["http://127.0.0.1/db/_oidc_callback"]), allow_registration=True)}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(configuration, file)
            file.flush()
            ports = ("--gateway-port", "--admin-port", "--provider-port", "--control-port")
            self.lab = subprocess.Popen(
                [PROGRAMS / "docgen", "lab", "--provider-config", file.name,
                 *(word for port in ports for word in (port, "0"))],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            self.addCleanup(self.lab.stdout.close)
            self.addCleanup(self.lab.wait)
            self.addCleanup(self.lab.terminate)
            lines = [self.lab.stdout.readline() for _ in range(6)]
        addresses = [re.search(r"(http://[^/\s]+)", line) for line in lines]
        self.gateway, self.admin, self.provider, self.control = (
            found.group(1) for found in addresses[:4])
        self.token = lines[4].split()[-1]

    def ask(self, address, **fields):
        with urllib.request.urlopen(urllib.request.Request(address, headers=fields)) as answer:
            return json.load(answer)

    def test_a_page_changes_and_learns_nothing(self):
        self.browser.open(self.page.base)
        results = self.browser.driver.execute_async_script(
            ATTACK, self.control, self.admin, self.provider)
        *others, registered = results
        # Nothing could be read, whatever was sent.
        self.assertEqual([result for result in others if result not in (None, "opaque")], [])
        self.assertNotIn("backchannel_logout_uri", registered)
        self.assertNotIn("frontchannel_logout_uri", registered)
        allowed = {"Authorization": f"Bearer {self.token}"}
        self.assertEqual(self.ask(self.control + "/decisions", **allowed), {"decisions": []})
        self.assertEqual(self.ask(self.admin + "/db/_user/"), ["alice"])
        self.assertEqual(self.ask(self.gateway + "/db/_session")["userCtx"]["name"], None)
        log = self.ask(self.control + "/requests", **allowed)["requests"]
        self.assertEqual([entry for entry in log if entry["sender"] == "provider"], [])


class FrontChannelLogout(BrowserTestCase):
    """OpenID Connect Front-Channel Logout 1.0, by a browser that obeys the page's policy."""

    def test_the_page_loads_the_clients_address_and_goes_on(self):
        server = party(self)
        program = ProviderProgram({"/": issuer(
            client(
                redirect_uris=[server.base + "/cb"], response_types=["id_token"],
                post_logout_redirect_uris=[server.base + "/bye"],
                frontchannel_logout_uri=server.base + "/front"),
            login="form")})
        self.addCleanup(program.stop)
        self.browser.open(program.base + "/authorize?" + urlencode({
            "client_id": "web", "response_type": "id_token", "scope": "openid", "nonce": "n",
            "redirect_uri": server.base + "/cb"}))
        self.browser.element("#username").send_keys(ALICE["username"])
        self.browser.element("#password").send_keys(ALICE["password"])
        self.browser.element("button[value=allow]").click()
        self.browser.wait(
            lambda: "#" in self.browser.driver.current_url, "the user doesn't come back")
        hint = re.search(r"id_token=([^&]+)", self.browser.driver.current_url).group(1)
        self.browser.open(program.base + "/end_session?" + urlencode({
            "id_token_hint": hint, "post_logout_redirect_uri": server.base + "/bye", "state": "s"}))
        self.browser.wait(
            lambda: self.browser.driver.current_url == server.base + "/bye?state=s",
            "the page doesn't go on")
        asked = [path for path in server.paths if path != "/favicon.ico"]
        self.assertEqual([path.split("?")[0] for path in asked], ["/cb", "/front", "/bye"])
        self.assertIn("iss=", asked[1])
        self.assertIn("sid=", asked[1])
