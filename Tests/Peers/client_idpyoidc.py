"""idpyoidc, by Roland Hedberg and the IdentityPython project: the client kit logs in at a provider that
insists on PKCE and says when a verifier is wrong."""

import http.server
import json
import os
import pathlib
import subprocess
import threading
import unittest
import urllib.parse

from idpyoidc.server import Server

REDIRECT = "com.example.app:/cb"
SECRET = "a-secret_of~the.client"
"""Without anything to escape: this provider compares it without decoding (6749 2.3.1)."""
ENDPOINTS = {
    ".well-known/openid-configuration": ("provider_config.ProviderConfiguration", {}),
    "authorization": ("authorization.Authorization", {
        "response_types_supported": ["code"], "response_modes_supported": ["query"],
    }),
    "token": ("token.Token", {"client_authn_method": ["client_secret_basic", "public"]}),
    "userinfo": ("userinfo.UserInfo", {}),
}
TOKEN_HANDLERS = {
    "jwks_defs": {"key_defs": [
        {"type": "oct", "bytes": "24", "use": ["enc"], "kid": "code"},
        {"type": "oct", "bytes": "24", "use": ["enc"], "kid": "refresh"},
    ]},
    "code": {"lifetime": 600},
    "token": {"class": "idpyoidc.server.token.jwt_token.JWTToken", "kwargs": {"lifetime": 3600}},
    "refresh": {"lifetime": 86400},
    "id_token": {"class": "idpyoidc.server.token.id_token.IDToken"},
}
CLIENT = {
    "redirect_uris": [(REDIRECT, {})],
    "response_types_supported": ["code"],
    "allowed_scopes": ["openid", "email", "offline_access"],
}


def configuration(issuer):
    return {
        "issuer": issuer,
        "key_conf": {"key_defs": [
            {"type": "RSA", "key": "", "use": ["sig"]},
            {"type": "EC", "crv": "P-256", "use": ["sig"]},
        ]},
        "endpoint": {
            path: {"path": path, "class": "idpyoidc.server.oidc." + name, "kwargs": arguments}
            for path, (name, arguments) in ENDPOINTS.items()
        },
        "token_handler_args": TOKEN_HANDLERS,
        "authentication": {"anon": {
            "acr": "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified",
            "class": "idpyoidc.server.user_authn.user.NoAuthn",
            "kwargs": {"user": "alice"},
        }},
        "userinfo": {
            "class": "idpyoidc.server.user_info.UserInfo",
            "kwargs": {"db": {"alice": {"email": "alice@example.com"}}},
        },
        "authz": {"class": "idpyoidc.server.authz.AuthzHandling", "kwargs": {"grant_config": {
            "usage_rules": {
                "authorization_code": {
                    "supports_minting": ["access_token", "refresh_token", "id_token"],
                    "max_usage": 1,
                },
                "refresh_token": {"supports_minting": ["access_token", "id_token"]},
            },
            "expires_in": 86400,
        }}},
        "add_on": {"pkce": {
            "function": "idpyoidc.server.oauth2.add_on.pkce.add_support",
            "kwargs": {"essential": True, "code_challenge_methods": {"S256": None}},
        }},
    }


class Handler(http.server.BaseHTTPRequestHandler):
    """Hands requests to the endpoints and writes what they answer."""

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/jwks":
            keys = self.server.provider.keyjar.export_jwks_as_json(self.server.issuer)
            return self.answer(200, [("Content-Type", "application/json")], keys)
        self.ask(url.path, dict(urllib.parse.parse_qsl(url.query)))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.ask(self.path, dict(urllib.parse.parse_qsl(body)))

    def ask(self, path, parameters):
        endpoint = next(
            point for point in self.server.provider.endpoint.values()
            if point.endpoint_path.lstrip("/") == path.lstrip("/"))
        self.server.seen.append((path, parameters))
        parameters = parameters | {
            name: value for name, value in self.server.altered.items() if name in parameters}
        parameters = {name: value for name, value in parameters.items() if value is not None}
        info = {"headers": {name.lower(): value for name, value in self.headers.items()}}
        request = endpoint.parse_request(parameters, http_info=info)
        found = request if "error" in request else endpoint.process_request(request, http_info=info)
        if "error" in found:
            given = found.to_dict() if hasattr(found, "to_dict") else found
            if endpoint.name == "authorization" and "return_uri" not in given:
                state = urllib.parse.quote(parameters["state"])
                query = f"error={given['error']}&state={state}"
                return self.answer(302, [("Location", f"{REDIRECT}?{query}")], "")
            return self.answer(400, [("Content-Type", "application/json")], json.dumps(given))
        answer = endpoint.do_response(request=request, **found)
        if endpoint.name == "authorization":
            return self.answer(302, [("Location", answer["response"])], "")
        self.answer(200, answer["http_headers"], answer["response"])

    def answer(self, status, headers, text):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        body = text.encode()
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class ClientAtIdpyoidc(unittest.TestCase):
    """What the kit does, told by a program of its own."""

    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(self.server.server_close)
        self.issuer = self.server.issuer = f"http://127.0.0.1:{self.server.server_port}"
        self.server.altered = {}
        self.server.seen = []
        provider = self.server.provider = Server(configuration(self.issuer))
        provider.context.provider_info["jwks_uri"] = self.issuer + "/jwks"
        for name, secret in [("public", None), ("confidential", SECRET)]:
            provider.context.cdb[name] = CLIENT | {"client_id": name, "client_secret": secret}
        threading.Thread(target=self.server.serve_forever).start()
        self.addCleanup(self.server.shutdown)

    def run_client(self, name="public", secret="-"):
        program = pathlib.Path(os.environ["DOCGEN_PROGRAMS"]) / "OpenIDClientForPeers"
        run = subprocess.run(
            [program, self.issuer, name, secret, "unused="], capture_output=True, text=True,
            timeout=60,
        )
        self.assertEqual(run.stderr, "")
        return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]

    def sent_to(self, path):
        """The parameters of the requests to an endpoint, as the client sent them."""
        return [sent for asked, sent in self.server.seen if asked == path]

    def test_logs_in_with_s256(self):
        for name, secret in [("public", "-"), ("confidential", SECRET)]:
            with self.subTest(client=name):
                self.server.seen.clear()
                status, told = self.run_client(name, secret)
                self.assertEqual(told, [
                    {"step": "login", "sub": told[0]["sub"], "iss": self.issuer},
                    {"step": "userinfo", "sub": told[0]["sub"], "email": "alice@example.com"},
                    {"step": "refresh", "sub": told[0]["sub"], "new": "yes"},
                    {"step": "logout", "state": "cancelled"},
                ])
                self.assertEqual(status, 0)
                [asked] = self.sent_to("/authorization")
                self.assertEqual(asked["code_challenge_method"], "S256")
                verifier = self.sent_to("/token")[0]["code_verifier"]
                self.assertNotEqual(asked["code_challenge"], verifier)
                # RFC 7636 4.1
                self.assertRegex(verifier, r"^[A-Za-z0-9._~-]{43,128}$")

    def test_every_login_has_a_verifier_of_its_own(self):
        for _ in range(2):
            self.run_client()
        codes = [sent for sent in self.sent_to("/token") if "code" in sent]
        self.assertEqual(len({sent["code_verifier"] for sent in codes}), 2)

    def refused(self, **altered):
        """Runs a login of which parameters are altered on the way; gives the client's last words."""
        self.server.altered = altered
        status, told = self.run_client()
        self.assertEqual(status, 1)
        self.assertEqual(told[-1]["state"], "failed")
        return told[-1]["problem"]

    def test_a_wrong_verifier_is_refused(self):
        problem = self.refused(code_verifier="A" * 43)
        self.assertIn("invalid_grant: PKCE check failed", problem)

    def test_a_missing_verifier_is_refused(self):
        problem = self.refused(code_verifier=None)
        self.assertIn("invalid_grant: Missing code_verifier", problem)

    def test_the_challenge_of_another_is_refused(self):
        problem = self.refused(code_challenge="A" * 43)
        self.assertIn("invalid_grant: PKCE check failed", problem)

    def test_a_login_without_a_challenge_is_refused(self):
        problem = self.refused(code_challenge=None)
        self.assertIn("the provider refused the login: invalid_request", problem)
