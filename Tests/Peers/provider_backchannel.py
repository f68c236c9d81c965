"""Backchannel authentication by the messages and services of idpyoidc, and a server for notices."""

import http.server
import json
import queue
import threading

import requests
from idpyoidc.client.oidc.backchannel_authentication import BackChannelAuthentication
from idpyoidc.message.oidc.backchannel_authentication import (
    AuthenticationResponse, NotificationRequest, PushErrorPayload, TokenRequest,
)
from joserfc import jwt
from joserfc.jwk import KeySet
from provider_program import ProviderTestCase, client, issuer

CIBA = "urn:openid:params:grant-type:ciba"
SECRET = client()["client_secret"]
NOTICE_TOKEN = "8d67dc78-7faa-4d41-aabd-67707b374255"


class Notices:
    """A client's own server, which remembers what it is told."""

    def __init__(self):
        told = self.told = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                told.put((self.headers["Authorization"], json.loads(body)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/notice"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.told.get(timeout=20)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class IdpyoidcBackchannel(ProviderTestCase):
    @classmethod
    def setUpClass(cls):
        cls.notices = Notices()
        cls.addClassCleanup(cls.notices.stop)
        cls.issuers = {
            "/": issuer(*(
                client(
                    mode, redirect_uris=[], response_types=[],
                    grant_types=[CIBA, "refresh_token"], backchannel_token_delivery_mode=mode,
                    backchannel_client_notification_endpoint=cls.notices.address,
                )
                for mode in ("poll", "ping", "push")
            )),
        }
        super().setUpClass()

    def setUp(self):
        self.metadata = requests.get(self.base + "/.well-known/openid-configuration").json()

    def ask(self, mode, scope="openid email"):
        """What the service of idpyoidc makes of a request, and its reading of the answer."""
        service = BackChannelAuthentication(lambda *_: None)
        request = service.msg_type(
            scope=scope.split(), login_hint="alice", binding_message="W4SCT",
            client_notification_token=NOTICE_TOKEN)
        request.verify(mode=mode)
        answer = requests.post(
            self.metadata[service.endpoint_name], data=request.to_dict() | {"scope": scope},
            auth=(mode, SECRET))
        self.assertEqual(answer.status_code, 200, answer.text)
        response = AuthenticationResponse().from_json(answer.text)
        self.assertTrue(response.verify())
        return response

    def token(self, mode, response):
        request = TokenRequest(grant_type=CIBA, auth_req_id=response["auth_req_id"])
        return requests.post(
            self.metadata["token_endpoint"], data=request.to_dict(), auth=(mode, SECRET)).json()

    def claims(self, token):
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"]).json())
        return jwt.decode(token, keys, algorithms=["RS256"]).claims

    def test_poll(self):
        response = self.ask("poll")
        self.assertEqual(response["interval"], 5)
        answer = self.token("poll", response)
        claims = self.claims(answer["id_token"])
        self.assertEqual((claims["sub"], claims["aud"]), ("a-1", "poll"))

    def test_poll_hears_of_a_refusal(self):
        self.provider.tell(queue=[None])
        response = self.ask("poll")
        self.assertEqual(self.token("poll", response)["error"], "access_denied")

    def test_ping(self):
        response = self.ask("ping")
        authorization, body = self.notices.next()
        self.assertEqual(authorization, "Bearer " + NOTICE_TOKEN)
        notice = NotificationRequest(**body)
        self.assertTrue(notice.verify())
        self.assertEqual(notice["auth_req_id"], response["auth_req_id"])
        self.assertIn("id_token", self.token("ping", response))

    def test_push(self):
        response = self.ask("push", "openid offline_access")
        authorization, body = self.notices.next()
        self.assertEqual(authorization, "Bearer " + NOTICE_TOKEN)
        self.assertEqual(body["auth_req_id"], response["auth_req_id"])
        claims = self.claims(body["id_token"])
        self.assertEqual(
            claims["urn:openid:params:jwt:claim:auth_req_id"], response["auth_req_id"])
        self.assertTrue(claims["urn:openid:params:jwt:claim:rt_hash"])

    def test_push_hears_of_a_refusal(self):
        self.provider.tell(queue=[None])
        response = self.ask("push")
        _, body = self.notices.next()
        error = PushErrorPayload(**body)
        self.assertTrue(error.verify())
        self.assertEqual(error["error"], "access_denied")
        self.assertEqual(error["auth_req_id"], response["auth_req_id"])
