"""The 24 faults of the OpenID Foundation's relying-party tests, and which of them a client notices.

Each class says which faults its flow can meet, and which of them this very version of the client
takes all the same; `counted` holds all that is said of one client together: it must be 24.
"""

import unittest

FAULTS = (
    "invalid-iss", "invalid-aud", "missing-aud", "missing-sub", "missing-iat",
    "invalid-sig-rs256", "invalid-sig-es256", "invalid-sig-hs256", "sig-none",
    "kid-absent-single", "kid-absent-multiple", "nonce-invalid", "invalid-at_hash",
    "missing-at_hash", "invalid-c_hash", "missing-c_hash", "userinfo-invalid-sub",
    "refresh-invalid-iss", "refresh-invalid-sub", "discovery-issuer-mismatch", "key-rotation",
    "key-rotation-just-before-signing", "form-post-error", "logout-other-state",
)
HARMLESS = ("kid-absent-single", "key-rotation", "key-rotation-just-before-signing")
"""What a client must not stumble over: it still has, or can fetch, the one right key."""

ID_TOKEN = (
    "invalid-iss", "invalid-aud", "missing-aud", "missing-sub", "missing-iat",
    "invalid-sig-rs256", "invalid-sig-hs256", "sig-none", "kid-absent-single",
    "kid-absent-multiple", "nonce-invalid", "key-rotation", "key-rotation-just-before-signing",
)
"""What can be wrong in every flow."""
HASHES = ("invalid-at_hash", "missing-at_hash", "invalid-c_hash", "missing-c_hash")
"""What can be wrong where tokens come from the authorization endpoint."""


def conformance(*faults, refusals, accepts=None):
    """Gives a class a test for each fault.

    Its `log_in` is one login, refusing by one of `refusals`; `prepare` is called before anything is
    wrong, for what a client must remember. `accepts` says of single faults why they go through; of
    harmless ones, why the client stumbles.
    """
    accepts = accepts or {}
    unknown = (set(faults) - set(FAULTS)) | (set(accepts) - set(faults))
    if unknown:
        raise ValueError(f"not among the faults: {unknown}")

    def meeting(fault):
        goes_through = (fault in HARMLESS) != (fault in accepts)

        def test(self):
            getattr(self, "prepare", lambda: None)()
            before = self.provider.faults().count(fault)
            self.provider.tell(conformance=fault, issuer=self.issuer_path)
            if goes_through:
                self.log_in()
            else:
                with self.assertRaises(refusals):
                    self.log_in()
            self.assertGreater(
                self.provider.faults().count(fault), before, "no such answer was given")

        verb = "goes on after" if fault in HARMLESS else "refuses"
        test.__doc__ = f"{verb} {fault}"
        if fault in accepts:
            test.__doc__ = f"does NOT do what it must: {verb} {fault}; {accepts[fault]}"
        return test

    def add(cls):
        cls.conformance = {fault: accepts.get(fault) for fault in faults}
        for fault in faults:
            name = fault.replace("-", "_")
            if fault in accepts:
                setattr(cls, f"test_known_weakness_of_24_{name}", meeting(fault))
            else:
                setattr(cls, f"test_notices_of_24_{name}", meeting(fault))
        return cls

    return add


def counted(*classes, notices, unreachable=None):
    """A test case that all 24 faults are spoken of, and how many of them the client handles well."""
    unreachable = unreachable or {}

    class Counts(unittest.TestCase):
        def test_speaks_of_all_24(self):
            met = {fault for cls in classes for fault in cls.conformance}
            self.assertEqual(met | set(unreachable), set(FAULTS))
            self.assertEqual(met & set(unreachable), set())
            weak = {
                fault for cls in classes for fault, reason in cls.conformance.items() if reason}
            self.assertEqual(len(met - weak), notices)

    return Counts
