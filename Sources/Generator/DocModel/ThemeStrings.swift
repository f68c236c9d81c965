/// The words that the theme itself writes on pages, by their names.
public struct ThemeStrings: Sendable, Hashable {
  /// The English words; a number or a name replaces `{…}`.
  public static let english = [
    "againstServers": " against {servers}",
    "allPages": "Contents",
    "andServer": "{servers} and {server}",
    "arrow": "{from} to {to}",
    "breadcrumbs": "Breadcrumbs",
    "caution": "Caution",
    "changed": "Changed",
    "closeMenu": "Close menu",
    "compiled": "Compiled{toolchain}, not run",
    "contents": "On this page",
    "copied": "Copied",
    "copy": "Copy",
    "crashes": "Crashes",
    "danger": "Danger",
    "distinctRequests": "{count} requests, {distinct} distinct",
    "doesNotCompile": "Does not compile",
    "edit": "Edit this page",
    "error": "Error",
    "exampleRan": "1 example ran",
    "examplesRan": "{ran} examples ran",
    "failed": "Failed as it should{toolchain}{servers}",
    "filterMessages": "Show messages with",
    "firstRequests": "the first {count} of {total}",
    "foldedLine": "{count} more line",
    "foldedLines": "{count} more lines",
    "footnoteBack": "Back to the text",
    "home": "Home",
    "how": "how?",
    "important": "Important",
    "info": "Info",
    "language": "Language",
    "linkToHeading": "Link to “{heading}”",
    "menu": "Menu",
    "messages": "Headers and bodies ({size} kB)",
    "missingText":
      "Nothing is at this address. All pages are in the contents.",
    "missingTitle": "No page here",
    "mockServer": "the mock {server}",
    "morePages": "More",
    "moved": "This section is now on another page:",
    "movedPage": "This page has moved:",
    "movedSection": "One of its sections has moved:",
    "neighbours": "Previous and next page",
    "next": "Next",
    "noRequests": "none of {total}",
    "note": "Note",
    "notVerified": "Not verified",
    "oneRequest": "1 request",
    "output": "Output",
    "pages": "Pages",
    "previous": "Previous",
    "ran": "Ran{toolchain}{servers}",
    "ranInThisBuild": "ran in this build",
    "reference": "Reference",
    "refused": "Doesn’t compile{toolchain}, as it should",
    "requests": "{count} requests",
    "sampleFailed": "Failed",
    "search": "Search",
    "searchAll": "Show more results",
    "searchClose": "Close",
    "searchFailed": "Search needs a web server, and can’t reach it",
    "searchFound": "{count} results on {pages} pages",
    "searchKeys": "↑↓ choose, Enter opens, Esc closes",
    "searchLabel": "Search this site",
    "searchNone": "No results",
    "searchOne": "1 result on 1 page",
    "searchOnePage": "{count} results on 1 page",
    "searchScript": "Search needs JavaScript. These are all pages of this site:",
    "searchText": "Search all pages of this site.",
    "sections": "Sections",
    "sequenceDiagram": "Sequence diagram",
    "siteExamples": "{ran} of {total} examples",
    "skip": "Skip to content",
    "someExamplesRan": "{ran} of {total} examples ran",
    "source": "Source",
    "themeAutomatic": "Theme: automatic",
    "themeDark": "Theme: dark",
    "themeLight": "Theme: light",
    "tip": "Tip",
    "toTop": "Back to top",
    "warning": "Warning",
    "wire": "What went over the wire: {requests}",
    "withToolchain": " with {toolchain}",
    "wrap": "Wrap",
  ]

  /// The names of the words that scripts need.
  public static let scriptNames = [
    "copied", "copy", "filterMessages", "language", "reference", "searchAll", "searchClose",
    "searchFailed", "searchFound", "searchKeys", "searchLabel", "searchNone", "searchOne",
    "searchOnePage", "wrap",
  ]

  /// The titles of notes that their authors give none.
  public static let noteNames: Set = [
    "caution", "danger", "important", "info", "note", "tip", "warning",
  ]

  /// The words by name, with a value for every name of `english`.
  public private(set) var values: [String: String]

  /// Creates the words of a language by its BCP 47 tag; the English ones if there are none.
  public init(language: String = "en") {
    let parts = language.lowercased().split { "-_".contains($0) }
    // Traditional characters are others.
    let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    values = isTraditional ? Self.english : Self.languages[parts.first ?? ""] ?? Self.english
  }

  /// The words of each language.
  static let languages: [Substring: [String: String]] = [
    "de": german, "es": spanish, "fr": french, "ja": japanese, "ko": korean, "zh": chinese,
  ]

  /// The words for a name of `english`.
  public subscript(_ name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// Returns the words for a name, with values instead of `{…}`.
  public func text(_ name: String, with replacements: [String: String]) -> String {
    let parts = self[name].utf8.split(
      separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(Substring(parts[0]))) { text, part in
      guard let end = part.firstIndex(of: UInt8(ascii: "}")),
        let value = replacements[String(Substring(part[..<end]))]
      else { return text += "{" + Substring(part) }
      text += value
      text += Substring(part[part.index(after: end)...])
    }
  }
}
