"""pysyncgateway 2.0.0, by Construct Technology: a client library made for Sync Gateway 1.5.

It exercises the admin port's databases, users, sessions and documents, a user's own requests with
Basic authentication, `_bulk_docs` without edits, conflicts through `open_revs`, and the statuses
that it tells by its own exceptions.
"""

import unittest

import requests
from gateway_lab import Lab
from pysyncgateway import AdminClient, UserClient
from pysyncgateway.exceptions import ClientUnauthorized, DoesNotExist, RevisionMismatch


class SyncGatewayLibrary(unittest.TestCase):
    def setUp(self):
        self.lab = Lab({})
        self.addCleanup(self.lab.stop)
        self.admin = AdminClient(self.lab.admin)
        self.database = self.admin.get_database("test")
        self.assertTrue(self.database.create())

    def user(self, name, *channels):
        user = self.database.get_user(name)
        user.set_password("secret")
        user.set_admin_channels(*channels)
        self.assertEqual(user.create_update(), self.admin.CREATED)
        return user

    def document(self, name, **data):
        document = self.database.get_document(name)
        document.data = data
        document.set_channels("a")
        self.assertEqual(document.create_update(), self.admin.CREATED)
        return document

    def test_databases(self):
        self.assertEqual(self.admin.get_server()["vendor"]["version"], 1.5)
        self.assertEqual([base.name for base in self.admin.all_databases()], ["test"])
        self.assertEqual(self.database.get()["db_name"], "test")
        self.assertTrue(self.database.delete())
        self.assertFalse(self.database.delete())
        with self.assertRaises(DoesNotExist):
            self.database.get()

    def test_users(self):
        user = self.user("alice", "a", "b")
        self.assertEqual([one.name for one in self.database.all_users()], ["alice"])
        user.set_admin_channels("a")
        self.assertEqual(user.create_update(), self.admin.UPDATED)
        again = self.database.get_user("alice")
        again.retrieve()
        self.assertEqual(again.data["admin_channels"], ["a"])
        self.assertTrue(user.delete())
        with self.assertRaises(DoesNotExist):
            user.delete()

    def test_documents_and_their_revisions(self):
        document = self.document("one", n=1)
        first = document.rev
        document.data["n"] = 2
        self.assertEqual(document.create_update(), self.admin.CREATED)
        document.set_rev(first)
        with self.assertRaises(RevisionMismatch):
            document.create_update()
        again = self.database.get_document("one")
        again.retrieve()
        self.assertEqual((again.data["n"], again.channels), (2, ("a",)))
        self.assertEqual([one.doc_id for one in self.database.all_docs()], ["one"])

    def test_conflicts(self):
        self.document("one", n=1)
        revisions = []
        for number in (2, 3):
            document = self.database.get_document("one")
            document.data = {"n": number}
            document.set_rev(f"2-{number}")
            revisions.append(document)
        self.assertTrue(self.database.bulk_docs(revisions))
        document = self.database.get_document("one")
        self.assertEqual(document.get_open_revisions(), 3)
        self.assertEqual(document.rev, "2-3")

    def test_a_user_sees_what_is_in_the_own_channels(self):
        self.user("alice", "a")
        self.user("bob", "b")
        self.document("one", n=1)
        for name, sees in (("alice", True), ("bob", False)):
            client = UserClient(self.lab.gateway)
            client.auth(name, "secret")
            document = client.get_database("test").get_document("one")
            if sees:
                self.assertTrue(document.retrieve())
                self.assertEqual(document.data["n"], 1)
            else:
                with self.assertRaises(Exception):
                    document.retrieve()

    def test_without_a_password_nothing_is_told(self):
        with self.assertRaises(ClientUnauthorized):
            UserClient(self.lab.gateway).get_database("test").get_document("one").retrieve()

    def test_a_session_made_for_a_user(self):
        self.user("alice", "a")
        answer = requests.post(f"{self.database.url}_session", json={"name": "alice"}).json()
        cookie = {answer["cookie_name"]: answer["session_id"]}
        mine = requests.get(f"{self.lab.gateway}test/_session", cookies=cookie).json()
        self.assertEqual(mine["userCtx"]["name"], "alice")
