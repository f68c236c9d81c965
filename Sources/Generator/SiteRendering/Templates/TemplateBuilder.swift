/// Builds nodes from tags and the text between them, and applies the rules of white space.
///
/// A standalone tag, except an interpolation, removes its line. A parent, and a block outside of
/// one, may also open and close on the same line, or begin one line and end another: it is
/// standalone when nothing comes before its opening and after its closing tag.
///
/// Source: the modules of the Mustache specification, version 1.4, and its notes on white space.
struct TemplateBuilder {
  let source: TemplateSource
  let tags: [Tag]
  let partners: [Int?]
  var template: Template
  /// The offset up to which the text has been processed.
  var cursor = 0
  /// Whether nothing on the current line of the source has become a node yet.
  var isLineStart = true
  /// The elements around the cursor.
  var elements: [Element] = []
  /// The indentation of the argument blocks around the cursor.
  var removed = RemovedIndentation()

  /// An element that isn't closed yet.
  struct Element {
    enum Role { case section, parent, argument, block }

    var role: Role
    /// The index of its opening tag.
    var tag: Int
    /// Its node, or the parent's for an argument; `nil` where nothing becomes a node.
    var node: Int?
    /// Whether its content becomes nodes; in a parent, only arguments do.
    var isEmitted: Bool
    /// The index of the node where an argument's content begins.
    var contentStart = 0
  }

  init(source: TemplateSource, tags: [Tag], partners: [Int?]) {
    self.source = source
    self.tags = tags
    self.partners = partners
    template = Template(source: source)
  }

  /// Whether text and tags at the cursor become nodes.
  var isEmitting: Bool { elements.last?.isEmitted ?? true }

  mutating func build() -> Template {
    for index in tags.indices { add(index) }
    addText(upTo: source.bytes.count)
    return template
  }

  private mutating func add(_ index: Int) {
    let tag = tags[index]
    switch tag.kind {
    case .variable, .unescaped:
      beginInline(tag)
      let path = addPath(tag.name)
      append(.variable(path: path, isEscaped: tag.kind == .variable), at: tag.range)
      cursor = tag.range.upperBound
    case .section, .inverted: openSection(index)
    case .partial: addPartial(index)
    case .parent: openParent(index)
    case .block: openBlock(index)
    case .closing: close(index)
    case .comment, .delimiters:
      if !skipLine(of: tag) {
        addText(upTo: tag.range.lowerBound)
        cursor = tag.range.upperBound
      }
    }
  }

  private mutating func openSection(_ index: Int) {
    let tag = tags[index]
    if !skipLine(of: tag) {
      beginInline(tag)
      cursor = tag.range.upperBound
    }
    let path = addPath(tag.name)
    // The end is set when the section closes.
    let node: Template.Node =
      tag.kind == .section ? .section(path: path, end: 0) : .inverted(path: path, end: 0)
    push(.section, tag: index, node: append(node, at: tag.range))
  }

  private mutating func addPartial(_ index: Int) {
    let tag = tags[index]
    let indentation = indentation(before: tag)
    let isAlone = skipLine(of: tag)
    if !isAlone {
      beginInline(tag)
      cursor = tag.range.upperBound
    }
    addInclusion(tag, indentation: isAlone ? indentation : nil)
  }

  private mutating func close(_ index: Int) {
    guard let element = elements.last else { return }
    let tag = tags[index]
    switch element.role {
    case .argument: closeArgument(element, with: tag)
    case .parent: closeParent(element, with: tag)
    case .section, .block:
      if !skipLine(of: tag) {
        addText(upTo: tag.range.lowerBound)
        cursor = tag.range.upperBound
      }
      if element.role == .block { skipLineEnd(from: tags[element.tag], to: tag) }
    }
    elements.removeLast()
    if element.role != .argument, let node = element.node { template.endElement(node) }
  }
}

extension TemplateBuilder {
  /// Adds a node, if the cursor's content becomes nodes; returns its index.
  @discardableResult
  mutating func append(_ node: Template.Node, at range: Range<Int>) -> Int? {
    guard isEmitting else { return nil }
    template.nodes.append(node)
    template.ranges.append(range)
    return template.nodes.count - 1
  }

  /// Opens an element; in a parent, only arguments become nodes.
  mutating func push(_ role: Element.Role, tag: Int, node: Int?) {
    elements.append(
      Element(
        role: role, tag: tag, node: node, isEmitted: node != nil && role != .parent,
        contentStart: template.nodes.count))
  }

  mutating func addPath(_ name: some StringProtocol) -> Int {
    if let path = NamePath(name) { template.paths.append(path) }
    return template.paths.count - 1
  }

  @discardableResult
  mutating func addInclusion(_ tag: Tag, indentation: Range<Int>?) -> Int? {
    guard isEmitting else { return nil }
    template.inclusions.append(
      Template.Inclusion(name: tag.name, indentation: indentation.map { Array(source.bytes[$0]) }))
    let end = template.nodes.count + 1
    return append(.inclusion(template.inclusions.count - 1, end: end), at: tag.range)
  }
}

extension Template {
  /// Sets the end of an element to the node after the last one so far.
  fileprivate mutating func endElement(_ node: Int) {
    switch nodes[node] {
    case .section(let path, _): nodes[node] = .section(path: path, end: nodes.count)
    case .inverted(let path, _): nodes[node] = .inverted(path: path, end: nodes.count)
    case .block(let block, _): nodes[node] = .block(block, end: nodes.count)
    case .inclusion(let inclusion, _): nodes[node] = .inclusion(inclusion, end: nodes.count)
    case .text, .lineStart, .variable: break
    }
  }
}
