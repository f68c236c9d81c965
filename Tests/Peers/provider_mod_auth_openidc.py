"""mod_auth_openidc, by Hans Zandbelt, in C: Apache keeps a page for those who have logged in."""

import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.parse

import requests
from conformance import HASHES, ID_TOKEN, conformance, counted
from person import Person
from provider_program import ALICE, BYE, ProviderTestCase, client, issuer
from wrong_tokens import (
    ACCESS_TOKEN_HASH, ACCESS_TOKEN_HASH_IN_FRONT, ALWAYS, CODE_HASH, PROVIDER,
    USER_INFO, wrong_tokens,
)

MODULES = "/usr/lib/apache2/modules"
LOADED = (
    "mpm_event", "authn_core", "authz_core", "authz_user", "dir", "env", "include", "mime",
    "headers", "auth_openidc",
)
PAGE = """<!--#echo var="OIDC_CLAIM_sub" -->
<!--#echo var="OIDC_CLAIM_name" -->
<!--#echo var="OIDC_CLAIM_iss" -->
<!--#echo var="OIDC_access_token" -->
"""


class Refused(Exception):
    """What Apache shows instead of the page."""


class Apache(ProviderTestCase):
    response_type = "code"
    response_mode = None
    directives = ""
    issuers = {
        "/": issuer(
            client(
                redirect_uris=["http://127.0.0.1/site/callback"],
                post_logout_redirect_uris=[BYE],
            ),
            refresh_token_rotation="always",
        ),
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        # Not root's alone: Apache's workers give root up.
        cls.folder.chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            cls.site = f"http://127.0.0.1:{free.getsockname()[1]}/site/"
        cls.start()

    @classmethod
    def configuration(cls):
        base = cls.provider.base
        mode = f"OIDCResponseMode {cls.response_mode}" if cls.response_mode else ""
        load = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in LOADED)
        return f"""
            {load}
            ServerRoot {cls.folder}
            ServerName 127.0.0.1
            Listen {urllib.parse.urlsplit(cls.site).netloc}
            PidFile {cls.folder}/pid
            ErrorLog {cls.folder}/errors
            LogLevel warn auth_openidc:info
            User www-data
            Group www-data
            StartServers 1
            ThreadsPerChild 8
            MaxRequestWorkers 8
            DocumentRoot {cls.folder}/pages
            DirectoryIndex index.shtml
            TypesConfig /dev/null
            AddType text/html .shtml
            AddOutputFilter INCLUDES .shtml
            OIDCProviderMetadataURL {base}{cls.issuer_path.rstrip("/")}/.well-known/openid-configuration
            OIDCClientID web
            OIDCClientSecret "{client()['client_secret']}"
            OIDCRedirectURI {cls.site}callback
            OIDCCryptoPassphrase "only a test"
            OIDCResponseType "{cls.response_type}"
            {mode}
            OIDCScope "openid profile email"
            OIDCPKCEMethod S256
            OIDCHTTPTimeoutShort 5
            OIDCHTTPTimeoutLong 5
            {cls.directives}
            <Directory {cls.folder}/pages>
                Options Includes
                AuthType openid-connect
                Require valid-user
            </Directory>
        """

    @classmethod
    def start(cls):
        pages = cls.folder / "pages" / "site"
        pages.mkdir(parents=True)
        (pages / "index.shtml").write_text(PAGE)
        file = cls.folder / "apache.conf"
        file.write_text(cls.configuration())
        process = subprocess.Popen(["/usr/sbin/apache2", "-f", file, "-DFOREGROUND"])
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)
        while process.poll() is None:
            try:
                requests.get(cls.site, allow_redirects=False)
                return
            except requests.ConnectionError:
                time.sleep(0.02)
        raise RuntimeError("Apache has ended: " + (cls.folder / "errors").read_text())

    def setUp(self):
        self.person = Person()

    def log_in(self):
        """Asks for the page, is sent to the provider and back; gives the page's four lines."""
        page = self.person.go(self.site, until=None)
        if self.response_mode == "form_post":
            # What a browser's script does: it sends the provider's form to Apache.
            page = self.person.fill(page, until=None)
        return self.read(page)

    def read(self, page):
        if page.status_code != 200 or page.url != self.site:
            raise Refused(page.status_code, page.text)
        page.encoding = "utf-8"
        lines = page.text.split("\n")
        # The name comes from userinfo only, and from no answer about somebody else.
        if lines[1] != ALICE["claims"]["name"]:
            raise Refused("the userinfo answer is not used")
        return lines


class ApacheCompletes(Apache):
    directives = 'OIDCAuthRequestParams "access_type=offline"'

    def test_discovery_code_flow_with_pkce_id_token_and_userinfo(self):
        lines = self.log_in()
        self.assertEqual(lines[0], "a-1")
        self.assertEqual(lines[2], self.base)
        self.assertIn("code_challenge", self.requests_to("/authorize")[-1]["parameters"])
        self.assertEqual(self.requests_to("/userinfo")[-1]["status"], 200)

    def test_refresh(self):
        old = self.log_in()[3]
        address = self.site + "callback?" + urllib.parse.urlencode(
            {"refresh": self.site, "access_token": old})
        lines = self.read(self.person.go(address, until=None))
        self.assertEqual(
            self.requests_to("/token")[-1]["parameters"]["grant_type"], "refresh_token")
        self.assertNotEqual(lines[3], old)

    def test_refusal_shows_no_page(self):
        self.provider.tell(queue=[None])
        with self.assertRaises(Refused):
            self.log_in()

    def test_notices_rotated_keys(self):
        self.log_in()
        self.provider.tell(keys="rotate")
        self.person = Person()
        self.assertEqual(self.log_in()[0], "a-1")

    def test_logs_out_at_the_provider(self):
        self.log_in()
        address = self.site + "callback?" + urllib.parse.urlencode({"logout": BYE})
        self.assertEqual(self.person.go(address, until=BYE), BYE)
        self.assertIn("id_token_hint", self.requests_to("/end_session")[-1]["parameters"])


REFUSALS = (Refused,)


@wrong_tokens(
    ALWAYS, ACCESS_TOKEN_HASH, USER_INFO,
    {"wrong-state": PROVIDER["wrong-state"], "wrong-response-iss": PROVIDER["wrong-response-iss"]},
    refusals=REFUSALS,
)
class ApacheCodeFlowRefuses(Apache):
    pass


class ApacheFormPost(Apache):
    response_mode = "form_post"

    def test_code_flow_by_form_post(self):
        self.assertEqual(self.log_in()[0], "a-1")
        self.assertEqual(
            self.requests_to("/authorize")[-1]["parameters"]["response_mode"], "form_post")


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, CODE_HASH, refusals=REFUSALS)
class ApacheHybridFlow(Apache):
    response_type = "code id_token token"
    response_mode = "form_post"

    def test_hybrid_flow(self):
        self.assertEqual(self.log_in()[0], "a-1")


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, refusals=REFUSALS)
class ApacheImplicitFlow(Apache):
    response_type = "id_token token"
    response_mode = "form_post"

    def test_implicit_flow(self):
        self.assertEqual(self.log_in()[0], "a-1")


@conformance(
    *ID_TOKEN, "userinfo-invalid-sub", "refresh-invalid-iss", "refresh-invalid-sub",
    refusals=REFUSALS,
    accepts={
        "kid-absent-multiple": "mod_auth_openidc 2.4 tries every key of the type",
        "refresh-invalid-iss": "mod_auth_openidc 2.4 does not look at a refreshed ID token",
        "refresh-invalid-sub": "mod_auth_openidc 2.4 does not look at a refreshed ID token",
    },
)
class ApacheCodeConformance(Apache):
    directives = 'OIDCAuthRequestParams "access_type=offline"'

    def prepare(self):
        """A login before the keys change, by another person."""
        if "rotation" in self.id():
            self.log_in()
            self.person = Person()

    def log_in(self):
        lines = super().log_in()
        if "refresh" not in self.id():
            return lines
        address = self.site + "callback?" + urllib.parse.urlencode(
            {"refresh": self.site, "access_token": lines[3]})
        page = self.person.go(address, until=None)
        if "error_code" in page.url:
            raise Refused(page.url)
        return self.read(page)


@conformance("invalid-sig-es256", refusals=REFUSALS)
class ApacheES256Conformance(Apache):
    issuers = {
        "/": issuer(client(
            redirect_uris=["http://127.0.0.1/site/callback"],
            id_token_signed_response_alg="ES256")),
    }


@conformance(*HASHES, "form-post-error", refusals=REFUSALS)
class ApacheHybridConformance(Apache):
    response_type = "code id_token token"
    response_mode = "form_post"


@conformance("discovery-issuer-mismatch", refusals=REFUSALS)
class ApacheDiscoveryConformance(Apache):
    @classmethod
    def start(cls):
        """Not before the test: Apache reads the document once, when it is first asked."""

    def log_in(self):
        super().start()
        return super().log_in()


ApacheCounts = counted(
    ApacheCodeConformance, ApacheES256Conformance, ApacheHybridConformance,
    ApacheDiscoveryConformance, notices=20,
    unreachable={"logout-other-state": "mod_auth_openidc 2.4 sends no state with a logout"},
)


class ApacheFurtherAlgorithms(Apache):
    issuers = {
        "/": issuer(client(
            redirect_uris=["http://127.0.0.1/site/callback"],
            id_token_signed_response_alg="PS256")),
    }

    def test_code_flow_with_ps256(self):
        self.assertEqual(self.log_in()[0], "a-1")


class ApacheES256(ApacheFurtherAlgorithms):
    issuers = ApacheES256Conformance.issuers
    test_code_flow_with_ps256 = None

    def test_code_flow_with_es256(self):
        self.assertEqual(self.log_in()[0], "a-1")


class ApacheAtGoogle(Apache):
    """The Google-like flavour: its addresses by discovery."""

    issuer_path = "/google"
    issuers = {
        "/google": {
            "flavour": "google", "users": [ALICE],
            "clients": [client(redirect_uris=["http://127.0.0.1/site/callback"])],
        },
    }

    def test_code_flow(self):
        lines = self.log_in()
        self.assertEqual(lines[0], "a-1")
        self.assertEqual(lines[2], self.base + "/google")


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH, refusals=REFUSALS)
class ApacheAtGoogleRefuses(ApacheAtGoogle):
    test_code_flow = None
