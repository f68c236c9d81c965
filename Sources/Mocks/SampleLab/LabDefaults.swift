/// The configurations of a lab without fixtures.
enum LabDefaults {
  static let gateway = """
    {"databases": {"db": {"oidc": {"providers": {"op": {
      "issuer": "${PROVIDER}", "client_id": "app", "validation_key": "secret",
      "register": true, "user_prefix": "op"}}}}}}
    """

  static let provider = """
    {"issuers": {"/": {"login": "approve",
      "clients": [{"client_id": "app", "client_secret": "secret",
        "redirect_uris": ["http://127.0.0.1/db/_oidc_callback"]}],
      "users": [{"username": "alice", "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
    """
}
