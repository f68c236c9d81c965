"""oidc-provider-mock, by Thomas Scholtes: the client kit logs in at somebody else's provider."""

import json
import os
import pathlib
import subprocess
import unittest

import oidc_provider_mock
from oidc_provider_mock import User


class ClientAtOidcProviderMock(unittest.TestCase):
    """What the kit does, told by a program of its own."""

    def run_client(self, fields, button=None, secret="a secret: 100%", **options):
        program = pathlib.Path(os.environ["DOCGEN_PROGRAMS"]) / "OpenIDClientForPeers"
        users = [User(sub="alice", claims={"email": "alice@example.com"})]
        with oidc_provider_mock.run_server_in_thread(user_claims=users, **options) as server:
            self.issuer = f"http://localhost:{server.server_port}"
            command = [program, self.issuer, "app", secret, fields]
            run = subprocess.run(
                command + ([button] if button else []), capture_output=True, text=True,
                timeout=60,
            )
        self.assertEqual(run.stderr, "")
        return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]

    def test_logs_in_renews_and_logs_out(self):
        status, told = self.run_client("sub=alice", require_nonce=True)
        self.assertEqual(told, [
            {"step": "login", "sub": "alice", "iss": self.issuer},
            {"step": "userinfo", "sub": "alice", "email": "alice@example.com"},
            {"step": "refresh", "sub": "alice", "new": "yes"},
            {"step": "logout", "state": "cancelled"},
        ])
        self.assertEqual(status, 0)

    def test_tells_why_a_public_client_is_refused(self):
        """This provider knows clients with a secret only."""
        status, told = self.run_client("sub=alice", secret="-")
        self.assertEqual(status, 1)
        self.assertEqual(told[-1]["state"], "failed")
        self.assertIn("invalid_client", told[-1]["problem"])

    def test_logs_in_without_a_refresh_token(self):
        status, told = self.run_client("sub=bob", issue_refresh_token=False)
        self.assertEqual([line.get("step") for line in told], ["login", "userinfo", "logout"])
        self.assertEqual(told[0]["sub"], "bob")
        self.assertEqual(status, 0)

    def test_refuses_a_denial_without_state(self):
        """This provider leaves `state` out of refusals, so they could be anybody's (6749 4.1.2.1)."""
        status, told = self.run_client("sub=alice", button="deny")
        self.assertEqual(status, 1)
        self.assertEqual(told[-1]["state"], "failed")
        self.assertIn("'state' is a different one", told[-1]["problem"])
