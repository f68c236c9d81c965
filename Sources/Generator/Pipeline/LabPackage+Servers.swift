import DocgenDocumentParsing
package import DocgenGround
import Foundation

#if Servers
  package import DocgenMockHTTP
  import OpenIDProviderMock
  import SyncGatewayMock
#endif

private typealias FixtureProblem = SampleContext.FixtureProblem

extension LabPackage {
  /// The Debian packages that only docgen's servers need.
  public static let serverPackages = ["duktape-dev", "libmicrohttpd-dev", "libssl-dev"]

  /// The message for everything that needs docgen's servers, in a docgen without them.
  public static let noServers =
    "this docgen was built without its servers: install "
    + "\(serverPackages.joined(separator: ", ")), and leave out 'traits: []' in Package.swift"

  /// Returns whether a sample imports a module that only a docgen with its servers has.
  private static func isOfServers(_ problem: Diagnostic) -> Bool {
    problem.message.text.contains(
      /no such module '(LoopbackLogin|OpenIDClient|OpenIDProviderMock|SampleLab|SyncClient|SyncGatewayMock)'/
    )
  }

  /// Returns notes on problems of samples that come from how docgen was built.
  ///
  /// - Parameters:
  ///   - hasServers: whether docgen has its servers.
  ///   - isStatic: whether docgen contains the Swift runtime.
  static func remarks(
    on problems: [Diagnostic], hasServers: Bool = hasServers, isStatic: Bool = isStatic
  ) -> [String] {
    var remarks: [String] = []
    if !hasServers, problems.contains(where: isOfServers) { remarks.append(noServers) }
    if isStatic, problems.contains(where: { $0.message.id == .sampleCrashed }) {
      remarks.append(
        "this docgen was built with '--static-swift-stdlib', so samples that import its modules "
          + "crash; build it without")
    }
    return remarks
  }

  /// Whether docgen contains the Swift runtime; samples then load another one.
  private static var isStatic: Bool {
    #if os(Linux)
      dlopen("libswiftCore.so", RTLD_LAZY | RTLD_NOLOAD) == nil
    #else
      false
    #endif
  }

  #if Servers
    /// Whether docgen has its servers: the mocks and the preview.
    public static let hasServers = true

    /// The names for `fixture=`: the configurations of the two mocks, which check them.
    static let fixtures: [String: SampleContext.FixtureCheck] = [
      "gateway": {
        unknownPlaceholders(in: $0)
          + GatewayConfiguration.check($0).compactMap { FixtureProblem($0) }
      },
      "provider": {
        unknownPlaceholders(in: $0)
          + ProviderConfiguration.check($0).compactMap { FixtureProblem($0) }
      },
    ]

    /// Returns an error for each placeholder that isn't replaced; a parameter in a provider's
    /// claims has lower-case letters.
    private static func unknownPlaceholders(in text: String) -> [FixtureProblem] {
      text.splitIntoLines().enumerated().flatMap { index, line in
        line.matches(of: /\$\{([A-Z_]+)\}/).filter { !["GATEWAY", "PROVIDER"].contains($0.1) }.map {
          FixtureProblem(
            line: index + 1, column: line[..<$0.range.lowerBound].utf8.count + 1,
            message: "unknown '\($0.0)'; known are '${PROVIDER}' and '${GATEWAY}'",
            severity: .error)
        }
      }
    }
  #else
    /// Whether docgen has its servers: the mocks and the preview.
    public static let hasServers = false

    /// The names for `fixture=`, whose texts nothing can read.
    static let fixtures: [String: SampleContext.FixtureCheck] = [
      "gateway": { _ in [.noServers] }, "provider": { _ in [.noServers] },
    ]
  #endif
}

extension FixtureProblem {
  #if Servers
    fileprivate init?(_ problem: ConfigurationProblem) {
      guard let severity = problem.diagnosticSeverity else { return nil }
      self.init(
        line: problem.line, column: problem.column, message: problem.message, severity: severity)
    }
  #else
    fileprivate static var noServers: Self {
      Self(line: 1, column: 1, message: LabPackage.noServers, severity: .error)
    }
  #endif
}

#if Servers
  extension ConfigurationProblem {
    /// The severity for the author; `nil` for a mere note, which only appears in a gateway's log.
    package var diagnosticSeverity: Diagnostic.Severity? {
      switch severity {
      case .refusal: .error
      case .warning: .warning
      case .note: nil
      }
    }
  }
#endif
