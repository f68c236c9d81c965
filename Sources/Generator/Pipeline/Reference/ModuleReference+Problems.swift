import DocgenGround

extension ModuleReference {
  /// A warning for each symbol without a comment, for each that is deprecated without a reason, and
  /// for each description of a parameter that doesn't exist.
  var diagnostics: [Diagnostic] {
    // The compiler calls these.
    let builders = symbols.filter { $0.declaration.contains("@resultBuilder") }
      .flatMap { relations.members[$0.identifier.precise] ?? [] }
      .filter { $0.name.hasPrefix("build") }
    let called = Set(builders.map(\.identifier.precise))
      // These have the comment of their requirement, and no page.
      .union(relations.defaults.values.joined().map(\.identifier.precise))
    return symbols.flatMap { symbol in
      let isCalled = called.contains(symbol.identifier.precise)
      let lacksComment = symbol.docComment == nil && symbol.topic != .cases && !isCalled
      let messages = [
        lacksComment ? Diagnostic.Message.undocumented(symbol.fullName) : nil,
        symbol.isDeprecatedInSilence ? .deprecatedInSilence(symbol.fullName) : nil,
      ]
      return messages.compactMap(\.self).compactMap { diagnostic($0, at: symbol) }
        + unknownParameters(of: symbol)
    }
  }

  private func unknownParameters(of symbol: SymbolGraph.Symbol) -> [Diagnostic] {
    guard let signature = symbol.functionSignature,
      // The comment of a requirement has the names of the requirement's parameters.
      relations.requirements[symbol.identifier.precise] == nil
    else { return [] }
    let names = (signature.parameters ?? []).flatMap { [$0.internalName ?? $0.name, $0.name] }
      .filter { $0 != "_" }
    return comment(of: symbol).parameters.compactMap { name, origin in
      guard !names.contains(name), let origin else { return nil }
      let start = SourcePosition(line: origin.line, column: origin.column + 1)
      let end = SourcePosition(line: origin.line, column: start.column + name.utf8.count)
      return Diagnostic(
        .unknownParameter(
          name, of: symbol.fullName, nearest: Suggestion.nearest(to: name, among: names)),
        at: SourceLocation(file: origin.file, range: SourceRange(start, end)))
    }
  }

  private func diagnostic(_ message: Diagnostic.Message, at symbol: SymbolGraph.Symbol)
    -> Diagnostic?
  {
    guard let location = symbol.location, let file = path(of: location.uri) else { return nil }
    let position = SourcePosition(
      line: location.position.line + 1, column: location.position.character + 1)
    return Diagnostic(message, at: SourceLocation(file: file, range: SourceRange(at: position)))
  }
}

extension Diagnostic.Message {
  static func undocumented(_ name: String) -> Self {
    Self(
      .undocumented, .warning,
      "'\(name)' is public and has no doc comment, so its page has only the declaration; describe "
        + "it in a comment with '///'")
  }

  static func deprecatedInSilence(_ name: String) -> Self {
    Self(
      .undocumented, .warning,
      "'\(name)' is deprecated without 'message' or 'renamed'; say what to use instead")
  }

  static func unknownParameter(_ name: String, of function: String, nearest: String?) -> Self {
    let way = nearest.map { "; did you mean '\($0)'?" } ?? "; remove its description"
    return Self(.unknownSymbol, .warning, "'\(function)' has no parameter '\(name)'\(way)")
  }

  static func staleModule(_ name: String) -> Self {
    Self(
      .staleModule,
      "this file has changed since '\(name)' was built, so its page would be out of date; run "
        + "docgen again")
  }

  static func unknownModule(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(
      .invalidSiteValue, "'reference' names a module '\(name)' that samples can't import\(way)")
  }
}
