"""The provider as a program of its own, told what to do from outside."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("DOCGEN_PROGRAMS", ROOT / ".build" / "debug"))

CALLBACK = "http://127.0.0.1:9/cb"
"""Nobody listens there: the person stops where a client would go on."""
BYE = "http://127.0.0.1:9/bye"

ALICE = {
    "username": "alice",
    "password": "wonder",
    "claims": {
        "sub": "a-1", "name": "Alice Åström", "given_name": "Alice",
        "email": "alice@example.com", "email_verified": True,
    },
}
BOB = {"username": "bob", "password": "builder", "claims": {"email": "bob@example.com"}}


def client(name="web", **changes):
    """A registration with every flow that goes through a browser."""
    registration = {
        "client_id": name, "client_secret": "a secret of 32 or more characters",
        "redirect_uris": [CALLBACK], "post_logout_redirect_uris": [BYE],
        "response_types": [
            "code", "id_token", "id_token token", "code id_token", "code token",
            "code id_token token", "token",
        ],
    }
    registration.update(changes)
    return {key: value for key, value in registration.items() if value is not None}


def issuer(*clients, **changes):
    return {"login": "approve", "clients": list(clients), "users": [ALICE, BOB], **changes}


class ProviderProgram:
    """The provider with one configuration, until `stop`."""

    def __init__(self, issuers):
        program = PROGRAMS / "ProviderForPeers"
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"issuers": issuers}, file)
            file.flush()
            self.process = subprocess.Popen(
                [program, file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self.base = self.answer()["provider"]

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the provider has ended")
        return json.loads(line)

    def tell(self, **command):
        """Sends a command; Tests/ProviderForPeers/Command.swift lists them."""
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        answer = self.answer()
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    @property
    def requests(self):
        return self.tell(requests=True)["requests"]

    def faults(self):
        """The names of all faults that have really been in an answer."""
        return [fault for request in self.requests for fault in request["faults"]]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()


class ProviderTestCase(unittest.TestCase):
    """Tests of one client against one provider."""

    issuers = {"/": issuer(client())}
    issuer_path = "/"
    """The issuer that is told to go wrong."""

    @classmethod
    def setUpClass(cls):
        cls.provider = ProviderProgram(cls.issuers)
        cls.addClassCleanup(cls.provider.stop)

    @property
    def base(self):
        return self.provider.base

    def requests_to(self, path):
        return [request for request in self.provider.requests if request["path"] == path]
