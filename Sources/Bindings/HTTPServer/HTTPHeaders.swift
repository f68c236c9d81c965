import Foundation

/// Header fields in the order they were added; names are case-insensitive (RFC 9110 5.1).
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A header field.
  public struct Field: Sendable, Equatable {
    /// The name, in the sender's spelling.
    public var name: String
    /// The value, without the white space around it.
    public var value: String
  }

  /// All fields, including repeated names.
  public private(set) var fields: [Field] = []

  /// Creates a list without fields.
  public init() {}

  /// Creates fields in the order of the literal; a name may occur twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of a name; setting replaces every field of that name, `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      fields.removeAll { $0.name.equalsIgnoringCase(name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Returns every value of a name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// Adds a field without replacing others of the same name, as `Set-Cookie` requires.
  public mutating func add(_ name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension HTTPHeaders {
  /// Returns the values of a name in a request's cookies, most specific path first (RFC 6265 5.4).
  public func cookies(named name: String) -> [String] {
    values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, halves[0].trimmingCharacters(in: .whitespaces) == name else {
        return nil
      }
      return halves[1].trimmingCharacters(in: .whitespaces)
    }
  }
}

extension String {
  /// Returns whether two texts are equal, ignoring the case of ASCII letters; header names are
  /// ASCII.
  func equalsIgnoringCase(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension HTTPHeaders {
  /// The number of bytes of all fields as sent.
  var byteCount: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }

  /// The reason why the fields don't determine where a request ends or which host it is for (RFC
  /// 9112 3.2 and 6.3); `nil` if they do.
  ///
  /// Two servers that read such a request differently let a client smuggle another request past the
  /// first.
  var ambiguity: String? {
    if values(of: "Host").count > 1 { return "the request has several 'Host' fields" }
    let lengths = values(of: "Content-Length")
    if !lengths.isEmpty, self["Transfer-Encoding"] != nil {
      return "the request has both 'Content-Length' and 'Transfer-Encoding'"
    }
    return Set(lengths).count > 1 ? "the request has several 'Content-Length' fields" : nil
  }
}
