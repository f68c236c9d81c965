public import JSON

/// Why a function gave no result.
public enum JavaScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It threw a value that is not an `Error`, such as `throw({forbidden: "no"})`.
  case thrown(JSONValue)
  /// It threw an `Error`, or its source does not compile.
  case error(Failure)
  /// It ran for longer than the engine allows.
  case timedOut
  /// It used more memory than the engine allows.
  case outOfMemory

  /// What a JavaScript `Error` says.
  public struct Failure: Sendable, Hashable {
    /// The kind, such as `TypeError`.
    public var name: String
    /// The message.
    public var message: String
    /// The line in the source of the function, counted from 1; 0 when it is unknown.
    public var line: Int
  }

  /// One line for people.
  public var description: String {
    switch self {
    case .thrown(let value): "threw \(value.serialized())"
    case .error(let failure): "\(failure.name): \(failure.message) (line \(failure.line))"
    case .timedOut: "ran too long"
    case .outOfMemory: "used too much memory"
    }
  }
}
