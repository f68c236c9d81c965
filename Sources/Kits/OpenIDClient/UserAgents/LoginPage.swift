import Foundation

/// The forms of a page, as far as a script that fills them needs them.
///
/// It reads tags and their attributes and nothing else of HTML: enough for login pages, whose forms
/// stand in the page itself. Pages that make their forms by script need a real browser.
struct LoginPage: Sendable, Equatable {
  struct Control: Sendable, Equatable {
    var name: String
    var value: String
    /// `submit` for buttons; for inputs their type, `text` unless told.
    var type: String
  }

  struct Form: Sendable, Equatable {
    var action: String
    var isPost: Bool
    var controls: [Control] = []

    var buttons: [Control] { controls.filter { $0.type == "submit" } }
  }

  private(set) var forms: [Form] = []

  init(html: String) {
    var rest = html[...]
    var isOpen = false
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.range(of: "-->") else { return }
        rest = rest[end.upperBound...]
        continue
      }
      guard let tag = HTMLStartTag(&rest) else { continue }
      switch tag.name {
      case "form":
        isOpen = true
        forms.append(
          Form(
            action: tag.attributes["action"] ?? "",
            isPost: tag.attributes["method"]?.lowercased() == "post"))
      case "/form": isOpen = false
      case "input" where isOpen, "button" where isOpen:
        let type =
          tag.attributes["type"]?.lowercased() ?? (tag.name == "button" ? "submit" : "text")
        forms[forms.count - 1].controls.append(
          Control(
            name: tag.attributes["name"] ?? "", value: tag.attributes["value"] ?? "", type: type))
      default: break
      }
    }
  }
}

/// One tag: its name in lower case, with `/` before that of an end tag, and its attributes.
private struct HTMLStartTag {
  var name: String
  var attributes: [String: String] = [:]

  /// Reads behind the `<`, up to and with the `>`.
  init?(_ rest: inout Substring) {
    name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "-" }).lowercased()
    guard !name.isEmpty else { return nil }
    rest = rest.dropFirst(name.count)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first else { return nil }
      if first == ">" {
        rest = rest.dropFirst()
        return
      }
      let key = rest.prefix { !$0.isWhitespace && !"=>/".contains($0) }
      rest = rest.dropFirst(max(1, key.count))
      let afterSpace = rest.drop { $0.isWhitespace }
      var value = ""
      if afterSpace.first == "=" {
        rest = afterSpace.dropFirst().drop { $0.isWhitespace }
        value = Self.value(&rest)
      }
      let lowercased = key.lowercased()
      // As browsers do: the first of equal attributes counts.
      if attributes[lowercased] == nil { attributes[lowercased] = Self.unescape(value) }
    }
  }

  private static func value(_ rest: inout Substring) -> String {
    if let quote = rest.first, quote == "\"" || quote == "'" {
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 1).dropFirst()
      return String(value)
    }
    let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
    rest = rest.dropFirst(value.count)
    return String(value)
  }

  /// The references that attributes of forms are written with.
  private static func unescape(_ text: String) -> String {
    var unescaped = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "&", let end = rest.prefix(12).firstIndex(of: ";"),
        let meaning = meaning(of: rest[rest.index(after: rest.startIndex)..<end])
      {
        unescaped.append(meaning)
        rest = rest[rest.index(after: end)...]
      } else {
        unescaped.append(character)
        rest = rest.dropFirst()
      }
    }
    return unescaped
  }

  private static func meaning(of reference: Substring) -> Character? {
    let named: [Substring: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    if let character = named[reference] { return character }
    guard reference.first == "#" else { return nil }
    let digits = reference.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
  }
}
