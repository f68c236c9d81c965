import Foundation
import Testing

/// The rows of the tables that the mock implements, each with a test named after it.
@Suite struct ReferenceRowTests {
  /// A row by its section and first column.
  struct Row: Sendable, CustomTestStringConvertible {
    let section: Int
    let name: String
    /// Whether the profiles differ in this row.
    var differs = false

    var testDescription: String { "section \(section), \(name)" }
  }

  private static let configuration: [Row] = [
    "`interface`", "`adminInterface`", "`CORS`", "`databases.<name>`", "`server`", "`bucket`",
    "`pool`", "`sync`", "`users`", "`roles`", "`users.GUEST`", "`allow_empty_password`",
    "`offline`", "`issuer`", "`client_id`", "`register`", "`disable_session`", "`scope`",
    "`include_access`", "`user_prefix`", "`discovery_url`", "`disable_cfg_validation`",
  ].map { Row(section: 1, name: $0) }

  private static let configurationByProfile: [Row] = [
    "`revs_limit`", "`unsupported.oidc_test_provider`", "`session_cookie_name`",
    "`send_www_authenticate_header`", "`session_cookie_name`, `_secure`, `_http_only`",
    "`allow_conflicts`", "`hide_product_version`", "`validation_key`", "`callback_url`",
    "`disable_callback_state`", "`username_claim`", "`allow_unsigned_provider_tokens`",
    "`roles_claim`", "`channels_claim`",
  ].map { Row(section: 1, name: $0, differs: true) }

  private static let openIDConnect: [Row] =
    [
      "GET _oidc →", "GET _oidc_challenge", "GET _oidc_callback", "GET _oidc_refresh",
      "error table: unknown/no default provider, or no oidc", "no `code`",
      "callback/refresh unknown provider", "error table: bad claims in returned token",
      "error table: user absent, `register` false", "refresh: no token",
    ].map { Row(section: 3, name: $0) }
    + [
      "GET _oidc in 2.8", "error table: discovery failed",
      "error table: callback `error=`", "error table: 2.8 no state cookie / differs",
      "error table: code exchange",
      "refresh fail",
    ].map { Row(section: 3, name: $0, differs: true) }

  private static let administration: [Row] =
    [
      "GET _user/, _role/", "GET _user/x", "PUT _user/x", "POST _user/", "DELETE _user/x", "roles:",
      "PUT /newdb/", "PUT db/_config", "DELETE /db/", "GET /_all_dbs", "POST db/_offline",
      "_online",
    ].map { Row(section: 5, name: $0) }
    + ["DELETE of GUEST", "GET db/_config and /_config"]
    .map { Row(section: 5, name: $0, differs: true) }

  private static let documents: [Row] = [
    "PUT doc →", "POST /db/", "DELETE →", "DELETE of a nonexistent doc", "conflict →",
    "GET → 200", "GET without access", "GET ?rev= without access", "user `_x` property",
    "open_revs",
  ].map { Row(section: 6, name: $0) }

  @Test(
    "every row has a test that bears its name, in both profiles where they differ",
    arguments: configuration + configurationByProfile + openIDConnect + administration + documents)
  func hasTest(_ row: Row) throws {
    let named = try Self.tests.filter { $0.names(row) }
    #expect(!named.isEmpty)
    let text = named.map(\.text).joined()
    if row.differs {
      #expect(text.contains(".v2_8") || text.contains("Profile.allCases"))
    }
  }

  /// A test of this target: its name as written, and its source up to the next test.
  private struct Source {
    let name: String
    let text: String

    /// Returns whether the test's name contains the row, after its section.
    func names(_ row: Row) -> Bool {
      guard let section = name.range(of: "section \(row.section)") else { return false }
      return name[section.upperBound...].contains(row.name)
    }
  }

  private static var tests: [Source] {
    get throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      let this = URL(filePath: #filePath).lastPathComponent
      return try files.filter { $0.pathExtension == "swift" && $0.lastPathComponent != this }
        .flatMap { file in
          try String(contentsOf: file, encoding: .utf8).split(separator: "@Test(").dropFirst()
            .compactMap { text in
              text.firstMatch(of: /^\s*"((?:[^"\\]|\\.)*)"/)
                .map { Source(name: String($0.1), text: String(text)) }
            }
        }
    }
  }
}
