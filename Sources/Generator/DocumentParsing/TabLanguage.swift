import DocgenGround

/// The label of a tab, the highlighting of its code, and the key that remembers the reader's
/// choice.
struct TabLanguage: Sendable, Hashable {
  var label: String
  var key: String
  var highlighting: String

  /// The languages of the older portal; `c+` was always C# there.
  private static let portal: [String: TabLanguage] = {
    let objectiveC = TabLanguage(label: "Objective-C", key: "objective-c", highlighting: "objc")
    let cSharp = TabLanguage(label: "C#", key: "c", highlighting: "csharp")
    return [
      "swift": TabLanguage(label: "Swift", key: "swift", highlighting: "swift"),
      "objective-c": objectiveC, "objectivec": objectiveC, "objc": objectiveC,
      "java": TabLanguage(label: "Java", key: "java", highlighting: "java"),
      "android": TabLanguage(label: "Android", key: "android", highlighting: "java"),
      "c": cSharp, "c#": cSharp, "csharp": cSharp, "net": cSharp,
    ]
  }()

  /// The languages whose names aren't just capitalized.
  private static let names = [
    "bash": "Bash", "cpp": "C++", "css": "CSS", "go": "Go", "graphql": "GraphQL",
    "groovy": "Groovy",
    "html": "HTML", "http": "HTTP", "javascript": "JavaScript", "js": "JavaScript",
    "json": "JSON", "kotlin": "Kotlin", "php": "PHP", "powershell": "PowerShell",
    "python": "Python", "ruby": "Ruby", "rust": "Rust", "scala": "Scala", "sh": "Shell",
    "shell": "Shell", "sql": "SQL", "ts": "TypeScript", "typescript": "TypeScript", "xml": "XML",
    "yaml": "YAML", "curl": "curl", "dart": "Dart", "text": "Text",
  ]

  /// Returns the languages of a fence's first word, which must end in `+`: `java+android+` names
  /// two.
  static func languages(of word: String) -> [TabLanguage] {
    word.lowercased().split(separator: "+").map { TabLanguage(name: String($0)) }
  }

  /// Returns the key of the language that has a label, such as `C++`; `nil` for other labels.
  static func key(of label: String) -> String? {
    let label = label.lowercased()
    return portal.values.first { $0.label.lowercased() == label }?.key
      ?? names.filter { $0.value.lowercased() == label }.keys.min()
  }

  /// The known names, for suggestions.
  static var knownNames: [String] { Array(portal.keys) + Array(names.keys) }

  /// Whether docgen knows a language.
  static func isKnown(_ name: String) -> Bool {
    portal[name] != nil || names[name] != nil
  }

  private init(name: String) {
    if let known = Self.portal[name] {
      self = known
    } else {
      let label = Self.names[name] ?? name.capitalizedFirst
      self.init(label: label, key: name, highlighting: name)
    }
  }

  private init(label: String, key: String, highlighting: String) {
    self.label = label
    self.key = key
    self.highlighting = highlighting
  }
}
