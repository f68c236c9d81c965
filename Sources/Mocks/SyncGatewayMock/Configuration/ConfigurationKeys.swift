/// The keys that Sync Gateway reads in one kind of section (the structures of rest/config.go,
/// auth/oidc.go and db/users.go), with the releases that know them and those that have no effect
/// here.
struct ConfigurationKeys {
  /// The section's name in messages.
  let section: String
  /// Keys of both profiles.
  let common: [String]
  /// Keys of 1.5 only.
  var only1_5: [String] = []
  /// Keys of 2.8 only.
  var only2_8: [String] = []
  /// Keys that enable something this mock doesn't implement; using one causes a warning.
  var notImitated: [String] = []

  func names(in profile: Profile) -> [String] {
    common + notImitated + (profile == .v1_5 ? only1_5 : only2_8)
  }

  static let server = ConfigurationKeys(
    section: "the configuration",
    common: [
      "interface", "adminInterface", "SSLCert", "SSLKey", "serverReadTimeout",
      "serverWriteTimeout", "adminUI", "profileInterface", "configServer", "CORS", "log",
      "logFilePath", "logging", "pretty", "deploymentID", "statsReportInterval",
      "couchbaseKeepaliveInterval", "maxIncomingConnections", "maxFileDescriptors",
      "compressResponses", "databases", "maxHeartbeat", "cluster_config", "unsupported",
    ],
    only1_5: [
      "maxCouchbaseConnections", "maxCouchbaseOverflow", "slowServerCallWarningThreshold",
      "skip_runmode_validation", "runmode",
    ],
    only2_8: [
      "tls_minimum_version", "readHeaderTimeout", "idleTimeout", "slowQueryWarningThreshold",
      "replicator_compression", "bcrypt_cost", "metricsInterface", "hide_product_version",
    ],
    notImitated: ["facebook", "google", "replications"])

  static let cors = ConfigurationKeys(
    section: "'CORS'", common: ["Origin", "LoginOrigin", "Headers", "MaxAge"])

  static let database = ConfigurationKeys(
    section: "a database",
    common: [
      "server", "pool", "bucket", "username", "password", "name", "sync", "users", "roles",
      "revs_limit", "feed_type", "allow_empty_password", "cache", "rev_cache_size", "offline",
      "unsupported", "oidc",
    ],
    only1_5: ["channel_index"],
    only2_8: [
      "certpath", "keypath", "cacertpath", "kv_tls_port", "import_partitions", "import_filter",
      "import_backup_old_rev", "deprecated", "old_rev_expiry_seconds", "view_query_timeout_secs",
      "local_doc_expiry_secs", "enable_shared_bucket_access", "session_cookie_secure",
      "session_cookie_name", "session_cookie_http_only", "allow_conflicts", "num_index_replicas",
      "use_views", "send_www_authenticate_header", "bucket_op_timeout_ms", "delta_sync",
      "compact_interval_days", "sgreplicate_enabled", "sgreplicate_websocket_heartbeat_secs",
      "replications", "serve_insecure_attachment_types", "hide_product_version",
    ],
    notImitated: ["import_docs", "shadow", "event_handlers"])

  static let principal = ConfigurationKeys(
    section: "a user or role",
    common: [
      "name", "admin_channels", "all_channels", "email", "disabled", "password", "admin_roles",
      "roles",
    ])

  static let oidc = ConfigurationKeys(
    section: "'oidc'", common: ["default_provider", "providers"])

  static let provider = ConfigurationKeys(
    section: "a provider",
    common: [
      "issuer", "client_id", "validation_key", "register", "callback_url", "disable_session",
      "scope", "include_access", "user_prefix", "discovery_url", "disable_cfg_validation",
      "signing_method", "signing_key",
    ],
    only2_8: ["disable_callback_state", "username_claim"])

  static let databaseUnsupported = ConfigurationKeys(
    section: "'unsupported'", common: ["user_views", "oidc_test_provider"],
    only2_8: [
      "api_endpoints", "warning_thresholds", "disable_clean_skipped_query", "oidc_tls_skip_verify",
      "sgr_tls_skip_verify", "remote_config_tls_skip_verify", "guest_read_only",
    ])

  static let testProvider = ConfigurationKeys(
    section: "'oidc_test_provider'", common: ["enabled"], only1_5: ["unsigned_id_token"])
}
