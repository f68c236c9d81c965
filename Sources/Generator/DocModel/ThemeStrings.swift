/// The words that the theme itself writes on pages, by their names.
public struct ThemeStrings: Sendable, Hashable {
  /// The English words; `{…}` stands for a number or a name.
  public static let english = [
    "allPages": "Contents",
    "breadcrumbs": "Breadcrumbs",
    "closeMenu": "Close menu",
    "contents": "On this page",
    "edit": "Edit this page",
    "exampleRan": "1 example ran",
    "examplesRan": "{ran} examples ran",
    "footnoteBack": "Back to the text",
    "home": "Home",
    "linkToHeading": "Link to “{heading}”",
    "menu": "Menu",
    "missingText":
      "It may have moved; every moved page of this site redirects. All pages are in the contents.",
    "missingTitle": "No page here",
    "morePages": "More",
    "moved": "This section is now on another page:",
    "neighbours": "Previous and next page",
    "next": "Next",
    "pages": "Pages",
    "previous": "Previous",
    "ranInThisBuild": "ran in this build",
    "search": "Search",
    "sections": "Sections",
    "siteExamples": "{ran} of {total} examples",
    "skip": "Skip to content",
    "someExamplesRan": "{ran} of {total} examples ran",
    "source": "Source",
    "themeAutomatic": "Theme: automatic",
    "themeDark": "Theme: dark",
    "themeLight": "Theme: light",
  ]

  /// The words by name, with a value for every name of `english`.
  public private(set) var values = Self.english

  /// Creates the English words.
  public init() {}

  /// The words for a name of `english`.
  public subscript(_ name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// Returns the words for a name, with values in place of `{…}`.
  public func text(_ name: String, _ replacements: [String: String]) -> String {
    replacements.reduce(self[name]) { text, pair in
      text.split(separator: "{\(pair.key)}", omittingEmptySubsequences: false)
        .joined(separator: pair.value)
    }
  }
}
