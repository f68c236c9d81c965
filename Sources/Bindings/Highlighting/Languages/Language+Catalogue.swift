extension Language {
  /// All languages, in alphabetical order.
  static let all: [Language] =
    (ours + installed + [
      Language("http", ["https", "http-message"], .http),
      Language("swift", ["swiftinterface"], .swift),
      Language("text", ["txt", "plain", "plaintext", "none", "output", "log", "error"], .none),
    ]).sorted { $0.name < $1.name }

  /// The languages by name and alias, in lower case.
  static let byName: [String: Language] = all.reduce(into: [:]) { table, language in
    for name in [language.name] + language.aliases { table[name] = language }
  }

  /// Languages that source-highlight lacks, or for which its file is outdated.
  private static let ours: [Language] = [
    .embedded("c", ["h"], cText),
    .embedded("cpp", ["c++", "cc", "cxx", "hpp"], cppText),
    .embedded("csharp", ["c#", "cs", "net", "dotnet"], cSharpText),
    .embedded("css", [], cssText),
    .embedded("dockerfile", ["docker"], dockerfileText),
    .embedded("go", ["golang"], goText),
    .embedded("html", ["htm", "mustache", "handlebars"], htmlText),
    .embedded("java", ["android"], javaText),
    .embedded("javascript", ["js", "jsx", "mjs", "node"], javaScriptText),
    .embedded("json", ["jsonc", "json5"], jsonText),
    .embedded("kotlin", ["kt", "kts"], kotlinText),
    .embedded("markdown", ["md", "gfm"], markdownText),
    .embedded("objc", ["objective-c", "objectivec", "obj-c", "m"], objectiveCText),
    .embedded("powershell", ["ps1", "pwsh"], powerShellText),
    .embedded("python", ["py", "python3"], pythonText),
    .embedded("sh", ["shell", "bash", "console", "zsh", "curl", "shell-session"], shellText),
    .embedded("toml", [], tomlText),
    .embedded("typescript", ["ts", "tsx"], typeScriptText),
    .embedded("yaml", ["yml"], yamlText),
  ]

  private static let installed: [Language] = [
    .installed("ada"), .installed("awk"), .installed("bat", ["batch", "cmd"]),
    .installed("cobol"), .installed("coffeescript", ["coffee"]),
    .installed("conf"),
    .installed("d"), .installed("diff", ["patch"]), .installed("erlang", ["erl"]),
    .installed("feature", ["gherkin", "cucumber"]), .installed("fortran"), .installed("glsl"),
    .installed("groovy", ["gradle"]),
    .installed("haskell", ["hs"]),
    .installed("ini", ["desktop", "cfg"], file: "desktop"), .installed("latex", ["tex"]),
    .installed("lisp", ["clojure", "clj"]), .installed("lua"),
    .installed("makefile", ["make"]), .installed("ocaml", ["ml"], file: "caml"),
    .installed("pascal"), .installed("perl", ["pl"]), .installed("php"),
    .installed("prolog"), .installed("properties"),
    .installed("protobuf", ["proto"], file: "proto"),
    .installed("r"), .installed("ruby", ["rb"]), .installed("rust", ["rs"]),
    .installed("scala"), .installed("scheme", ["scm"]),
    .installed("sql", ["n1ql", "sqlite", "sql++"]), .installed("tcl"),
    .installed("vala"), .installed("vbscript", ["vbs"]), .installed("vim"),
    .installed(
      "xml", ["plist", "xhtml", "svg", "xsd"], kinds: ["keyword": .tag, "type": .attribute]),
  ]
}

extension Language {
  /// Returns the language of a lower-case media type, with or without parameters.
  static func byMediaType(_ mediaType: String) -> Language? {
    let essence = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    switch essence.split(separator: "/").last.map(String.init) ?? "" {
    case let subtype where subtype == "json" || subtype.hasSuffix("+json"): return byName["json"]
    case "html", "xhtml+xml": return byName["html"]
    case let subtype where subtype == "xml" || subtype.hasSuffix("+xml"): return byName["xml"]
    case "javascript": return byName["javascript"]
    case "css": return byName["css"]
    default: return nil
    }
  }
}
