import DocgenGround

extension ModuleReference {
  /// A warning for each symbol without a comment, and for each that is deprecated without a reason.
  var diagnostics: [Diagnostic] {
    // The compiler calls these.
    let builders = symbols.filter { $0.declaration.contains("@resultBuilder") }
      .flatMap { relations.members[$0.identifier.precise] ?? [] }
      .filter { $0.name.hasPrefix("build") }
    let called = Set(builders.map(\.identifier.precise))
    return symbols.flatMap { symbol in
      let isCalled = called.contains(symbol.identifier.precise)
      let lacksComment = symbol.docComment == nil && symbol.topic != .cases && !isCalled
      let messages = [
        lacksComment ? Diagnostic.Message.undocumented(symbol.fullName) : nil,
        symbol.isDeprecatedInSilence ? .deprecatedInSilence(symbol.fullName) : nil,
      ]
      return messages.compactMap(\.self).compactMap { diagnostic($0, at: symbol) }
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

  static func staleModule(_ name: String) -> Self {
    Self(
      .staleModule,
      "this file has changed since '\(name)' was built, so its page would be out of date; build the "
        + "module again")
  }

  static func unknownModule(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(
      .invalidSiteValue, "'reference' names a module '\(name)' that samples can't import\(way)")
  }
}
