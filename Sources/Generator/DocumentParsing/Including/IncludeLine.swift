import DocgenGround

/// A line that includes the text of a file: `{{#include file}}` as in mdBook, or `--8<-- "file"` as
/// in MkDocs.
struct IncludeLine: Hashable {
  /// The part of the file to include.
  enum Part: Hashable {
    case all
    /// The lines from a number to another; up to the last one without.
    case lines(Int, to: Int?)
    /// The lines between the marks of a name.
    case anchor(String)
  }

  /// The path, as written.
  let path: String
  let part: Part
  /// The white space and the quotation marks before it, which the included lines get too.
  let prefix: Substring
  /// The text without them.
  let text: String

  /// The texts without which a file has no such line.
  static let signs = ["{{#", "8<-"]

  /// Reads a line, if it is one.
  init?(_ line: Substring) {
    prefix = line.prefix { " \t>".contains($0) }
    text = line.dropFirst(prefix.count).trimmed
    // Most lines are none, and building the patterns takes longer than matching them.
    guard Self.signs.contains(where: text.contains(bytesOf:)) else { return nil }
    let argument: Substring
    let isSnippet: Bool
    if let match = text.wholeMatch(of: /\{\{#(?:rustdoc_)?include\s+([^}]+?)\s*\}\}/) {
      (argument, isSnippet) = (match.1, false)
    } else if let match = text.wholeMatch(of: /-+8<-+\s+(?:"([^"]+)"|'([^']+)')/) {
      (argument, isSnippet) = (match.1 ?? match.2 ?? "", true)
    } else {
      return nil
    }
    let fields = argument.split(separator: ":", omittingEmptySubsequences: false)
    path = String(fields[0])
    part = Self.part(of: fields.dropFirst().map(String.init), isSnippet: isSnippet)
  }

  private static func part(of fields: [String], isSnippet: Bool) -> Part {
    guard let field = fields.first else { return .all }
    let last = fields.count > 1 ? Int(fields[1]) : nil
    guard let first = field.isEmpty ? 1 : Int(field) else { return .anchor(field) }
    // One number alone is a line in mdBook, and the first of several in MkDocs.
    return .lines(first, to: fields.count > 1 || isSnippet ? last : first)
  }

  /// Returns a line that shows how an include is written, without the escape that prevents the
  /// include.
  static func unescaped(_ line: Substring) -> (text: Substring, prefix: Substring)? {
    let prefix = line.prefix { " \t>".contains($0) }
    let rest = line.dropFirst(prefix.count)
    guard let sign = rest.first, sign == "\\" || sign == ";",
      IncludeLine(rest.dropFirst()) != nil
    else { return nil }
    return (rest.dropFirst(), prefix)
  }

  /// Returns the range on a line of a text.
  func range(onLine number: Int, after indentation: Substring) -> SourceRange {
    let column = indentation.utf8.count + prefix.utf8.count + 1
    return SourceRange(line: number, column: column, length: text.utf8.count)
  }
}
