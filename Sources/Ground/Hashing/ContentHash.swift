import Foundation

/// SHA-256 over a list of parts; each part's length precedes it, so different lists have different
/// input.
public struct ContentHash {
  /// Creates a hash of no parts.
  public init() {}

  private var bytes: [UInt8] = []

  /// Adds a text.
  public mutating func add(_ text: String) { add(text.utf8) }

  /// Adds a number.
  public mutating func add(_ number: Int) { add(String(number)) }

  /// Adds bytes.
  public mutating func add(_ part: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes += part
  }

  /// The hash of the parts so far, as 64 lower-case hexadecimal digits.
  public var hexadecimal: String { Digest.sha256.hex(bytes) }

  /// Returns the hash of several texts.
  public static func of(_ parts: [String]) -> String {
    var hash = ContentHash()
    for part in parts { hash.add(part) }
    return hash.hexadecimal
  }

  /// Returns the hash of bytes.
  public static func of(_ bytes: [UInt8]) -> String { Digest.sha256.hex(bytes) }

  /// Returns the first 64 bits of a text's hash, the same on every platform.
  public static func number(of text: String) -> UInt64 {
    Digest.sha256.hash(Array(text.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension ContentHash {
  /// Returns the hash of a file's content; `nil` when it can't be read.
  public static func of(fileAt path: String) -> String? {
    FileManager.default.contents(atPath: path).map { Digest.sha256.hex($0) }
  }
}
