public import DocgenGround

/// Named Mustache templates, parsed once and rendered any number of times.
///
/// The language is that of the Mustache specification, version 1.4
/// (<https://github.com/mustache/spec>): variables `{{x}}`, `{{{x}}}`, `{{&x}}` and `{{.}}`, dotted
/// names, sections `{{#x}}…{{/x}}`, inverted sections `{{^x}}…{{/x}}`, comments `{{! … }}`,
/// partials `{{>name}}`, set delimiters `{{=<% %>=}}`, and the optional module for inheritance
/// (parents `{{<name}}…{{/name}}` and blocks `{{$name}}…{{/name}}`). Dynamic names aren't
/// supported, because no value names a template, and lambdas aren't: a template contains no logic,
/// so users can adopt a theme without auditing it.
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
  ///   - files: the templates. A template's name is its path without `templates/` and `.mustache`,
  ///     such as `nav` or `parts/nav`; of two with the same name the last wins.
  ///   - builtIn: the names of the built-in theme's templates, for messages on those that the files
  ///     lack.
  public init(parsing files: [SourceFile], insteadOf builtIn: Set<String> = []) {
    var templates: [Template] = []
    var diagnostics: [Diagnostic] = []
    var indices: [String: Int] = [:]
    for file in files {
      let parsed = Template.parse(file)
      indices[Self.name(of: file.path)] = templates.count
      templates.append(parsed.template)
      diagnostics += parsed.diagnostics
    }
    for index in templates.indices {
      diagnostics += templates[index].link(to: indices, insteadOf: builtIn)
    }
    self.templates = templates
    self.indices = indices
    self.diagnostics = diagnostics.sortedByLocation()
  }

  /// The names of the templates, in alphabetical order.
  public var names: [String] { indices.keys.sorted() }

  /// The names of the values that the templates refer to.
  public var valueNames: Set<String> { Set(templates.flatMap(\.paths).flatMap(\.names)) }

  /// Returns a warning for each template that nothing uses, except those with known names.
  public func unused(except known: Set<String>) -> [Diagnostic] {
    let used = Set(templates.flatMap(\.inclusions).compactMap(\.target))
    return indices.filter { !known.contains($0.key) && !used.contains($0.value) }.map {
      Diagnostic(
        .unusedTemplate($0.key, among: known),
        at: SourceLocation(file: templates[$0.value].source.path))
    }.sortedByLocation()
  }

  /// Returns a warning for each tag whose name no value has.
  public func unknownNames(except known: Set<String>) -> [Diagnostic] {
    templates.flatMap { template in
      zip(template.nodes, template.ranges).compactMap { node, range in
        let names = node.path.map { template.paths[$0].names } ?? []
        guard let name = names.first(where: { !known.contains($0) }) else { return nil }
        return Diagnostic(
          .unknownTemplateName(name, among: known), at: template.source.location(of: range))
      }
    }.sortedByLocation()
  }

  /// Renders a template.
  ///
  /// - Parameters:
  ///   - name: the template's name.
  ///   - data: the values for its tags.
  ///   - subject: the rendered file, such as a page, to which problems refer.
  public func render(
    _ name: String, with data: TemplateValue, for subject: SourceLocation
  ) -> Rendering {
    guard let index = indices[name] else {
      let message = Diagnostic.Message.missingTemplate(name, among: indices.keys)
      return Rendering(bytes: [], diagnostics: [Diagnostic(message, at: subject)])
    }
    var renderer = Renderer(templates: templates, data: data, subject: subject)
    renderer.render(index)
    return Rendering(
      bytes: renderer.output.bytes, diagnostics: renderer.diagnostics,
      usesFigures: renderer.usesFigures)
  }

  private static func name(of path: String) -> String {
    let folder = "templates/"
    let name = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    return String(name.hasSuffix(".mustache") ? name.dropLast(".mustache".count) : name)
  }
}

/// The result of rendering a template.
public struct Rendering: Sendable, Hashable {
  /// The text in UTF-8; truncated if a limit stopped the rendering.
  public var bytes: [UInt8]
  /// The problem if a limit stopped the rendering, as of an endless recursion.
  public var diagnostics: [Diagnostic]
  /// Whether it may show the numbers of examples of the site.
  var usesFigures = false

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Template {
  /// Finds the templates that partials and parents name.
  fileprivate mutating func link(
    to indices: [String: Int], insteadOf builtIn: Set<String>
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var messages: [String: Diagnostic.Message] = [:]
    for (node, range) in zip(nodes, ranges) {
      guard case .inclusion(let inclusion, _) = node else { continue }
      let name = inclusions[inclusion].name
      inclusions[inclusion].target = indices[name]
      if indices[name] != nil { continue }
      let message =
        messages[name]
        ?? (builtIn.contains(name)
          ? .replacedTemplate(name) : .missingTemplate(name, among: indices.keys))
      messages[name] = message
      diagnostics.append(Diagnostic(message, at: source.location(of: range)))
    }
    return diagnostics
  }
}

extension Diagnostic.Message {
  static func unknownTemplateName(_ name: String, among known: Set<String>) -> Self {
    let nearest = Suggestion.nearest(to: name.clipped, among: known)
    let way =
      nearest.map { "did you mean '\($0)'?" } ?? "the guide to themes lists the names of all values"
    return Self(.unknownTemplateName, .warning, "no value is called '\(name.clipped)'; \(way)")
  }

  static func unusedTemplate(_ name: String, among names: Set<String>) -> Self {
    let nearest = Suggestion.nearest(to: name.clipped, among: names)
    let way = nearest.map { "did you mean '\($0)'?" } ?? "include it, or remove the file"
    return Self(.missingTemplate, .warning, "nothing uses the template '\(name.clipped)'; \(way)")
  }

  static func replacedTemplate(_ name: String) -> Self {
    Self(
      .missingTemplate, .error,
      "no template '\(name)', because 'page.mustache' replaces the whole built-in theme; copy its "
        + "'\(name).mustache' too, or remove 'page.mustache'")
  }

  /// Returns the message for a template that doesn't exist, with the nearest name.
  static func missingTemplate(_ name: String, among names: some Sequence<String>) -> Self {
    let wayOut =
      Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "add '\(name.clipped).mustache'"
    return Self(.missingTemplate, .error, "no template '\(name.clipped)'; \(wayOut)")
  }
}
