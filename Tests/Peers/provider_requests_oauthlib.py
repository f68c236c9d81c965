"""requests-oauthlib with oauthlib, by the OAuthlib community: OAuth 2.0 without OpenID Connect."""

import json
import os
import unittest.mock
import urllib.parse

import requests
from conformance import FAULTS, conformance, counted
from oauthlib.oauth2 import (
    AccessDeniedError, BackendApplicationClient, InvalidGrantError, LegacyApplicationClient,
    MismatchingStateError,
    MissingTokenTypeError, MobileApplicationClient, OAuth2Error, WebApplicationClient,
)
from oauthlib.oauth2.rfc8628.clients import DeviceClient
from person import Forms, Person
from provider_program import ALICE, CALLBACK, ProviderTestCase, client, issuer
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

SECRET = client()["client_secret"]
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class RequestsOAuthlibCompletes(ProviderTestCase):
    issuers = {
        "/": issuer(
            client(),
            client("native", client_secret=None),
            client(
                "robot", redirect_uris=[], response_types=[], grant_types=["client_credentials"],
            ),
            client(
                "tv", client_secret=None, redirect_uris=[], response_types=[],
                grant_types=[DEVICE, "refresh_token"],
            ),
            client("old", redirect_uris=[], response_types=[], grant_types=["password"]),
            scopes=["trips"], refresh_token_rotation="always",
        ),
    }

    def authorized(self, name="web", scope=("openid", "trips"), **parameters):
        session = OAuth2Session(name, redirect_uri=CALLBACK, scope=scope, pkce="S256")
        address, _ = session.authorization_url(self.base + "/authorize", **parameters)
        return session, Person().go(address)

    def token(self, session, address, **options):
        options.setdefault("client_secret", SECRET)
        return session.fetch_token(
            self.base + "/token", authorization_response=address, **options)

    def test_code_flow_with_pkce_and_userinfo(self):
        session, address = self.authorized()
        token = self.token(session, address)
        self.assertEqual(token["token_type"], "Bearer")
        self.assertEqual(session.get(self.base + "/userinfo").json()["sub"], "a-1")

    def test_code_flow_of_a_public_client(self):
        session, address = self.authorized("native")
        self.token(session, address, client_secret=None, include_client_id=True)
        self.assertTrue(session.authorized)

    def test_refresh(self):
        session, address = self.authorized(
            scope=("openid", "offline_access"), prompt="consent")
        first = self.token(session, address)
        second = session.refresh_token(
            self.base + "/token", auth=HTTPBasicAuth("web", SECRET))
        self.assertNotEqual(first["access_token"], second["access_token"])
        self.assertNotEqual(first["refresh_token"], second["refresh_token"])
        with self.assertRaises(InvalidGrantError):
            session.refresh_token(
                self.base + "/token", refresh_token=first["refresh_token"],
                auth=HTTPBasicAuth("web", SECRET),
            )

    def test_implicit_flow(self):
        session = OAuth2Session(
            client=MobileApplicationClient("web"), redirect_uri=CALLBACK, scope=["trips"])
        address, _ = session.authorization_url(self.base + "/authorize")
        token = session.token_from_fragment(Person().go(address))
        self.assertEqual(token["scope"], ["trips"])

    def test_password(self):
        session = OAuth2Session(client=LegacyApplicationClient("old", scope=["openid"]))
        session.fetch_token(
            self.base + "/token", username="alice", password="wonder", client_secret=SECRET)
        self.assertEqual(session.get(self.base + "/userinfo").json()["sub"], "a-1")

    def test_client_credentials(self):
        session = OAuth2Session(client=BackendApplicationClient("robot", scope=["trips"]))
        token = session.fetch_token(
            self.base + "/token", auth=HTTPBasicAuth("robot", SECRET))
        self.assertEqual(token["scope"], ["trips"])

    def test_device_flow(self):
        device = requests.post(
            self.base + "/device_authorization", data={"client_id": "tv", "scope": "openid"}
        ).json()
        peer = DeviceClient("tv")
        body = peer.prepare_request_body(device["device_code"], include_client_id=True)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}

        def poll():
            return requests.post(self.base + "/token", data=body, headers=headers)

        self.assertEqual(poll().json()["error"], "authorization_pending")
        self.assertEqual(poll().json()["error"], "slow_down")
        Person().go(device["verification_uri_complete"])
        token = peer.parse_request_body_response(poll().text)
        self.assertEqual(token["token_type"], "Bearer")

    def test_revocation(self):
        session, address = self.authorized()
        token = self.token(session, address)
        uri, headers, body = WebApplicationClient("web").prepare_token_revocation_request(
            self.base.replace("http:", "https:") + "/revoke", token["access_token"])
        answer = requests.post(
            uri.replace("https:", "http:"), data=body, headers=headers, auth=("web", SECRET))
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(session.get(self.base + "/userinfo").status_code, 401)

    def test_form_post_is_read_by_a_server(self):
        session = OAuth2Session("web", redirect_uri=CALLBACK, scope=["openid"], pkce="S256")
        address, state = session.authorization_url(
            self.base + "/authorize", response_mode="form_post")
        person = Person()
        page = person.go(address)
        self.assertIn('method="post"', page.text)
        form = Forms(page.text)
        self.assertEqual((form.action, form.fields["state"]), (CALLBACK, state))
        session.fetch_token(
            self.base + "/token", code=form.fields["code"], client_secret=SECRET)

    def test_refuses_another_state(self):
        self.provider.tell(answer="/authorize", member="state", value="another")
        session, address = self.authorized()
        with self.assertRaises(MismatchingStateError):
            self.token(session, address)

    def test_hears_of_a_refusal(self):
        self.provider.tell(queue=[None])
        session, address = self.authorized()
        with self.assertRaises(AccessDeniedError):
            self.token(session, address)

    def test_refuses_an_answer_without_token(self):
        self.provider.tell(answer="/token", member="access_token")
        session, address = self.authorized()
        with self.assertRaises(OAuth2Error):
            self.token(session, address)

    def test_known_weakness_accepts_an_answer_without_token_type(self):
        """ACCEPTS what RFC 6749 5.1 wants refused: oauthlib 4.0.1 is strict only when told."""
        self.provider.tell(answer="/token", member="token_type")
        session, address = self.authorized()
        self.assertNotIn("token_type", self.token(session, address))

    def test_refuses_an_answer_without_token_type_when_strict(self):
        self.provider.tell(answer="/token", member="token_type")
        session, address = self.authorized()
        with unittest.mock.patch.dict(os.environ, OAUTHLIB_STRICT_TOKEN_TYPE="1"):
            with self.assertRaises(MissingTokenTypeError):
                self.token(session, address)

    def test_refuses_an_answer_that_ends_in_the_middle(self):
        self.provider.tell(answer="/token", truncated=True)
        session, address = self.authorized()
        with self.assertRaises((OAuth2Error, json.JSONDecodeError)):
            self.token(session, address)


@conformance("form-post-error", refusals=(OAuth2Error, ValueError))
class RequestsOAuthlibConformance(ProviderTestCase):
    def log_in(self):
        session = OAuth2Session("web", redirect_uri=CALLBACK, scope=["openid"], pkce="S256")
        address, _ = session.authorization_url(self.base + "/authorize", response_mode="form_post")
        fields = Forms(Person().go(address).text).fields
        # oauthlib reads responses from addresses; a form's fields are the same parameters.
        session.fetch_token(
            self.base + "/token", client_secret=SECRET,
            authorization_response=CALLBACK + "?" + urllib.parse.urlencode(fields))


RequestsOAuthlibCounts = counted(
    RequestsOAuthlibConformance, notices=1,
    unreachable={
        fault: "oauthlib's clients know nothing of OpenID Connect"
        for fault in FAULTS if fault != "form-post-error"
    },
)


class RequestsOAuthlibAtSPiD(ProviderTestCase):
    """The SPiD-like flavour: OAuth alone, at addresses by hand, and no `token_type`."""

    issuers = {
        "/spid": {"flavour": "spid", "clients": [client(response_types=["code"])], "users": [ALICE]},
    }

    def token(self):
        base = self.base + "/spid"
        session = OAuth2Session("web", redirect_uri=CALLBACK)
        address, _ = session.authorization_url(base + "/login")
        return session, session.fetch_token(
            base + "/oauth/token", client_secret=SECRET, include_client_id=True,
            authorization_response=Person().go(address))

    def test_logs_in_and_refreshes(self):
        session, first = self.token()
        self.assertEqual(first["user_id"], "a-1")
        self.assertEqual(len(first["access_token"]), 40)
        second = session.refresh_token(
            self.base + "/spid/oauth/token", client_id="web", client_secret=SECRET)
        self.assertNotEqual(second["access_token"], first["access_token"])
        user = requests.get(
            self.base + "/spid/api/2/me", params={"oauth_token": second["access_token"]})
        self.assertEqual(user.json()["data"]["userId"], "a-1")

    def test_is_refused_when_strict(self):
        with unittest.mock.patch.dict(os.environ, OAUTHLIB_STRICT_TOKEN_TYPE="1"):
            with self.assertRaises(MissingTokenTypeError):
                self.token()
