"""The pages that the mock provider shows to people, in a real browser."""

import json
import os
import sys
import urllib.request
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from browser import DESKTOP, PHONE
from cases import BrowserTestCase
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.ui import WebDriverWait

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Peers"))

from provider_program import ALICE, ProviderProgram, client, issuer  # noqa: E402

AUDIT = (HERE / "page_audit.js").read_text(encoding="utf-8")
SECRET = client()["client_secret"]
NARROW = 320
"""What is left of a desktop's window when somebody magnifies it four times (WCAG 1.4.10)."""
LONG = "the-travel-diary-of-a-company-with-a-long-name.mobile.example"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel; wv) AppleWebKit/537.36 Chrome/1 Mobile"


class Pages:
    """The ways to each page, by the name of the page."""

    def __init__(self, browser, provider):
        self.browser = browser
        self.program = provider
        self.base = provider.base
        self.ways = {
            "log in": self.log_in,
            "log in, for much": self.log_in_for_much,
            "log in, wrong password": self.log_in_wrongly,
            "agree": self.agree,
            "error": self.error,
            "device": self.device,
            "device, wrong code": self.device_wrongly,
            "device connected": self.device_connected,
            "pick": self.pick,
            "pick at a device": self.pick_at_device,
            "further claims": self.further_claims,
            "further claims, malformed": self.further_claims_wrongly,
            "remember": self.remember,
            "remember, wrong password": self.remember_wrongly,
            "logged out, SPiD": self.logged_out_of_spid,
            "inside an app": self.inside_an_app,
            "log out": self.log_out,
            "logged out": self.logged_out,
            "form post": self.form_post,
        }

    def open(self, path, **parameters):
        self.browser.open(self.base + path + ("?" + urlencode(parameters) if parameters else ""))

    def authorize(self, path="/authorize", **parameters):
        self.open(path, **{
            "client_id": "web", "response_type": "code", "scope": "openid email",
            "redirect_uri": self.base + "/arrived", "state": "s",
        } | parameters)

    def fill(self, button="allow", **typed):
        for name, text in typed.items():
            field = self.browser.element(f"#{name}")
            field.clear()
            field.send_keys(text)
        self.press(button)

    def press(self, button):
        """Sends the form and waits for what comes instead of it."""
        form = self.browser.element("form")
        self.browser.element(f"button[value={button}]").click()
        # Between two pages there is none, and every question about it fails.
        wait = WebDriverWait(
            self.browser.driver, 20, poll_frequency=0.02, ignored_exceptions=[WebDriverException])
        wait.until(staleness_of(form))
        wait.until(lambda driver: driver.execute_script("return document.readyState") == "complete")

    def log_in(self):
        self.authorize()

    def log_in_for_much(self):
        self.authorize(
            client_id=LONG,
            scope="openid profile email address phone offline_access trips:read-and-write")

    def log_in_wrongly(self):
        self.authorize(login_hint="alice")
        self.fill(password="builder")

    def agree(self):
        self.authorize()
        self.fill(username="alice", password="wonder")
        self.authorize(prompt="consent")

    def error(self):
        self.authorize(client_id="nobody")

    def device(self):
        self.open("/device")

    def device_wrongly(self):
        self.device()
        self.fill(user_code="BCDF-GHJK", username="alice", password="wonder")

    def device_connected(self):
        self.device()
        asked = urllib.request.urlopen(
            self.base + "/device_authorization", data=b"client_id=tv", timeout=5)
        code = json.load(asked)["user_code"]
        self.fill(user_code=code.lower(), username="alice", password="wonder")

    def pick(self):
        self.authorize("/pick/authorize")

    def pick_at_device(self):
        self.open("/pick/device")

    def further_claims(self):
        self.authorize("/claims/authorize")

    def further_claims_wrongly(self):
        self.further_claims()
        self.fill(username="alice", password="wonder", claims="groups")

    def remember(self):
        self.open(
            "/spid/login", client_id="web", response_type="code",
            redirect_uri=self.base + "/arrived")

    def remember_wrongly(self):
        self.remember()
        self.fill(username="alice", password="builder")

    def logged_out_of_spid(self):
        self.open("/spid/logout")

    def inside_an_app(self):
        self.browser.command("Emulation.setUserAgentOverride", userAgent=WEB_VIEW)
        self.authorize("/google/o/oauth2/v2/auth")
        self.browser.command("Emulation.setUserAgentOverride", userAgent="")

    def log_out(self):
        self.agree()
        self.open("/end_session")

    def logged_out(self):
        self.log_out()
        self.press("logout")

    def form_post(self):
        """Shown only where scripts are off: it posts itself otherwise."""
        self.agree()
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.authorize(response_mode="form_post")
        self.browser.command("Emulation.setScriptExecutionDisabled", value=False)


class ProviderPages(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        registered = {"redirect_uris": ["http://127.0.0.1/arrived"]}
        cls.provider = ProviderProgram({
            "/": issuer(
                client(**registered), client(LONG, **registered),
                client(
                    "tv", client_secret=None, redirect_uris=[], response_types=[],
                    grant_types=[DEVICE],
                ),
                login="form", scopes=["trips:read-and-write"],
            ),
            "/pick": issuer(client(**registered), login="pick"),
            "/claims": issuer(client(**registered), login="form", ask_claims=True),
            "/spid": {
                "flavour": "spid", "login": "form", "users": [ALICE],
                "clients": [client(response_types=["code"], **registered)],
            },
            "/google": {
                "flavour": "google", "login": "form", "users": [ALICE],
                "clients": [client(**registered)],
            },
        })
        cls.addClassCleanup(cls.provider.stop)

    def setUp(self):
        super().setUp()
        self.browser.command("Network.clearBrowserCookies")
        self.pages = Pages(self.browser, self.provider)

    def test_every_page(self):
        place = os.environ.get("AXE")
        self.assertTrue(place, "AXE must name axe.min.js, as the package axe-playwright-python has")
        axe = Path(place).read_text(encoding="utf-8")
        for name, way in self.pages.ways.items():
            with self.subTest(page=name):
                self.browser.reset(PHONE)
                self.browser.command("Network.clearBrowserCookies")
                way()
                self.check_console()
                self.check_targets_and_focus()
                self.check_names()
                for width in (NARROW, PHONE, DESKTOP):
                    for scheme in ("light", "dark"):
                        with self.subTest(width=width, scheme=scheme):
                            self.browser.emulate(width, scheme)
                            self.assertNoProblems(self.browser.run(AUDIT, 3))
                            if width == PHONE:
                                self.check_with(axe)

    def check_console(self):
        # That the provider answers with an error is no mistake of the page.
        messages = [text for text in self.browser.console() if "status of 40" not in text]
        self.assertEqual(messages, [])

    def check_with(self, axe):
        found = self.browser.driver.execute_async_script(axe + """;
          const done = arguments[arguments.length - 1];
          axe.run(document, { resultTypes: ["violations"] }).then(
            (result) => done({ passes: result.passes.length, problems:
              result.violations.flatMap((rule) => rule.nodes.map(
                (node) => `${rule.id}: ${rule.help}: ${node.html}`)) }),
            (error) => done({ passes: 0, problems: [String(error)] }))""")
        self.assertNoProblems(found["problems"])
        self.assertGreater(found["passes"], 10, "rules that axe could check")

    def test_are_dark_in_the_dark(self):
        self.pages.log_in()
        colors = []
        for scheme in ("light", "dark"):
            self.browser.emulate(PHONE, scheme)
            colors.append(self.browser.run(
                "return ['body', 'main', 'input'].map((name) =>"
                " getComputedStyle(document.querySelector(name)).backgroundColor).join()"))
        self.assertNotEqual(*colors)

    def check_names(self):
        tree = self.browser.accessibility_tree()
        roles = [role for role, _, _ in tree]
        self.assertEqual(roles.count("main"), 1)
        self.assertGreater(roles.count("heading"), 0)
        named = ("button", "textbox", "list", "heading")
        nameless = [role for role, name, _ in tree if role in named and not name]
        self.assertEqual(nameless, [])

    def check_targets_and_focus(self):
        controls = "button, textarea, input:not([type=hidden])"
        heights = self.browser.run(f"""
          return [...document.querySelectorAll("{controls}")]
            .map((element) => element.type === "checkbox" ? element.closest("label") : element)
            .map((element) => element.getBoundingClientRect().height)""")
        self.assertEqual([height for height in heights if height < 44], [])
        reached = []
        for _ in heights:
            self.browser.tab()
            number, name, is_outlined = self.browser.run(f"""
              const element = document.activeElement, style = getComputedStyle(element);
              return [[...document.querySelectorAll("{controls}")].indexOf(element),
                element.id || element.value,
                style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2]""")
            self.assertTrue(is_outlined, f"{name} has no outline")
            reached.append(number)
        self.assertEqual(reached, list(range(len(heights))))

    def test_say_what_was_wrong_with_which_field(self):
        for way, fields in (
            (self.pages.log_in_wrongly, ["username", "password"]),
            (self.pages.device_wrongly, ["user_code"]),
            (self.pages.remember_wrongly, ["username", "password"]),
        ):
            way()
            self.assertTrue(self.browser.run("return document.title").startswith("Problem: "))
            described = self.browser.run("""
              return [...document.querySelectorAll("[aria-invalid=true]")].filter((field) =>
                field.getAttribute("aria-describedby").split(" ").some((id) =>
                  document.getElementById(id).getAttribute("role") === "alert"))
                .map((field) => field.id)""")
            self.assertEqual(described, fields)


class ProviderPagesWithoutScript(BrowserTestCase):
    """Only a keyboard, and no script at all."""

    setUpClass = classmethod(ProviderPages.setUpClass.__func__)

    def setUp(self):
        self.browser.reset(PHONE)
        self.browser.command("Network.clearBrowserCookies")
        self.pages = Pages(self.browser, self.provider)
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)

    def type(self, text):
        self.browser.command("Input.insertText", text=text)

    def arrived(self):
        self.browser.wait(
            lambda: self.browser.driver.current_url.startswith(self.provider.base + "/arrived"),
            "the person does not come back to the client")
        return parse_qs(urlsplit(self.browser.driver.current_url).query)

    def test_logs_in_after_a_mistake(self):
        self.pages.authorize()
        self.browser.tab()
        self.type("alice")
        self.browser.tab()
        self.type("wrong")
        self.browser.enter()
        self.browser.wait(
            lambda: self.browser.driver.title.startswith("Problem"), "no word about the mistake")
        self.assertEqual(self.browser.element("#username").get_attribute("value"), "alice")
        self.browser.tab()
        self.browser.tab()
        self.type("wonder")
        self.browser.enter()
        answer = self.arrived()
        self.assertTrue(answer["code"])
        self.assertEqual(answer["state"], ["s"])

    def test_picks_a_user(self):
        self.pages.pick()
        self.browser.tab()
        self.browser.tab()
        name = self.browser.run("return document.activeElement.textContent")
        self.assertEqual(name, "Allow as bob")
        self.browser.enter()
        self.assertTrue(self.arrived()["code"])

    def test_refuses(self):
        self.pages.authorize()
        for _ in range(4):
            self.browser.tab()
        self.browser.enter()
        self.assertEqual(self.arrived()["error"], ["access_denied"])

    def test_logs_out(self):
        self.pages.agree()
        self.pages.open("/end_session")
        self.browser.tab()
        self.browser.enter()
        self.browser.wait(
            lambda: self.browser.driver.title == "You are logged out", "still logged in")
