internal import CDocgenYAML
import DocgenGround

/// Builds nodes from libyaml's events.
struct EventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The text that libyaml reads while it parses.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let lineOffset: Int
  private let lines: SourceLines
  /// The scalars with a name; those of lists could make a small file endless.
  private var named: [String: YAMLNode] = [:]

  init(text: String, lineOffset: Int) {
    self.lineOffset = lineOffset
    lines = text.splitIntoLines()
    input = .allocate(capacity: max(1, text.utf8.count))
    _ = input.initialize(from: text.utf8)
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, text.utf8.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  mutating func readDocument() throws(YAMLError) -> YAMLNode? {
    while true {
      var event = try next()
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
      case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return nil
      default: return try node(beginning: &event, depth: 0)
      }
    }
  }

  private mutating func next() throws(YAMLError) -> yaml_event_t {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not valid YAML"
      let context = parser.pointee.context.map { String(cString: $0) } ?? ""
      if context == "while scanning a quoted scalar", problem == "found unexpected end of stream" {
        throw YAMLError(
          message: "nothing closes this quotation mark",
          position: position(parser.pointee.context_mark))
      }
      if problem.hasPrefix("did not find expected ',' or '") {
        throw YAMLError(
          message:
            "\(problem.suffix(10)) is missing after this bracket; a text with '#' needs quotes",
          position: position(parser.pointee.context_mark))
      }
      let place = lastText(before: parser.pointee.problem_mark)
      throw YAMLError(message: advice(on: problem, at: place) ?? problem, position: place)
    }
    return event
  }

  /// Returns what to do about a problem that libyaml names by its own words.
  private func advice(on problem: String, at place: SourcePosition) -> String? {
    switch problem {
    case "found character that cannot start any token",
      "found a tab character that violates indentation":
      let sign = lines[place.line - 1 - lineOffset].utf8.dropFirst(place.column - 1).first
      return sign == UInt8(ascii: "\t")
        ? "a tab can't indent; write spaces"
        : "a text that begins with this character needs quotes"
    case "mapping values are not allowed in this context":
      return "indent this key like those before it; a text with ': ' needs quotes"
    case "did not find expected node content":
      return "a value is missing before this; put a text that contains '#' in quotes"
    default: return nil
    }
  }

  private mutating func node(
    beginning event: inout yaml_event_t, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    let start = position(event.start_mark)
    if depth > YAMLParser.maximumDepth {
      throw YAMLError(message: "nested too deeply", position: start)
    }
    switch event.type {
    case YAML_SCALAR_EVENT: return try scalar(event)
    case YAML_SEQUENCE_START_EVENT:
      try refuseDecoration(
        event.data.sequence_start.anchor, tag: event.data.sequence_start.tag, position: start)
      return try sequence(from: start, depth: depth)
    case YAML_MAPPING_START_EVENT:
      try refuseDecoration(
        event.data.mapping_start.anchor, tag: event.data.mapping_start.tag, position: start)
      return try mapping(from: start, depth: depth)
    default:
      let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
      guard let named = named[name] else {
        throw YAMLError(message: "no text before this has the name '\(name)'", position: start)
      }
      return YAMLNode(kind: named.kind, range: SourceRange(start, position(event.end_mark)))
    }
  }

  private mutating func scalar(_ event: yaml_event_t) throws(YAMLError) -> YAMLNode {
    let data = event.data.scalar
    let start = position(event.start_mark)
    try refuseDecoration(nil, tag: data.tag, position: start)
    let text = String(
      decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    let node = YAMLNode(
      kind: .scalar(text, isPlain: data.style == YAML_PLAIN_SCALAR_STYLE),
      range: SourceRange(start, position(event.end_mark)))
    if let anchor = data.anchor { named[String(cString: anchor)] = node }
    return node
  }

  private func refuseDecoration(
    _ anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?,
    position: SourcePosition
  ) throws(YAMLError) {
    if anchor != nil || tag != nil {
      throw YAMLError(
        message: "tags, and anchors of lists and mappings, are not supported", position: position)
    }
  }

  private mutating func sequence(
    from start: SourcePosition, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    var elements: [YAMLNode] = []
    while true {
      var event = try next()
      defer { yaml_event_delete(&event) }
      if event.type == YAML_SEQUENCE_END_EVENT {
        let range = SourceRange(start, position(event.end_mark))
        return YAMLNode(kind: .sequence(elements), range: range)
      }
      elements.append(try node(beginning: &event, depth: depth + 1))
    }
  }

  private mutating func mapping(
    from start: SourcePosition, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    var pairs: [YAMLNode.Pair] = []
    while true {
      var event = try next()
      defer { yaml_event_delete(&event) }
      if event.type == YAML_MAPPING_END_EVENT {
        let range = SourceRange(start, position(event.end_mark))
        return YAMLNode(kind: .mapping(pairs), range: range)
      }
      let key = try node(beginning: &event, depth: depth + 1)
      var valueEvent = try next()
      defer { yaml_event_delete(&valueEvent) }
      pairs.append(.init(key: key, value: try node(beginning: &valueEvent, depth: depth + 1)))
    }
  }

  /// Returns the position of a problem; the end of the last text if the problem is after it.
  private func lastText(before mark: yaml_mark_t) -> SourcePosition {
    var line = min(Int(mark.line), lines.count - 1)
    if line == Int(mark.line), !lines[line].isEmpty { return position(mark) }
    while line > 0, lines[line].isEmpty { line -= 1 }
    return SourcePosition(line: line + 1 + lineOffset, column: lines[line].utf8.count + 1)
  }

  /// Converts a mark: libyaml counts lines and columns from 0, and columns in characters, not in
  /// bytes.
  private func position(_ mark: yaml_mark_t) -> SourcePosition {
    let line = Int(mark.line)
    let text = lines.indices.contains(line) ? lines[line] : ""
    let bytes = text.unicodeScalars.prefix(Int(mark.column)).reduce(0) { $0 + UTF8.width($1) }
    return SourcePosition(line: line + 1 + lineOffset, column: bytes + 1)
  }
}
