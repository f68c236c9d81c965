import DocgenGround

/// A rendering: walks the nodes of templates, with the values around each node.
struct Renderer {
  /// The output so far.
  var output = OutputBuffer()
  /// The limit that stopped the rendering.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether a tag may have used the numbers of examples of the site.
  var usesFigures = false

  let templates: [Template]
  /// The rendered file, such as a page, for notes.
  let subject: SourceLocation
  /// The values around the current node, innermost last.
  var context: [TemplateValue]
  /// The parents around the current node, innermost last, including those whose argument is being
  /// rendered.
  var frames: [Frame] = []
  /// The index of the innermost parent whose arguments apply here.
  var visibleFrame: Int?
  var depth = 0
  var steps = 0

  /// The deepest nesting of sections, blocks, partials and parents, so that no template exhausts
  /// the stack.
  static let maximumDepth = 256
  /// The most contents to render, so that every rendering ends.
  static let maximumSteps = 1_000_000
  /// The most bytes to render.
  static let maximumSize = 64 << 20

  /// A parent and the parent around it.
  struct Frame {
    let outer: Int?
    let template: Int
    let inclusion: Int
  }

  /// A tag: a node of a template.
  struct TagPosition {
    let node: Int
    let template: Int
  }

  /// An error that stops rendering.
  struct Stop: Error {
    let diagnostic: Diagnostic
  }

  init(templates: [Template], data: TemplateValue, subject: SourceLocation) {
    self.templates = templates
    self.subject = subject
    context = [data]
  }

  /// Renders a template with the data.
  mutating func render(_ template: Int) {
    do {
      try render(templates[template].nodes.indices, of: template)
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }

  private mutating func render(_ nodes: Range<Int>, of index: Int) throws(Stop) {
    // Nothing is copied of a template, since a page renders its smallest parts thousands of times.
    var node = nodes.lowerBound
    while node < nodes.upperBound {
      switch templates[index].nodes[node] {
      case .text(let range): output.write(templates[index].source.bytes[range])
      case .lineStart: output.beginLine()
      case .variable(let path, let isEscaped):
        write(value(of: templates[index].paths[path]), isEscaped: isEscaped)
      case .section(let path, let end):
        try renderSection(node + 1..<end, of: index, for: value(of: templates[index].paths[path]))
        node = end - 1
      case .inverted(let path, let end):
        if value(of: templates[index].paths[path]).isFalse {
          try nest(node + 1..<end, of: index, at: TagPosition(node: node, template: index))
        }
        node = end - 1
      case .block(let block, let end):
        try renderBlock(
          templates[index].blocks[block], default: node + 1..<end,
          at: TagPosition(node: node, template: index))
        node = end - 1
      case .inclusion(let inclusion, let end):
        try renderInclusion(inclusion, at: TagPosition(node: node, template: index))
        node = end - 1
      }
      node += 1
    }
  }

  private mutating func write(_ value: TemplateValue, isEscaped: Bool) {
    if isEscaped, case .text(let text) = value {
      output.write(escaping: text)
    } else {
      output.write(value.text)
    }
  }

  private mutating func renderSection(
    _ content: Range<Int>, of template: Int, for value: TemplateValue
  ) throws(Stop) {
    if value.isFalse { return }
    guard case .list(let elements) = value else {
      return try nest(content, of: template, within: value)
    }
    for element in elements { try nest(content, of: template, within: element) }
  }

  private mutating func nest(
    _ content: Range<Int>, of template: Int, within value: TemplateValue
  ) throws(Stop) {
    context.append(value)
    try nest(
      content, of: template, at: TagPosition(node: content.lowerBound - 1, template: template))
    context.removeLast()
  }

  /// Renders the content of a tag, within the limits.
  mutating func nest(
    _ content: Range<Int>, of template: Int, at tag: TagPosition
  ) throws(Stop) {
    depth += 1
    steps += 1
    if depth > Self.maximumDepth { throw stop(.nestedTooDeep(Self.maximumDepth), at: tag) }
    if steps > Self.maximumSteps || output.bytes.count > Self.maximumSize {
      throw stop(.tooMuchToRender, at: tag)
    }
    try render(content, of: template)
    depth -= 1
  }

  private func stop(_ message: Diagnostic.Message, at tag: TagPosition) -> Stop {
    Stop(
      diagnostic: Diagnostic(
        message, at: templates[tag.template].location(of: tag.node),
        notes: [Diagnostic.Note("while this was rendered", at: subject)]))
  }

  /// Returns the value of a path; `null` when there is none.
  mutating func value(of path: NamePath) -> TemplateValue {
    guard let first = path.first else { return context.last ?? .null }
    if path.isOfFigures { usesFigures = true }
    for index in context.indices.reversed() {
      guard var found = context[index][first] else { continue }
      for name in path.rest { found = found[name] ?? .null }
      return found
    }
    return .null
  }
}

extension Diagnostic.Message {
  fileprivate static func nestedTooDeep(_ depth: Int) -> Self {
    Self(
      .templateLimit, .error,
      "sections, blocks and partials are more than \(depth) deep in each other here; "
        + "end the recursion in the data or the template")
  }

  fileprivate static var tooMuchToRender: Self {
    Self(
      .templateLimit, .error,
      "rendering takes more than \(Renderer.maximumSteps) steps or \(Renderer.maximumSize >> 20) MB"
        + "; look for partials or lists that multiply each other")
  }
}
