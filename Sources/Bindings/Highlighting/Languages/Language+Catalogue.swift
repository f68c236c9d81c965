extension Language {
  /// All languages, in alphabetical order.
  static let all: [Language] =
    (ours + installed + [
      Language("http", aliases: ["https", "http-message"], grammar: .http),
      Language("swift", aliases: ["swiftinterface"], grammar: .swift),
      Language(
        "text", aliases: ["txt", "plain", "plaintext", "none", "output", "log", "error"],
        grammar: .none),
    ]).sorted { $0.name < $1.name }

  /// The languages by name and alias, in lower case.
  static let byName: [String: Language] = all.reduce(into: [:]) { table, language in
    for name in [language.name] + language.aliases { table[name] = language }
  }

  /// Languages that source-highlight lacks, or for which its file is outdated.
  private static let ours: [Language] = [
    .embedded("c", aliases: ["h"], text: cText),
    .embedded("cpp", aliases: ["c++", "cc", "cxx", "hpp"], text: cppText),
    .embedded("csharp", aliases: ["c#", "cs", "net", "dotnet"], text: cSharpText),
    .embedded("css", aliases: [], text: cssText),
    .embedded("diff", aliases: ["patch"], text: diffText),
    .embedded("dockerfile", aliases: ["docker"], text: dockerfileText),
    .embedded("go", aliases: ["golang"], text: goText),
    .embedded("html", aliases: ["htm", "mustache", "handlebars"], text: htmlText),
    .embedded("java", aliases: ["android"], text: javaText),
    .embedded("javascript", aliases: ["js", "jsx", "mjs", "node"], text: javaScriptText),
    .embedded("json", aliases: ["jsonc", "json5"], text: jsonText),
    .embedded("kotlin", aliases: ["kt", "kts"], text: kotlinText),
    .embedded("markdown", aliases: ["md", "gfm"], text: markdownText),
    .embedded("objc", aliases: ["objective-c", "objectivec", "obj-c", "m"], text: objectiveCText),
    .embedded("powershell", aliases: ["ps1", "pwsh"], text: powerShellText),
    .embedded("python", aliases: ["py", "python3"], text: pythonText),
    .embedded(
      "sh", aliases: ["shell", "bash", "console", "zsh", "curl", "shell-session"], text: shellText),
    .embedded("toml", aliases: [], text: tomlText),
    .embedded("typescript", aliases: ["ts", "tsx"], text: typeScriptText),
    .embedded("yaml", aliases: ["yml"], text: yamlText),
  ]

  private static let installed: [Language] = [
    .installed("ada"), .installed("awk"), .installed("bat", aliases: ["batch", "cmd"]),
    .installed("cobol"), .installed("coffeescript", aliases: ["coffee"]),
    .installed("conf"),
    .installed("d"), .installed("erlang", aliases: ["erl"]),
    .installed("feature", aliases: ["gherkin", "cucumber"]), .installed("fortran"),
    .installed("glsl"),
    .installed("groovy", aliases: ["gradle"]),
    .installed("haskell", aliases: ["hs"]),
    .installed("ini", aliases: ["desktop", "cfg"], file: "desktop"),
    .installed("latex", aliases: ["tex"]),
    .installed("lisp", aliases: ["clojure", "clj"]), .installed("lua"),
    .installed("makefile", aliases: ["make"]), .installed("ocaml", aliases: ["ml"], file: "caml"),
    .installed("pascal"), .installed("perl", aliases: ["pl"]), .installed("php"),
    .installed("prolog"), .installed("properties"),
    .installed("protobuf", aliases: ["proto"], file: "proto"),
    .installed("r"), .installed("ruby", aliases: ["rb"]), .installed("rust", aliases: ["rs"]),
    .installed("scala"), .installed("scheme", aliases: ["scm"]),
    .installed("sql", aliases: ["n1ql", "sqlite", "sql++"]), .installed("tcl"),
    .installed("vala"), .installed("vbscript", aliases: ["vbs"]), .installed("vim"),
    .installed(
      "xml", aliases: ["plist", "xhtml", "svg", "xsd"],
      kinds: ["keyword": .tag, "type": .attribute]),
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
