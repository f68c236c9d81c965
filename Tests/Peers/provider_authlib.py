"""Authlib, by Hsiaoming Yang: as a client of every flow, and as a relying party inside Flask."""

import secrets

import flask
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import AssertionSession, OAuth2Session
from authlib.oauth2.rfc6749.errors import MissingCodeException
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from authlib.oidc.core.claims import get_claim_cls_by_response_type
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, RSAKey
from conformance import HASHES, ID_TOKEN, conformance, counted
from person import Forms, Person, fragment, query
from provider_program import ALICE, BYE, CALLBACK, ProviderTestCase, client, issuer
from wrong_tokens import (
    ACCESS_TOKEN_HASH, ACCESS_TOKEN_HASH_IN_FRONT, ALWAYS, CODE_HASH, PROVIDER, USER_INFO,
    wrong_tokens,
)

SECRET = client()["client_secret"]
KEY = RSAKey.generate_key(2048, {"use": "sig", "kid": "peer"})
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"


class AuthlibClient(ProviderTestCase):
    """What a client does with the session of `authlib.integrations.requests_client`."""

    issuers = {
        "/": issuer(
            client(),
            client("post", token_endpoint_auth_method="client_secret_post"),
            client("es", id_token_signed_response_alg="ES256"),
            client("ps", id_token_signed_response_alg="PS256"),
            client("ed", id_token_signed_response_alg="EdDSA"),
            client("native", client_secret=None),
            client(
                "signed", client_secret=None, token_endpoint_auth_method="private_key_jwt",
                jwks={"keys": [KEY.as_dict(private=False)]},
            ),
            client(
                "robot", redirect_uris=[], response_types=[], grant_types=["client_credentials"],
            ),
            client(
                "tv", client_secret=None, redirect_uris=[], response_types=[],
                grant_types=[DEVICE, "refresh_token"],
            ),
            client(
                "old", redirect_uris=[], response_types=[],
                grant_types=["password", EXCHANGE],
            ),
            client(
                "service", client_secret=None, redirect_uris=[],
                response_types=[], grant_types=[BEARER],
                jwks={"keys": [KEY.as_dict(private=False)]},
            ),
            client("mac", token_endpoint_auth_method="client_secret_jwt"),
            scopes=["trips"], refresh_token_rotation="reuse_detection",
        ),
    }

    def setUp(self):
        self.metadata = requests.get(get_well_known_url(self.base, external=True)).json()
        OpenIDProviderMetadata(self.metadata).validate_issuer()

    def session(self, name="web", **options):
        options.setdefault("client_secret", SECRET)
        options.setdefault("scope", "openid profile email")
        return OAuth2Session(
            name, redirect_uri=CALLBACK, code_challenge_method="S256",
            revocation_endpoint=self.metadata["revocation_endpoint"], **options,
        )

    def begin(self, session, **parameters):
        """Sends a person to the provider; gives the nonce, the verifier and where they arrived."""
        nonce, verifier = secrets.token_urlsafe(16), secrets.token_urlsafe(48)
        address, _ = session.create_authorization_url(
            self.metadata["authorization_endpoint"], nonce=nonce, code_verifier=verifier,
            **parameters,
        )
        return nonce, verifier, Person().go(address)

    def claims(self, token, session, nonce, response_type="code", code=None):
        """The ID token's claims, checked by Authlib's own class for the flow."""
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"]).json())
        algorithms = self.metadata["id_token_signing_alg_values_supported"]
        decoded = jwt.decode(token["id_token"], keys, algorithms=algorithms)
        claims = get_claim_cls_by_response_type(response_type)(
            decoded.claims, decoded.header, {"iss": {"values": [self.base]}},
            {
                "nonce": nonce, "client_id": session.client_id, "code": code,
                "access_token": token.get("access_token"),
            },
        )
        claims.validate(leeway=5)
        return claims

    def code_flow(self, name="web", **options):
        parameters = options.pop("parameters", {})
        session = self.session(name, **options)
        nonce, verifier, address = self.begin(session, **parameters)
        token = session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=address,
            code_verifier=verifier,
        )
        return session, token, self.claims(token, session, nonce)

    def front(self, response_type):
        session = self.session()
        nonce, _, address = self.begin(session, response_type=response_type)
        token = fragment(address)
        claims = self.claims(token, session, nonce, response_type, token.get("code"))
        return session, token, claims


class AuthlibCompletes(AuthlibClient):
    def test_code_flow_with_pkce_id_token_and_userinfo(self):
        session, token, claims = self.code_flow()
        self.assertEqual(claims["sub"], "a-1")
        user = session.get(self.metadata["userinfo_endpoint"]).json()
        self.assertEqual(user["name"], ALICE["claims"]["name"])
        self.assertEqual(user["sub"], claims["sub"])

    def test_code_flow_with_further_algorithms(self):
        for name, algorithm in (("es", "ES256"), ("ps", "PS256"), ("ed", "EdDSA")):
            with self.subTest(algorithm):
                _, token, claims = self.code_flow(name)
                self.assertEqual(claims.header["alg"], algorithm)

    def test_code_flow_with_secret_in_the_body(self):
        self.code_flow("post", token_endpoint_auth_method="client_secret_post")

    def test_code_flow_of_a_public_client(self):
        self.code_flow("native", client_secret=None, token_endpoint_auth_method="none")

    def test_code_flow_with_private_key_jwt(self):
        session = self.session("signed", client_secret=KEY)
        session.token_endpoint_auth_method = "private_key_jwt"
        session.register_client_auth_method(PrivateKeyJWT(self.metadata["token_endpoint"]))
        _, verifier, address = self.begin(session)
        token = session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=address,
            code_verifier=verifier,
        )
        self.assertIn("id_token", token)

    def test_code_flow_with_client_secret_jwt(self):
        session = self.session("mac")
        session.token_endpoint_auth_method = "client_secret_jwt"
        session.register_client_auth_method(ClientSecretJWT(self.metadata["token_endpoint"]))
        _, verifier, address = self.begin(session)
        token = session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=address,
            code_verifier=verifier,
        )
        self.assertIn("id_token", token)

    def test_password(self):
        session = self.session("old", scope="openid")
        token = session.fetch_token(
            self.metadata["token_endpoint"], username="alice", password="wonder")
        self.assertEqual(self.claims(token, session, None)["sub"], "a-1")
        with self.assertRaises(OAuthError) as failure:
            session.fetch_token(
                self.metadata["token_endpoint"], username="alice", password="builder")
        self.assertEqual(failure.exception.error, "invalid_grant")

    def test_assertion_signed_by_the_client(self):
        """RFC 7523 2.1, as a service account: Authlib signs one and asks for tokens with it."""
        session = AssertionSession(
            self.metadata["token_endpoint"], "service", "a-1", key=KEY, scope="openid",
            client_id="service", header={"alg": "RS256", "kid": "peer"})
        user = session.get(self.metadata["userinfo_endpoint"]).json()
        self.assertEqual(user["sub"], "a-1")
        self.assertEqual(self.requests_to("/token")[-1]["parameters"]["grant_type"], BEARER)

    def test_token_exchange(self):
        _, first, _ = self.code_flow(scope="openid email")
        session = self.session("old")
        token = session.fetch_token(
            self.metadata["token_endpoint"], grant_type=EXCHANGE, scope="openid",
            subject_token=first["access_token"], subject_token_type=ACCESS_TOKEN)
        self.assertEqual(token["issued_token_type"], ACCESS_TOKEN)
        user = session.get(self.metadata["userinfo_endpoint"]).json()
        self.assertEqual((user["sub"], user.get("email")), ("a-1", None))

    def test_wrong_verifier_is_refused(self):
        session = self.session()
        _, _, address = self.begin(session)
        with self.assertRaises(OAuthError) as failure:
            session.fetch_token(
                self.metadata["token_endpoint"], authorization_response=address,
                code_verifier=secrets.token_urlsafe(48),
            )
        self.assertEqual(failure.exception.error, "invalid_grant")

    def test_code_is_good_once(self):
        session = self.session()
        _, verifier, address = self.begin(session)
        arguments = {"authorization_response": address, "code_verifier": verifier}
        session.fetch_token(self.metadata["token_endpoint"], **arguments)
        with self.assertRaises(OAuthError) as failure:
            session.fetch_token(self.metadata["token_endpoint"], **arguments)
        self.assertEqual(failure.exception.error, "invalid_grant")
        answer = session.get(self.metadata["userinfo_endpoint"])
        self.assertEqual(answer.status_code, 401, "the first answer's token is dead too")

    def test_implicit_flow(self):
        for response_type in ("id_token", "id_token token"):
            with self.subTest(response_type):
                _, token, claims = self.front(response_type)
                self.assertEqual(claims["sub"], "a-1")
                self.assertEqual("access_token" in token, "token" in response_type.split())

    def test_hybrid_flow(self):
        for response_type in ("code id_token", "code id_token token"):
            with self.subTest(response_type):
                session, token, claims = self.front(response_type)
                self.assertIn("c_hash", claims)
                self.assertEqual("at_hash" in claims, "access_token" in token)

    def test_refresh_rotates_and_notices_reuse(self):
        parameters = {"scope": "openid offline_access", "prompt": "consent"}
        session, first, claims = self.code_flow(
            scope="openid offline_access", parameters={"prompt": parameters["prompt"]})
        old = first["refresh_token"]
        second = session.refresh_token(self.metadata["token_endpoint"], refresh_token=old)
        self.assertNotEqual(second["refresh_token"], old)
        refreshed = self.claims(second, session, None)
        self.assertEqual(refreshed["sub"], claims["sub"])
        with self.assertRaises(OAuthError) as failure:
            session.refresh_token(self.metadata["token_endpoint"], refresh_token=old)
        self.assertEqual(failure.exception.error, "invalid_grant")
        with self.assertRaises(OAuthError):
            session.refresh_token(
                self.metadata["token_endpoint"], refresh_token=second["refresh_token"])

    def test_client_credentials(self):
        session = self.session("robot", scope="trips")
        token = session.fetch_token(
            self.metadata["token_endpoint"], grant_type="client_credentials")
        self.assertEqual(token["scope"], "trips")
        self.assertNotIn("id_token", token)

    def test_introspection_and_revocation(self):
        session, token, _ = self.code_flow()
        def state():
            return session.introspect_token(
                self.metadata["introspection_endpoint"], token["access_token"]).json()
        self.assertTrue(state()["active"])
        self.assertEqual(state()["client_id"], "web")
        answer = session.revoke_token(
            self.metadata["revocation_endpoint"], token["access_token"])
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(state(), {"active": False})

    def test_device_flow(self):
        session = self.session("tv", client_secret=None, token_endpoint_auth_method="none")
        device = requests.post(
            self.metadata["device_authorization_endpoint"],
            data={"client_id": "tv", "scope": "openid"},
        ).json()
        arguments = {"grant_type": DEVICE, "device_code": device["device_code"]}
        with self.assertRaises(OAuthError) as failure:
            session.fetch_token(self.metadata["token_endpoint"], **arguments)
        self.assertEqual(failure.exception.error, "authorization_pending")
        Person().go(device["verification_uri_complete"])
        token = session.fetch_token(self.metadata["token_endpoint"], **arguments)
        self.assertEqual(self.claims(token, session, None)["sub"], "a-1")

    def test_access_token_expires_by_the_provider_s_clock(self):
        provider = type(self.provider)({"/": issuer(client())})
        self.addCleanup(provider.stop)
        metadata = requests.get(get_well_known_url(provider.base, external=True)).json()
        session = self.session()
        address, _ = session.create_authorization_url(metadata["authorization_endpoint"])
        session.fetch_token(
            metadata["token_endpoint"], authorization_response=Person().go(address))
        self.assertEqual(session.get(metadata["userinfo_endpoint"]).status_code, 200)
        provider.tell(advance=3601)
        answer = session.get(metadata["userinfo_endpoint"])
        self.assertEqual(answer.status_code, 401)
        self.assertIn("invalid_token", answer.headers["WWW-Authenticate"])


REFUSALS = (JoseError, OAuthError)


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH, refusals=REFUSALS)
class AuthlibCodeFlowRefuses(AuthlibClient):
    def log_in(self):
        return self.code_flow()[2]


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, refusals=REFUSALS)
class AuthlibImplicitFlowRefuses(AuthlibClient):
    def log_in(self):
        return self.front("id_token token")[2]


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, CODE_HASH, refusals=REFUSALS)
class AuthlibHybridFlowRefuses(AuthlibClient):
    def log_in(self):
        return self.front("code id_token token")[2]


class FlaskParty(ProviderTestCase):
    """A web application whose users log in at the provider."""

    client_id = "web"
    parameters = {}

    def setUp(self):
        self.application = flask.Flask("relying-party")
        self.application.secret_key = "only a test"
        self.application.testing = True
        self.party = OAuth(self.application).register(
            "mock", client_id=self.client_id, client_secret=SECRET,
            server_metadata_url=self.issuer + "/.well-known/openid-configuration",
            client_kwargs={"scope": "openid email", "code_challenge_method": "S256"},
        )
        self.application.add_url_rule(
            "/login", "login",
            lambda: self.party.authorize_redirect(CALLBACK, **self.parameters))
        self.application.add_url_rule(
            "/cb", "callback", self.callback, methods=["GET", "POST"])
        self.application.add_url_rule(
            "/logout", "logout",
            lambda: self.party.logout_redirect(BYE, id_token_hint=flask.session["id_token"]),
        )
        self.application.add_url_rule(
            "/bye", "bye", lambda: self.party.validate_logout_response())
        self.visitor = self.application.test_client()
        self.person = Person()

    @property
    def issuer(self):
        return self.base

    def callback(self):
        token = self.party.authorize_access_token()
        flask.session["id_token"] = token["id_token"]
        return {"id_token": token["userinfo"], "userinfo": self.party.userinfo()}

    def log_in(self):
        address = self.person.go(self.visitor.get("/login").headers["Location"])
        return self.visitor.get("/cb", query_string=query(address)).json


class AuthlibInFlask(FlaskParty):
    def test_logs_in(self):
        claims = self.log_in()
        self.assertEqual(claims["id_token"]["sub"], "a-1")
        self.assertEqual(claims["id_token"]["iss"], self.base)
        self.assertEqual(claims["userinfo"]["email"], "alice@example.com")
        self.assertIn("code_challenge", self.requests_to("/authorize")[-1]["parameters"])

    def test_logs_out_at_the_provider(self):
        self.log_in()
        address = self.person.go(self.visitor.get("/logout").headers["Location"], until=BYE)
        answer = self.visitor.get("/bye", query_string=query(address))
        self.assertEqual(answer.json["post_logout_redirect_uri"], BYE)

    def test_notices_rotated_keys(self):
        self.log_in()
        self.provider.tell(keys="rotate")
        self.assertEqual(self.log_in()["id_token"]["sub"], "a-1")

    def test_hears_of_a_refusal(self):
        self.provider.tell(queue=[None])
        with self.assertRaises(OAuthError) as failure:
            self.log_in()
        self.assertEqual(failure.exception.error, "access_denied")


@wrong_tokens(
    ALWAYS, ACCESS_TOKEN_HASH, PROVIDER, USER_INFO, refusals=REFUSALS,
    accepts={
        "wrong-response-iss": "Authlib 1.9.8 does not look at the response's iss",
        "userinfo-invalid-sub": "Authlib 1.9.8 leaves comparing the subjects to the application",
    },
)
class AuthlibInFlaskRefuses(FlaskParty):
    pass


NOT_COMPARED = "Authlib 1.9.8 leaves comparing the subjects to the application"


@conformance(
    *ID_TOKEN, "userinfo-invalid-sub", "discovery-issuer-mismatch", refusals=REFUSALS,
    accepts={"userinfo-invalid-sub": NOT_COMPARED},
)
class AuthlibFlaskConformance(FlaskParty):
    issuers = {"/": issuer(client())}

    def prepare(self):
        """A login before the keys change, by the same application."""
        if "rotation" in self.id():
            self.log_in()


@conformance("invalid-sig-es256", refusals=REFUSALS)
class AuthlibES256Conformance(FlaskParty):
    issuers = {"/": issuer(client(id_token_signed_response_alg="ES256"))}


@conformance(*HASHES, refusals=REFUSALS)
class AuthlibHybridConformance(AuthlibClient):
    def log_in(self):
        return self.front("code id_token token")[2]


@conformance(
    "refresh-invalid-iss", "refresh-invalid-sub", refusals=REFUSALS,
    accepts={"refresh-invalid-sub": NOT_COMPARED},
)
class AuthlibRefreshConformance(AuthlibClient):
    def log_in(self):
        session, first, _ = self.code_flow(
            scope="openid offline_access", parameters={"prompt": "consent"})
        second = session.refresh_token(
            self.metadata["token_endpoint"], refresh_token=first["refresh_token"])
        return self.claims(second, session, None)


# Of a form it reads no error, but it misses the code.
@conformance("form-post-error", refusals=(MissingCodeException,))
class AuthlibFormPostConformance(FlaskParty):
    parameters = {"response_mode": "form_post"}

    def log_in(self):
        page = self.person.go(self.visitor.get("/login").headers["Location"])
        return self.visitor.post("/cb", data=Forms(page.text).fields).json


@conformance("logout-other-state", refusals=REFUSALS)
class AuthlibLogoutConformance(FlaskParty):
    def log_in(self):
        super().log_in()
        address = self.person.go(self.visitor.get("/logout").headers["Location"], until=BYE)
        return self.visitor.get("/bye", query_string=query(address)).json


AuthlibCounts = counted(
    AuthlibFlaskConformance, AuthlibES256Conformance, AuthlibHybridConformance,
    AuthlibRefreshConformance, AuthlibFormPostConformance, AuthlibLogoutConformance, notices=22,
)


class AuthlibAtGoogle(FlaskParty):
    """The Google-like flavour: its addresses by discovery, claims in the ID token, offline access."""

    issuers = {
        "/google": {
            "flavour": "google", "clients": [client()],
            "users": [{**ALICE, "claims": {**ALICE["claims"], "hd": "example.com"}}],
        },
    }
    issuer_path = "/google"
    parameters = {"access_type": "offline", "hd": "example.com"}

    @property
    def issuer(self):
        return self.base + "/google"

    def test_logs_in(self):
        claims = self.log_in()
        self.assertEqual(claims["id_token"]["iss"], self.issuer)
        self.assertEqual(claims["id_token"]["azp"], "web")
        self.assertEqual(claims["id_token"]["hd"], "example.com")
        self.assertEqual(claims["id_token"]["email"], "alice@example.com")
        self.assertEqual(claims["userinfo"]["sub"], "a-1")
        paths = [request["path"] for request in self.provider.requests]
        for path in ("/o/oauth2/v2/auth", "/token", "/v1/userinfo", "/oauth2/v3/certs"):
            self.assertIn("/google" + path, paths)

    def test_refresh_gives_no_new_refresh_token(self):
        metadata = self.party.load_server_metadata()
        session = OAuth2Session(
            "web", SECRET, redirect_uri=CALLBACK, scope="openid",
            token_endpoint=metadata["token_endpoint"])
        address, _ = session.create_authorization_url(
            metadata["authorization_endpoint"], access_type="offline", prompt="consent")
        first = session.fetch_token(authorization_response=Person().go(address))
        second = session.refresh_token(refresh_token=first["refresh_token"])
        self.assertNotEqual(second["access_token"], first["access_token"])
        refreshed = self.requests_to("/google/token")[-1]
        self.assertEqual(refreshed["parameters"]["grant_type"], "refresh_token")


@wrong_tokens(
    ALWAYS, refusals=REFUSALS,
    accepts={"invalid-aud": "Authlib 1.9.8 is content with azp, where it is there"},
)
class AuthlibAtGoogleRefuses(AuthlibAtGoogle):
    test_logs_in = None
    test_refresh_gives_no_new_refresh_token = None


class AuthlibAtSPiD(ProviderTestCase):
    """The SPiD-like flavour has no discovery and no ID token: OAuth alone, at addresses by hand."""

    issuers = {
        "/spid": {"flavour": "spid", "clients": [client(response_types=["code"])], "users": [ALICE]},
    }

    def test_logs_in(self):
        base = self.base + "/spid"
        session = OAuth2Session(
            "web", SECRET, redirect_uri=CALLBACK, token_endpoint_auth_method="client_secret_post")
        address, _ = session.create_authorization_url(base + "/login")
        token = session.fetch_token(
            base + "/oauth/token", authorization_response=Person().go(address))
        self.assertEqual(token["user_id"], "a-1")
        self.assertNotIn("token_type", token)
        # Without the type Authlib cannot tell how the token is sent.
        user = requests.get(base + "/api/2/me", params={"oauth_token": token["access_token"]})
        self.assertEqual(user.json()["data"]["userId"], "a-1")
