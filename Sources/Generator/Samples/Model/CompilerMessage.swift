import DocgenGround

/// A message of the compiler about a sample.
///
/// Its positions count from the sample's first line, so that it stays valid when the sample moves.
struct CompilerMessage: Sendable, Hashable, Codable {
  /// A position in the compiled text.
  struct Position: Sendable, Hashable, Codable {
    /// The line, counted from the first line of the sample or of its setup.
    var relativeLine: Int
    var column: Int
    var isInSetup = false

    init(_ position: SampleRun.Position, in source: SampleSource) {
      relativeLine = position.line - (position.isInSetup ? 1 : source.firstLine)
      column = position.column
      isInSetup = position.isInSetup
    }

    /// Returns the position in the file, where the sample is now.
    func absolute(in source: SampleSource) -> SampleRun.Position {
      SampleRun.Position(
        line: relativeLine + (isInSetup ? 1 : source.firstLine), column: column,
        isInSetup: isInSetup)
    }
  }

  /// An additional explanation.
  struct Note: Sendable, Hashable, Codable {
    var position: Position?
    var text: String
  }

  var isError: Bool
  var position: Position?
  var text: String
  var notes: [Note] = []

  /// Returns the diagnostic for the author; without a position it is at `start`.
  func diagnostic(in source: SampleSource, start: SourceLocation) -> Diagnostic {
    Diagnostic(
      isError ? .compileError(text) : .compileWarning(text),
      at: position.map { source.location(of: $0.absolute(in: source)) } ?? start,
      notes: notes.map { note in
        Diagnostic.Note(
          note.text, at: note.position.map { source.location(of: $0.absolute(in: source)) })
      } + [hint].compactMap { $0.map { Diagnostic.Note($0) } })
  }

  /// What an author who writes for Apple's systems needs to know; `nil` for most messages.
  private var hint: String? {
    if text.contains(/'(URL|HTTP)\w+' \(aka 'AnyObject'\)/) {
      return "on Linux, this type is in another module; write 'import FoundationNetworking' too"
    }
    guard let match = text.firstMatch(of: /^no such module '(\w+)'/) else { return awaitHint }
    return Self.modulesOfApple.contains(match.1)
      ? "only Apple's systems have this module; write 'shown' on the fence, without 'runnable'"
      : nil
  }

  /// The hint on a forgotten `await`, which some of the compiler's messages don't name.
  private var awaitHint: String? {
    let isOfActor =
      (text.hasPrefix("actor-isolated ") || text.hasPrefix("call to actor-isolated "))
      && ["called from", "accessed from", "referenced from", "in a synchronous"]
        .contains { text.contains(bytesOf: $0) }
    guard isOfActor || text.hasPrefix("'async' call in a function") else { return nil }
    let isSynchronous = text.hasSuffix("nonisolated context")
    return "write 'await' before it" + (isSynchronous ? ", in a function that is 'async'" : "")
  }

  private static let modulesOfApple: Set<Substring> = [
    "AppKit", "AuthenticationServices", "Combine", "CoreData", "CoreLocation", "CryptoKit",
    "LocalAuthentication", "MapKit", "Security", "StoreKit", "SwiftData", "SwiftUI", "UIKit",
    "UserNotifications", "WebKit", "WidgetKit", "os",
  ]
}

extension CompilerMessage {
  /// Parses the output of `-diagnostic-style llvm`.
  ///
  /// A message is a line `path:line:column: severity: text`, then the line of source it is about,
  /// and marks below that. A message without a position begins with its severity. `[#group]` at the
  /// end names a page of the compiler's documentation.
  static func parse(_ output: String, in source: SampleSource) -> [CompilerMessage] {
    if output.isEmpty { return [] }
    // A text may have line separators of Unicode.
    let header =
      #/
      (?! (?: error | warning | note | remark ) :\ )
      (?<path>.+?) : (?<line>\d+) (?: : (?<column>\d+) )? :\ (?<severity> error | warning | note | remark ) :\ (?<text>.*)
      | (?<bare> error | warning | note | remark ) :\ (?<words>.*)
      /#
      .dotMatchesNewlines()
    var messages: [CompilerMessage] = []
    var excerpt: String?
    // The module's name is docgen's.
    let lines = output.replacing("'\(source.module).", with: "'main.")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // A line of source may look like a message; it directly follows its message.
      if let expected = excerpt {
        excerpt = nil
        if line == expected.withoutTabs { continue }
      }
      guard let found = line.wholeMatch(of: header)?.output else { continue }
      var position: Position?
      if let path = found.path.map(String.init), let number = found.line.flatMap({ Int($0) }) {
        let column = found.column.flatMap { Int($0) } ?? 1
        if var place = source.position(inFile: path, line: number, column: column) {
          excerpt = source.line(at: place)
          if source.isFileID(path), lines.indices.contains(index + 1) {
            place.column = Self.column(column, in: lines[index + 1], of: source.line(at: place))
            excerpt = String(lines[index + 1])
          }
          position = Position(place, in: source)
        }
      }
      let severity = found.severity ?? found.bare
      let text = withoutGroup(found.text ?? found.words ?? "")
      if severity == "note" {
        guard !messages.isEmpty else { continue }
        if messages[messages.count - 1].position == nil, text.hasPrefix(expansion) {
          messages[messages.count - 1].position = position
        }
        messages[messages.count - 1].notes.append(Note(position: position, text: text))
      } else if severity != "remark" {
        messages.append(
          CompilerMessage(isError: severity == "error", position: position, text: text))
      }
    }
    // The type checker repeats some messages.
    var seen: Set<CompilerMessage> = []
    // Skip messages in a macro's copy of the author's text, which were reported at their position.
    let positioned = Set(messages.filter { $0.position != nil }.map(\.text))
    return messages.filter { message in
      if message.isMacros, message.position == nil, positioned.contains(message.text) {
        return false
      }
      // In docgen's own statements, only errors concern the author's text.
      let position = message.position?.absolute(in: source)
      if !message.isError, position.map(source.isOwn) ?? false { return false }
      var head = message
      head.notes = []
      return seen.insert(head).inserted
    }.map(\.withoutPlacelessExpansions)
  }

  /// Returns a message without the `[#group]` and the spaces at its end.
  private static func withoutGroup(_ text: Substring) -> String {
    var text = text
    if text.last == "]", let start = text.lastIndex(of: "["), text[start...].hasPrefix("[#") {
      text = text[..<start]
    }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Returns the column in a line for a column in the macro's layout of the same line.
  private static func column(_ column: Int, in shown: Substring, of line: String) -> Int {
    func indentation(_ text: Substring) -> Int {
      text.prefix { $0 == " " || $0 == "\t" }.utf8.count
    }
    let (before, own) = (indentation(shown), indentation(Substring(line)))
    let isSame = shown.dropFirst(before) == line.dropFirst(own)
    return isSame ? max(1, column - before + own) : own + 1
  }

  /// The message without notes that point into a macro's expansion, which readers can't see.
  private var withoutPlacelessExpansions: CompilerMessage {
    var message = self
    message.notes.removeAll { $0.position == nil && $0.text.hasPrefix(Self.expansion) }
    return message
  }

  /// Whether it is about the expansion of a macro.
  private var isMacros: Bool { notes.contains { $0.text.hasPrefix(Self.expansion) } }

  /// The beginning of the note with a macro's location.
  private static let expansion = "in expansion of macro"
}

extension String {
  /// The text as the compiler shows it, with tabs expanded to multiples of eight columns.
  fileprivate var withoutTabs: String {
    guard utf8.contains(0x09) else { return self }
    var result = ""
    var column = 0
    for character in self {
      let width = character == "\t" ? 8 - column % 8 : 1
      result += character == "\t" ? String(repeating: " ", count: width) : String(character)
      column += width
    }
    return result
  }
}

extension Diagnostic.Message {
  static func compileError(_ text: String) -> Diagnostic.Message {
    Diagnostic.Message(.compileError, .error, text)
  }

  static func compileWarning(_ text: String) -> Diagnostic.Message {
    Diagnostic.Message(.compileWarning, .warning, text)
  }
}
