"""idpyoidc, by Roland Hedberg and the IdentityPython project: a relying party of every flow."""

import http.server
import threading

from conformance import HASHES, ID_TOKEN, conformance, counted
from cryptojwt.exception import JWKESTException
from cryptojwt.key_jar import build_keyjar
from idpyoidc.client.exception import OidcServiceError, ResponseError
from idpyoidc.client.oauth2.stand_alone_client import backchannel_logout
from idpyoidc.client.rp_handler import RPHandler
from idpyoidc.exception import OidcMsgError
from person import Forms, Person, fragment, query
from provider_program import ALICE, BYE, CALLBACK, ProviderTestCase, client, issuer
from wrong_tokens import (
    ACCESS_TOKEN_HASH_IN_FRONT, ALWAYS, CODE_HASH, PROVIDER, REFRESH, USER_INFO, wrong_tokens,
)

KEYS = build_keyjar([
    {"type": "RSA", "use": ["sig"], "key": "", "size": 2048},
])
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"
SERVICES = {
    "discovery": "oidc.provider_info_discovery.ProviderInfoDiscovery",
    "registration": "oidc.registration.Registration",
    "authorization": "oidc.authorization.Authorization",
    "access_token": "oidc.access_token.AccessToken",
    "refresh_access_token": "oidc.refresh_access_token.RefreshAccessToken",
    "userinfo": "oidc.userinfo.UserInfo",
    "end_session": "oidc.end_session.EndSession",
    "introspection": "oauth2.introspection.Introspection",
    "revocation": "oauth2.token_revocation.TokenRevocation",
    "client_credentials": "oauth2.client_credentials.CCAccessTokenRequest",
    "password": "oauth2.resource_owner_password_credentials.ROPCAccessTokenRequest",
    "token_exchange": "oauth2.token_exchange.TokenExchange",
}
PKCE = {
    "pkce": {
        "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
        "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"},
    },
}


class Party(ProviderTestCase):
    issuers = {
        "/": issuer(
            client(),
            client("post", token_endpoint_auth_method="client_secret_post"),
            client("es", id_token_signed_response_alg="ES256"),
            client("ps", id_token_signed_response_alg="PS256"),
            client(
                "signed", client_secret=None, token_endpoint_auth_method="private_key_jwt",
                jwks=KEYS.export_jwks(),
            ),
            client(
                "robot", grant_types=[
                    "authorization_code", "client_credentials", "password", EXCHANGE],
            ),
            scopes=["trips"], allow_registration=True, refresh_token_rotation="always",
        ),
    }
    response_type = "code"

    @property
    def issuer(self):
        return self.base if self.issuer_path == "/" else self.base + self.issuer_path

    def handler(self, response_type="code", name="web", method="client_secret_basic", **changes):
        configuration = {
            "issuer": self.issuer,
            "client_type": "oidc",
            "redirect_uris": [CALLBACK],
            "post_logout_redirect_uris": [BYE],
            "response_types_supported": [response_type],
            "token_endpoint_auth_methods_supported": [method],
            "client_authn_methods": [method, "bearer_header"],
            "add_ons": PKCE if "code" in response_type.split() else {},
        }
        if name:
            configuration["client_id"] = name
        if name and method != "private_key_jwt":
            configuration["client_secret"] = client()["client_secret"]
        configuration.update(changes)
        services = {
            key: {"class": "idpyoidc.client." + path} for key, path in SERVICES.items()
        }
        return RPHandler(
            base_url="http://127.0.0.1:9", client_configs={self.issuer: configuration},
            services=services, keyjar=KEYS.copy(),
        )

    def begin(self, handler, **parameters):
        return handler.begin(self.issuer, req_args=parameters)

    def finish(self, handler, scope="openid profile email", **parameters):
        """One login, from the first address to the claims."""
        address = Person().go(self.begin(handler, scope=scope.split(), **parameters))
        parameters = query(address) or fragment(address)
        result = handler.finalize(self.issuer, parameters)
        if "error" in result:
            raise OidcMsgError(result["error"])
        return result

    def log_in(self):
        return self.finish(
            self.handler(self.response_type), response_type=self.response_type)


class IdpyoidcCompletes(Party):
    def test_discovery_code_flow_with_pkce_id_token_and_userinfo(self):
        result = self.finish(self.handler())
        self.assertEqual(result["id_token"]["sub"], "a-1")
        self.assertEqual(result["userinfo"]["name"], ALICE["claims"]["name"])
        self.assertIn("code_challenge", self.requests_to("/authorize")[-1]["parameters"])

    def test_code_flow_with_secret_in_the_body(self):
        self.finish(self.handler(name="post", method="client_secret_post"))

    def test_code_flow_with_further_algorithms(self):
        for name, algorithm in (("es", "ES256"), ("ps", "PS256")):
            with self.subTest(algorithm):
                handler = self.handler(name=name, id_token_signed_response_alg=algorithm)
                self.assertEqual(self.finish(handler)["id_token"].jws_header["alg"], algorithm)

    def test_code_flow_with_private_key_jwt(self):
        self.finish(self.handler(name="signed", method="private_key_jwt"))
        self.assertIn("client_assertion", self.requests_to("/token")[-1]["parameters"])

    def test_implicit_flow(self):
        before = self.requests_to("/token")
        result = self.finish(
            self.handler("id_token token"), response_type="id_token token")
        self.assertEqual(self.requests_to("/token"), before, "the code flow was used instead")
        self.assertEqual(result["id_token"]["sub"], "a-1")
        self.assertEqual(result["userinfo"]["email"], "alice@example.com")

    def test_hybrid_flow(self):
        for response_type in ("code id_token", "code id_token token"):
            with self.subTest(response_type):
                result = self.finish(
                    self.handler(response_type), response_type=response_type)
                self.assertEqual(result["id_token"]["sub"], "a-1")

    def test_form_post(self):
        handler = self.handler(response_modes_supported=["form_post", "query"])
        page = Person().go(self.begin(handler, response_mode="form_post"))
        result = handler.finalize(self.base, Forms(page.text).fields)
        self.assertEqual(result["id_token"]["sub"], "a-1")

    def test_dynamic_registration(self):
        result = self.finish(self.handler(name=None))
        self.assertEqual(result["userinfo"]["sub"], "a-1")
        self.assertEqual(self.requests_to("/register")[-1]["status"], 201)

    def test_refresh(self):
        handler = self.handler()
        state = self.finish(handler, "openid offline_access", prompt="consent")["state"]
        old = self.requests_to("/token")[-1]["parameters"]
        answer = handler.refresh_access_token(state)
        self.assertEqual(answer["__verified_id_token"]["sub"], "a-1")
        self.assertNotEqual(self.requests_to("/token")[-1]["parameters"], old)

    def test_claims_parameter(self):
        claims = {"id_token": {"email": {"essential": True}}}
        result = self.finish(self.handler(), "openid", claims=claims)
        self.assertEqual(result["id_token"]["email"], "alice@example.com")

    def test_introspection_and_revocation(self):
        handler = self.handler()
        result = self.finish(handler)
        peer = handler.issuer2rp[self.base]

        def ask(service):
            return peer.do_request(
                service, request_args={"token": result["token"]}, state=result["state"],
                authn_method="client_secret_basic",
            )

        self.assertTrue(ask("introspection")["active"])
        # An empty answer is all there is to say (RFC 7009 2.2), but it takes that for a fault.
        with self.assertRaises(ResponseError):
            ask("token_revocation")
        self.assertFalse(ask("introspection")["active"])

    def ask_alone(self, service, state=None, **arguments):
        """A grant without a browser, by one of the services."""
        handler = self.handler(name="robot")
        peer = handler.client_setup(self.base)
        return peer.do_request(
            service, request_args=arguments, state=state or "alone",
            authn_method="client_secret_basic")

    def test_client_credentials(self):
        answer = self.ask_alone("client_credentials", scope=["trips"])
        self.assertEqual(answer["scope"], ["trips"])

    def test_password(self):
        answer = self.ask_alone(
            "resource_owner_password_credentials", username="alice", password="wonder",
            scope=["openid"])
        self.assertIn("access_token", answer)

    def test_token_exchange(self):
        handler = self.handler(name="robot")
        result = self.finish(handler)
        answer = handler.issuer2rp[self.base].do_request(
            "token_exchange", state=result["state"], authn_method="client_secret_basic",
            request_args={
                "grant_type": EXCHANGE, "subject_token": result["token"],
                "subject_token_type": ACCESS_TOKEN, "scope": ["openid"],
            })
        self.assertEqual(answer["issued_token_type"], ACCESS_TOKEN)
        self.assertNotEqual(answer["access_token"], result["token"])

    def test_logout(self):
        handler = self.handler()
        state = self.finish(handler)["state"]
        address = handler.logout(state, post_logout_redirect_uri=BYE)["url"]
        arrived = Person().go(address, until=BYE)
        self.assertTrue(query(arrived)["state"])

    def test_notices_rotated_keys(self):
        handler = self.handler()
        self.finish(handler)
        self.provider.tell(keys="rotate")
        self.assertEqual(self.finish(handler)["id_token"]["sub"], "a-1")


REFUSALS = (OidcMsgError, OidcServiceError, JWKESTException, ValueError, KeyError)


@wrong_tokens(ALWAYS, USER_INFO, PROVIDER, refusals=REFUSALS)
class IdpyoidcCodeFlowRefuses(Party):
    pass


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, refusals=REFUSALS)
class IdpyoidcImplicitFlowRefuses(Party):
    response_type = "id_token token"


@wrong_tokens(ALWAYS, ACCESS_TOKEN_HASH_IN_FRONT, CODE_HASH, refusals=REFUSALS)
class IdpyoidcHybridFlowRefuses(Party):
    response_type = "code id_token token"


@wrong_tokens(
    REFRESH, refusals=REFUSALS,
    accepts={"refresh-invalid-sub": "idpyoidc 5.0.0 does not compare it with the first subject"},
)
class IdpyoidcRefreshRefuses(Party):
    def log_in(self):
        handler = self.handler()
        state = self.finish(handler, "openid offline_access", prompt="consent")["state"]
        handler.refresh_access_token(state)


@conformance(
    *ID_TOKEN, "userinfo-invalid-sub", "discovery-issuer-mismatch", refusals=REFUSALS)
class IdpyoidcCodeConformance(Party):
    party = None

    def prepare(self):
        """A login before the keys change, by the same relying party."""
        if "rotation" in self.id():
            self.party = self.handler()
            self.finish(self.party)

    def log_in(self):
        return self.finish(self.party or self.handler())


@conformance("invalid-sig-es256", refusals=REFUSALS)
class IdpyoidcES256Conformance(Party):
    def log_in(self):
        return self.finish(self.handler(name="es", id_token_signed_response_alg="ES256"))


@conformance(*HASHES, refusals=REFUSALS)
class IdpyoidcHybridConformance(Party):
    response_type = "code id_token token"


@conformance(
    "refresh-invalid-iss", "refresh-invalid-sub", refusals=REFUSALS,
    accepts={"refresh-invalid-sub": "idpyoidc 5.0.0 does not compare it with the first subject"},
)
class IdpyoidcRefreshConformance(IdpyoidcRefreshRefuses):
    pass


for name in [name for name in dir(IdpyoidcRefreshRefuses) if name.startswith("test_")]:
    setattr(IdpyoidcRefreshConformance, name, None)


@conformance("form-post-error", refusals=REFUSALS)
class IdpyoidcFormPostConformance(Party):
    def log_in(self):
        handler = self.handler(response_modes_supported=["form_post", "query"])
        page = Person().go(self.begin(handler, response_mode="form_post"))
        result = handler.finalize(self.base, Forms(page.text).fields)
        if "error" in result:
            raise OidcMsgError(result["error"])


IdpyoidcCounts = counted(
    IdpyoidcCodeConformance, IdpyoidcES256Conformance, IdpyoidcHybridConformance,
    IdpyoidcRefreshConformance, IdpyoidcFormPostConformance, notices=22,
    unreachable={"logout-other-state": "idpyoidc 5.0.0 leaves the way back to the application"},
)


class Inbox(http.server.ThreadingHTTPServer):
    """A client's server, and the bodies that the provider posts to it."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Receiver)
        self.bodies = []
        self.base = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"])
        self.server.bodies.append(self.rfile.read(length).decode())
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class IdpyoidcIsLoggedOut(Party):
    """Back-channel logout: what idpyoidc makes of the provider's logout tokens."""

    @classmethod
    def setUpClass(cls):
        cls.inbox = Inbox()
        cls.addClassCleanup(cls.inbox.server_close)
        cls.addClassCleanup(cls.inbox.shutdown)
        cls.callback = cls.inbox.base + "/cb"
        cls.issuers = {"/": issuer(
            client(redirect_uris=[cls.callback],
                   backchannel_logout_uri=cls.inbox.base + "/bc_logout"),
            login="form")}
        super().setUpClass()

    def test_a_logout_in_the_browser_ends_the_clients_session(self):
        handler = self.handler(redirect_uris=[self.callback])
        person = Person()
        page = person.go(self.begin(handler, scope=["openid"]))
        answer = query(person.fill(
            page, until=self.callback, username="alice", password="wonder", action="allow"))
        result = handler.finalize(self.issuer, answer)
        self.assertTrue(result["id_token"]["sid"])
        logout = handler.logout(result["state"])
        logged_out = person.go(logout["url"], until=BYE)
        self.assertTrue(logged_out.startswith(BYE))
        [body] = self.inbox.bodies
        party = handler.get_client_from_session_key(result["state"])
        self.assertEqual(backchannel_logout(party, request=body), result["state"])
        [notice] = [request for request in self.provider.requests
                    if request["path"] == self.inbox.base + "/bc_logout"]
        self.assertEqual(notice["status"], 200)

        with self.assertRaises(JWKESTException):
            backchannel_logout(party, request=body[:-6] + "AAAAAA")


class IdpyoidcAtGoogle(Party):
    """The Google-like flavour: its addresses by discovery, claims in the ID token."""

    issuer_path = "/google"
    issuers = {
        "/google": {
            "flavour": "google", "clients": [client()],
            "users": [{**ALICE, "claims": {**ALICE["claims"], "hd": "example.com"}}],
        },
    }

    def test_code_flow(self):
        result = self.finish(self.handler(), access_type="offline")
        self.assertEqual(result["id_token"]["iss"], self.issuer)
        self.assertEqual(result["id_token"]["hd"], "example.com")
        self.assertEqual(result["userinfo"]["sub"], "a-1")
        self.assertTrue(self.requests_to("/google/v1/userinfo"))


@wrong_tokens(ALWAYS, refusals=REFUSALS)
class IdpyoidcAtGoogleRefuses(IdpyoidcAtGoogle):
    test_code_flow = None
