import Foundation

/// A module that the tests' samples import instead of the Lab.
public enum FixtureKit {
  /// The module's name.
  public static let name = "SampleFixtureKit"

  /// An error of the library.
  public struct Failure: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String
  }

  /// Throws right away.
  public static func fail() throws {
    throw Failure(description: "the library refused")
  }

  /// Throws an error of a known type right away.
  public static func failTyped() throws(Failure) {
    throw Failure(description: "the library refused with a type")
  }

  /// Throws after the caller was suspended, two calls deep.
  public static func failLater() async throws {
    try await suspendAndFail()
  }

  /// Throws in a task whose result nothing reads.
  public static func failInTask() async throws {
    try await Task { try await suspendAndFail() }.value
  }

  /// Traps after the caller was suspended.
  public static func trapLater() async {
    try? await Task.sleep(nanoseconds: 1_000_000)
    let nothing: [Int] = []
    print(nothing[0])
  }

  /// Calls a closure that throws.
  public static func calling<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }

  /// Prints the line of its call.
  public static func log(line: Int = #line) {
    print("line \(line)")
  }

  /// The text of a fixture of the run.
  public static func fixture(_ name: String) throws -> String {
    let folder = ProcessInfo.processInfo.environment["DOCGEN_FIXTURES"] ?? ""
    return try String(contentsOfFile: "\(folder)/\(name).json", encoding: .utf8)
  }

  /// Reports to the build that a free port replaces another.
  public static func report(port: Int, as canonical: Int) throws {
    let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"] ?? ""
    try Data((#"{"port":{"actual":\#(port),"canonical":\#(canonical)}}"# + "\n").utf8).write(
      to: URL(filePath: path))
  }

  private static func suspendAndFail() async throws {
    try await Task.sleep(nanoseconds: 1_000_000)
    throw Failure(description: "the library refused later")
  }
}

/// A type of the library, for conformances from elsewhere.
public struct Session: Sendable {
  /// Its user.
  public var user: String

  /// A session of a user.
  public init(user: String) {
    self.user = user
  }
}
