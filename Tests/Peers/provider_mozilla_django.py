"""mozilla-django-oidc, by Mozilla: a Django application whose users log in at the provider."""

import django
from django.conf import settings
from conformance import ID_TOKEN, conformance, counted
from person import Person, query
from provider_program import ALICE, ProviderTestCase, client, issuer
from wrong_tokens import ACCESS_TOKEN_HASH, ALWAYS, PROVIDER, USER_INFO, wrong_tokens

settings.configure(
    ALLOWED_HOSTS=["*"],
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    LOGGING_CONFIG=None,
    LOGIN_REDIRECT_URL="/welcome",
    LOGIN_REDIRECT_URL_FAILURE="/failed",
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    OIDC_RP_CLIENT_ID="web",
    OIDC_RP_CLIENT_SECRET=client()["client_secret"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_USE_PKCE=True,
    ROOT_URLCONF="mozilla_django_oidc.urls",
    SECRET_KEY="only a test",
)
django.setup()

import django.test  # noqa: E402 - needs the settings above
import jwt  # noqa: E402
from django.core.exceptions import SuspiciousOperation  # noqa: E402
from django.core.management import call_command  # noqa: E402


class DjangoParty(ProviderTestCase):
    issuers = {
        "/": issuer(client(redirect_uris=["http://testserver/callback/"])),
    }
    changes = {}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        call_command("migrate", verbosity=0)
        base = cls.provider.base
        changes = django.test.override_settings(
            OIDC_OP_AUTHORIZATION_ENDPOINT=base + "/authorize",
            OIDC_OP_TOKEN_ENDPOINT=base + "/token",
            OIDC_OP_USER_ENDPOINT=base + "/userinfo",
            OIDC_OP_JWKS_ENDPOINT=base + "/jwks",
            **cls.changes,
        )
        changes.enable()
        cls.addClassCleanup(changes.disable)

    def setUp(self):
        # Mistakes reach the test as what they are.
        self.visitor = django.test.Client(raise_request_exception=True)

    def log_in(self):
        sent = self.visitor.get("/authenticate/")
        address = Person().go(sent["Location"], until="http://testserver/callback/")
        answer = self.visitor.get("/callback/", query(address))
        if answer.status_code == 400 or answer["Location"] != "/welcome":
            raise SuspiciousOperation("the user is not logged in")
        return self.visitor.session


class MozillaDjangoCompletes(DjangoParty):
    def test_code_flow_with_pkce_id_token_and_userinfo(self):
        self.assertIn("_auth_user_id", self.log_in())
        self.assertIn("code_challenge", self.requests_to("/authorize")[-1]["parameters"])
        self.assertEqual(self.requests_to("/userinfo")[-1]["status"], 200)

    def test_code_flow_with_secret_in_the_header(self):
        with django.test.override_settings(OIDC_TOKEN_USE_BASIC_AUTH=True):
            self.log_in()

    def test_notices_rotated_keys(self):
        self.log_in()
        self.provider.tell(keys="rotate")
        self.log_in()

    def test_refusal_is_no_login(self):
        self.provider.tell(queue=[None])
        with self.assertRaises(SuspiciousOperation):
            self.log_in()


NOT_CHECKED = "mozilla-django-oidc 5.0.2 checks signature, times and nonce only"


@wrong_tokens(
    ALWAYS, ACCESS_TOKEN_HASH, USER_INFO, {"wrong-state": PROVIDER["wrong-state"]},
    refusals=(SuspiciousOperation, jwt.InvalidTokenError),
    accepts={
        fault: NOT_CHECKED
        for fault in (
            "invalid-iss", "invalid-aud", "missing-aud", "missing-sub", "missing-iat",
            "invalid-at_hash", "userinfo-invalid-sub",
        )
    },
)
class MozillaDjangoRefuses(DjangoParty):
    pass


NO_KEY_ID = "mozilla-django-oidc 5.0.2 fails at a token without 'kid', whatever keys there are"


@conformance(
    *ID_TOKEN, "userinfo-invalid-sub",
    refusals=(SuspiciousOperation, jwt.InvalidTokenError, KeyError),
    accepts={
        **{
            fault: NOT_CHECKED
            for fault in (
                "invalid-iss", "invalid-aud", "missing-aud", "missing-sub", "missing-iat",
                "userinfo-invalid-sub",
            )
        },
        "kid-absent-single": NO_KEY_ID,
    },
)
class MozillaDjangoConformance(DjangoParty):
    def prepare(self):
        if "rotation" in self.id():
            self.log_in()
            self.visitor = django.test.Client(raise_request_exception=True)


class DjangoES256(DjangoParty):
    issuers = {
        "/": issuer(client(
            redirect_uris=["http://testserver/callback/"],
            id_token_signed_response_alg="ES256")),
    }
    changes = {"OIDC_RP_SIGN_ALGO": "ES256"}

    def test_code_flow_with_es256(self):
        self.assertIn("_auth_user_id", self.log_in())


@conformance("invalid-sig-es256", refusals=(SuspiciousOperation,))
class MozillaDjangoES256Conformance(DjangoES256):
    test_code_flow_with_es256 = None


class DjangoPS256(DjangoParty):
    issuers = {
        "/": issuer(client(
            redirect_uris=["http://testserver/callback/"],
            id_token_signed_response_alg="PS256")),
    }
    changes = {"OIDC_RP_SIGN_ALGO": "PS256"}

    def test_known_weakness_knows_no_ps256(self):
        """CANNOT: mozilla-django-oidc 5.0.2 takes the key for a shared secret, and fails."""
        with self.assertRaises(jwt.InvalidKeyError):
            self.log_in()


NO_OTHER_FLOW = "mozilla-django-oidc knows the code flow by query alone, and compares no hashes"
MozillaDjangoCounts = counted(
    MozillaDjangoConformance, MozillaDjangoES256Conformance, notices=8,
    unreachable={
        **{
            fault: NO_OTHER_FLOW
            for fault in (
                "invalid-at_hash", "missing-at_hash", "invalid-c_hash", "missing-c_hash",
                "form-post-error",
            )
        },
        "refresh-invalid-iss": "it never refreshes", "refresh-invalid-sub": "it never refreshes",
        "discovery-issuer-mismatch": "its addresses are written down by hand",
        "logout-other-state": "it logs out of the application alone",
    },
)


class MozillaDjangoAtGoogle(DjangoParty):
    """The Google-like flavour, at addresses by hand."""

    issuers = {
        "/google": {
            "flavour": "google", "clients": [client(redirect_uris=["http://testserver/callback/"])],
            "users": [ALICE],
        },
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        base = cls.provider.base + "/google"
        changes = django.test.override_settings(
            OIDC_OP_AUTHORIZATION_ENDPOINT=base + "/o/oauth2/v2/auth",
            OIDC_OP_TOKEN_ENDPOINT=base + "/token",
            OIDC_OP_USER_ENDPOINT=base + "/v1/userinfo",
            OIDC_OP_JWKS_ENDPOINT=base + "/oauth2/v3/certs",
        )
        changes.enable()
        cls.addClassCleanup(changes.disable)

    def test_code_flow(self):
        self.assertIn("_auth_user_id", self.log_in())
