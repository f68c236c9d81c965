"""What every client must refuse, one test each.

A class names the wrong tokens of its flow; for each there is a test that the client refuses it,
in words of its own, and that it really was handed one. Where a client accepts what the standard
wants refused, the class says so, and a test holds that true: it fails when the client gets better.
"""

ALWAYS = {
    "expired": "Core 3.1.3.7 rule 9",
    "not-yet-valid": "RFC 7519 4.1.5",
    "invalid-sig": "Core 3.1.3.7 rule 6",
    "invalid-sig-hs256": "Core 3.1.3.7 rule 7",
    "id-token-sig-none": "Core 3.1.3.7 rule 7",
    "invalid-iss": "Core 3.1.3.7 rule 2",
    "invalid-aud": "Core 3.1.3.7 rule 3",
    "missing-aud": "Core 2",
    "missing-sub": "Core 2",
    "missing-iat": "Core 2",
    "nonce-invalid": "Core 3.1.3.7 rule 11",
    "nonce-missing": "Core 3.1.3.7 rule 11",
    "kid-unknown": "Core 10.1",
}
ACCESS_TOKEN_HASH = {"invalid-at_hash": "Core 3.1.3.8"}
ACCESS_TOKEN_HASH_IN_FRONT = {
    "invalid-at_hash": "Core 3.2.2.9", "missing-at_hash": "Core 3.2.2.10",
}
CODE_HASH = {"invalid-c_hash": "Core 3.3.2.10", "missing-c_hash": "Core 3.3.2.11"}
USER_INFO = {"userinfo-invalid-sub": "Core 5.3.2"}
REFRESH = {"refresh-invalid-iss": "Core 12.2", "refresh-invalid-sub": "Core 12.2"}
PROVIDER = {
    "discovery-issuer-mismatch": "Discovery 4.3", "wrong-state": "RFC 6749 10.12",
    "wrong-response-iss": "RFC 9207 2.4",
}

ANSWERS = {
    "userinfo-invalid-sub": {"answer": "/userinfo", "member": "sub", "value": "mallory"},
    "discovery-issuer-mismatch": {
        "answer": "/.well-known/openid-configuration", "member": "issuer",
        "value": "https://other.example",
    },
    "wrong-state": {"answer": "/authorize", "member": "state", "value": "another"},
    "wrong-response-iss": {
        "answer": "/authorize", "member": "iss", "value": "https://other.example",
    },
}
"""Faults of an answer as a whole; all others are faults of the next ID token."""


def make_wrong(provider, fault, issuer):
    provider.tell(issuer=issuer, **ANSWERS.get(fault, {"inject": fault}))


def times_applied(provider, fault):
    """In how many answers that somebody got the fault has been."""
    name = f"member {ANSWERS[fault]['member']}" if fault in ANSWERS else fault
    return provider.faults().count(name)


def wrong_tokens(*groups, refusals, accepts=None):
    """Gives a class a test for each wrong token.

    Its `log_in` gives the claims, or raises one of `refusals`. `accepts` says of single faults why
    this very version of the client takes them.
    """
    faults = {fault: rule for group in groups for fault, rule in group.items()}
    accepts = accepts or {}
    unknown = set(accepts) - set(faults)
    if unknown:
        raise ValueError(f"not among the faults of this flow: {unknown}")

    def refused(fault, rule):
        def test(self):
            before = times_applied(self.provider, fault)
            make_wrong(self.provider, fault, self.issuer_path)
            with self.assertRaises(refusals):
                self.log_in()
            after = times_applied(self.provider, fault)
            self.assertEqual(after, before + 1, "no such answer was given")

        test.__doc__ = f"refuses {fault} ({rule})"
        return test

    def accepted(fault, rule, reason):
        def test(self):
            before = times_applied(self.provider, fault)
            make_wrong(self.provider, fault, self.issuer_path)
            self.log_in()
            after = times_applied(self.provider, fault)
            self.assertEqual(after, before + 1, "no such answer was given")

        test.__doc__ = f"ACCEPTS {fault}, which {rule} wants refused: {reason}"
        return test

    def add(cls):
        for fault, rule in faults.items():
            name = fault.replace("-", "_")
            if fault in accepts:
                test = accepted(fault, rule, accepts[fault])
                setattr(cls, f"test_known_weakness_accepts_{name}", test)
            else:
                setattr(cls, f"test_refuses_{name}", refused(fault, rule))
        return cls

    return add
