/// Rejects code that takes sourcekitd's parser minutes, or overflows its stack.
///
/// Measured with Swift 6.3: the time doubles with each open `[` (a second for 24), grows with the
/// cube of the open `#if`s (45 s for 1000), and some thousand open `(` crash. The count includes
/// brackets in strings and comments; real code stays far below the limits.
struct SwiftNesting {
  /// The maximum length in bytes; chains without brackets, such as `any any any`, nest too.
  static let maximumBytes = 50_000

  private var squareBrackets = 0
  private var allBrackets = 0
  private var conditions = 0

  /// Throws if a block is nested too deeply or too long.
  static func check(_ code: String) throws(EngineError) {
    guard code.utf8.count <= maximumBytes else {
      throw .tooComplex("\(code.utf8.count) bytes of Swift, and the limit is \(maximumBytes)")
    }
    var nesting = SwiftNesting()
    let bytes = Array(code.utf8)
    for index in bytes.indices { try nesting.count(bytes[index...]) }
  }

  private mutating func count(_ rest: ArraySlice<UInt8>) throws(EngineError) {
    switch rest.first {
    case UInt8(ascii: "["): try open(square: 1)
    case UInt8(ascii: "]"): close(square: 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"): try open(square: 0)
    case UInt8(ascii: ")"), UInt8(ascii: "}"): close(square: 0)
    case UInt8(ascii: "#") where rest.starts(with: "#if".utf8):
      conditions += 1
      guard conditions <= 64 else { throw .tooComplex("'#if' is nested over 64 deep") }
    case UInt8(ascii: "#") where rest.starts(with: "#endif".utf8):
      conditions = max(conditions - 1, 0)
    default: break
    }
  }

  private mutating func open(square: Int) throws(EngineError) {
    allBrackets += 1
    squareBrackets += square
    guard squareBrackets <= 16 else { throw .tooComplex("'[' is nested over 16 deep") }
    guard allBrackets <= 256 else { throw .tooComplex("brackets are nested over 256 deep") }
  }

  private mutating func close(square: Int) {
    allBrackets = max(allBrackets - 1, 0)
    squareBrackets = max(squareBrackets - square, 0)
  }
}
