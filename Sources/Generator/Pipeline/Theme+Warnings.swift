import DocgenBuiltInTheme
import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import Foundation

/// What has no effect in the templates of a site.
extension Theme {
  /// Returns the problems of unused templates, and of tags that the policy of the built-in theme
  /// blocks.
  static func warnings(on templates: TemplateLibrary, of sources: SiteSources)
    -> [Diagnostic]
  {
    if sources.templates.isEmpty { return [] }
    let unused =
      templates.unused(except: builtInNames)
      + templates.unknownNames(except: valueNames.union(ThemeStrings.english.keys))
    guard let head = sources.templates.first(where: { $0.path == "templates/head.mustache" }) else {
      return unused
    }
    let html = blankingComments(head).text
    let locations = HTMLTagLocations(
      in: html, from: SourcePosition(line: 1, column: 1),
      of: SourceFile(path: head.path, text: html))
    return unused
      + HTMLTag.startTags(in: html).filter(isBlocked).map { tag in
        let name = "<\(tag.name)"
        let range = SourceRange(at: locations.range(of: tag).start, length: name.utf8.count)
        return Diagnostic(.blockedByPolicy(name), at: head.location(range))
      }
  }

  /// Whether the policy of the built-in theme blocks a tag: a style sheet or script in the text, or
  /// of another site.
  private static func isBlocked(_ tag: HTMLTag) -> Bool {
    func isElsewhere(_ address: String) -> Bool {
      ["//", "http://", "https://"].contains { address.lowercased().hasPrefix($0) }
    }
    switch tag.name {
    case "style": return true
    case "link":
      return tag["rel"]?.contains(bytesOf: "stylesheet") == true
        && tag["href"].map(isElsewhere) == true
    // Browsers don't run scripts of JSON.
    case "script":
      return tag["type"]?.contains(bytesOf: "json") != true && tag["src"].map(isElsewhere) != false
    default: return false
    }
  }

  /// The names of the values that templates see: those that the built-in theme uses, and two that
  /// others may.
  private static let valueNames = TemplateLibrary(parsing: BuiltInTheme.templates).valueNames
    .union(["address", "isHome"])

  /// Returns a template with spaces in place of its comments, those of Mustache and of HTML.
  private static func blankingComments(_ template: SourceFile) -> SourceFile {
    let text = template.text.replacing(/(?s)\{\{!.*?\}\}|<!--.*?-->/) { comment in
      comment.output.map { $0 == "\n" ? "\n" : " " }.joined()
    }
    return SourceFile(path: template.path, text: text)
  }

  /// Returns a warning for each file of the theme that a template of the site names and that
  /// doesn't exist.
  static func missingFiles(in templates: [SourceFile], except known: Set<String>)
    -> [Diagnostic]
  {
    templates.flatMap { template in
      blankingComments(template).lines.enumerated().flatMap { index, line -> [Diagnostic] in
        // Not a path that goes on with another value.
        let name = /\{\{ ?(?:site\.)?theme ?\}\}\/([^"'<>?#\s{},()]+)(?![^"'<>?#\s,()])/
        return line.matches(of: name).compactMap { match in
          let path = match.1.removingPercentEncoding ?? String(match.1)
          if known.contains(path) { return nil }
          let column = line.utf8.distance(from: line.startIndex, to: match.1.startIndex) + 1
          let position = SourcePosition(line: index + 1, column: column)
          return Diagnostic(
            .missingThemeFile(path, among: known),
            at: template.location(SourceRange(at: position, length: match.1.utf8.count)))
        }
      }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func missingThemeFile(_ path: String, among known: Set<String>) -> Self {
    let path = String(path.prefix(100))
    let nearest = Suggestion.nearest(to: path, among: known)
    let way = nearest.map { "did you mean '\($0)'?" } ?? "add it"
    return Self(.missingTemplate, .warning, "there is no file 'templates/\(path)'; \(way)")
  }

  fileprivate static func blockedByPolicy(_ tag: String) -> Self {
    Self(
      .blockedByPolicy, .warning,
      "'\(tag)' is without effect, because the policy of the built-in theme allows only files of the site; "
        + "allow it in 'templates/policy.mustache', or write a file into 'templates'")
  }
}
