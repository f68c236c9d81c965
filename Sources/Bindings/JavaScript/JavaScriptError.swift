public import DocgenJSON

/// The reason why a function has no result.
public enum JavaScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The function threw a value that isn't an `Error`, such as `throw({forbidden: "no"})`.
  case thrown(JSONValue)
  /// The function threw an `Error`, or its source doesn't compile.
  case error(Failure)
  /// The function exceeded the engine's time limit.
  case timedOut
  /// The function exceeded the engine's memory limit.
  case outOfMemory

  /// The properties of a JavaScript `Error`.
  public struct Failure: Sendable, Hashable {
    /// The kind, such as `TypeError`.
    public var name: String
    /// The message.
    public var message: String
    /// The line in the function's source, counted from 1; 0 when unknown.
    public var line: Int
  }

  /// A one-line description for users.
  public var description: String {
    switch self {
    case .thrown(let value): "threw \(value.serialized())"
    case .error(let failure): "\(failure.name): \(failure.message) (line \(failure.line))"
    case .timedOut: "ran too long"
    case .outOfMemory: "used too much memory"
    }
  }
}
