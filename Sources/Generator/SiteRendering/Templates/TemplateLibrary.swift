public import DocgenGround

/// Named Mustache templates, parsed once and rendered any number of times.
///
/// The language is that of the Mustache specification, version 1.4
/// (<https://github.com/mustache/spec>): variables `{{x}}`, `{{{x}}}`, `{{&x}}` and `{{.}}`, dotted
/// names, sections `{{#x}}…{{/x}}`, inverted sections `{{^x}}…{{/x}}`, comments `{{! … }}`,
/// partials `{{>name}}`, set delimiters `{{=<% %>=}}`, and the optional modules for inheritance
/// (parents `{{<name}}…{{/name}}` and blocks `{{$name}}…{{/name}}`) and dynamic names (`{{>*x}}`,
/// `{{<*x}}…{{/*x}}`). The optional lambdas aren't supported: a template contains no logic, so
/// users can adopt a theme without auditing it.
///
/// Where the specification leaves a choice: empty text is false, like an empty list; a name without
/// a value renders as nothing; lists and objects have no text; empty lines of an indented partial
/// stay empty; `'` is escaped as well as `&`, `<`, `>` and `"`. A block on separate lines ends its
/// line even if its content doesn't. Line ends are LF, as in every `SourceFile`.
public struct TemplateLibrary: Sendable {
  /// The problems with the templates: syntax errors, and missing partials and parents.
  ///
  /// A template with a syntax error renders as nothing, and so does a missing one.
  public let diagnostics: [Diagnostic]
  private let templates: [Template]
  private let indices: [String: Int]

  /// Parses templates, and reports the problems of all of them.
  ///
  /// - Parameters:
  ///   - files: the templates. A template's name is its path without `.mustache`, such as `nav` or
  ///     `parts/nav`; of two with the same name the last wins.
  ///   - folder: the path of the folder that names are relative to.
  public init(parsing files: [SourceFile], below folder: String = "") {
    var templates: [Template] = []
    var diagnostics: [Diagnostic] = []
    var indices: [String: Int] = [:]
    for file in files {
      let parsed = Template.parse(file)
      indices[TemplateLibrary.name(of: file.path, below: folder)] = templates.count
      templates.append(parsed.template)
      diagnostics += parsed.diagnostics
    }
    for index in templates.indices {
      diagnostics += templates[index].link(to: indices)
    }
    self.templates = templates
    self.indices = indices
    self.diagnostics = diagnostics.sortedByLocation()
  }

  /// The names of the templates, in alphabetical order.
  public var names: [String] { indices.keys.sorted() }

  /// Returns a warning for each template that nothing uses, except those with known names.
  public func unused(except known: Set<String>) -> [Diagnostic] {
    var used: Set<Int> = []
    for inclusion in templates.flatMap(\.inclusions) {
      switch inclusion.target {
      case .template(let index): used.insert(index)
      // Any template may have the name that a value has.
      case .dynamic: return []
      case .named, .missing: break
      }
    }
    return indices.filter { !known.contains($0.key) && !used.contains($0.value) }.map {
      Diagnostic(
        .unusedTemplate($0.key, among: known),
        at: SourceLocation(file: templates[$0.value].source.path))
    }.sortedByLocation()
  }

  /// Renders a template.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - data: the values for its tags.
  ///   - subject: the rendered file, such as a page: a missing template is reported there, and
  ///     every problem in the data refers to it.
  public func render(
    _ name: String, with data: TemplateValue, for subject: SourceLocation
  ) -> Rendering {
    guard let index = indices[name] else {
      let message = Diagnostic.Message.missingTemplate(name, among: indices.keys)
      return Rendering(bytes: [], diagnostics: [Diagnostic(message, at: subject)])
    }
    var renderer = Renderer(templates: templates, names: indices, data: data, subject: subject)
    renderer.render(index)
    return Rendering(
      bytes: renderer.output.bytes, diagnostics: renderer.diagnostics,
      usesFigures: renderer.usesFigures)
  }

  private static func name(of path: String, below folder: String) -> String {
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    let name = path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : path[...]
    return String(name.hasSuffix(".mustache") ? name.dropLast(".mustache".count) : name)
  }
}

/// The result of rendering a template.
public struct Rendering: Sendable, Hashable {
  /// The text in UTF-8; truncated if a limit stopped the rendering.
  public var bytes: [UInt8]
  /// The problems caused by the data: a dynamic name without a template, or an endless recursion.
  public var diagnostics: [Diagnostic]
  /// Whether it may show the numbers of examples of the site.
  var usesFigures = false

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Template {
  /// Finds the templates that partials and parents name.
  fileprivate mutating func link(to indices: [String: Int]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var messages: [String: Diagnostic.Message] = [:]
    for (node, range) in zip(nodes, ranges) {
      guard case .inclusion(let inclusion, _) = node,
        case .named(let name) = inclusions[inclusion].target
      else { continue }
      if let index = indices[name] {
        inclusions[inclusion].target = .template(index)
        continue
      }
      inclusions[inclusion].target = .missing
      let message = messages[name] ?? .missingTemplate(name, among: indices.keys)
      messages[name] = message
      diagnostics.append(Diagnostic(message, at: source.location(of: range)))
    }
    return diagnostics
  }
}

extension Diagnostic.Message {
  static func unusedTemplate(_ name: String, among names: Set<String>) -> Self {
    let nearest = Suggestion.nearest(to: name.clipped, among: names)
    let way = nearest.map { "did you mean '\($0)'?" } ?? "include it, or remove the file"
    return Self(.missingTemplate, .warning, "nothing uses the template '\(name.clipped)'; \(way)")
  }

  /// Returns the message for a template that doesn't exist, with the nearest name.
  static func missingTemplate(_ name: String, among names: some Sequence<String>) -> Self {
    // A longer name isn't a misspelling, and finding the nearest name would take long.
    let nearest = name.count > 100 ? nil : Suggestion.nearest(to: name, among: names)
    let wayOut = nearest.map { "did you mean '\($0)'?" } ?? "add '\(name.clipped).mustache'"
    return Self(.missingTemplate, .error, "no template '\(name.clipped)'; \(wayOut)")
  }
}
