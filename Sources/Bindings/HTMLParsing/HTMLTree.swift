internal import CDocgenGumbo

/// The elements of an HTML page, as a browser understands it, each with its position in the text.
///
/// libgumbo implements the HTML standard's tokenizer and tree construction.
public struct HTMLTree: Sendable {
  /// An element with a start tag in the text.
  public struct Element: Sendable, Hashable {
    /// The name in lower case.
    public var name: String
    /// The attributes, with their character references resolved.
    public var attributes: [String: String]
    /// The range of the start tag, in UTF-8 bytes.
    public var startTag: Range<Int>
    /// The range of the end tag that ends it, maybe of an outer element; `nil` when there is none.
    public var end: Range<Int>?
    /// Whether that is its own end tag.
    public var isClosed: Bool
    /// Whether the element is part of SVG or MathML, where a start tag can be the complete element.
    public var isForeign: Bool
  }

  /// The elements in the order of their start tags.
  public private(set) var elements: [Element] = []

  /// The indices of elements by the beginning of their start tag, while they are found.
  private var indices: [Int: Int] = [:]

  /// Parses a page.
  ///
  /// - Precondition: no more than a few thousand elements are open at once; libgumbo frees its tree
  ///   recursively.
  public init(parsing text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { read($0) }
    }
    elements.sort { $0.startTag.lowerBound < $1.startTag.lowerBound }
  }

  private mutating func read(_ text: UnsafeBufferPointer<CChar>) {
    var options = kGumboDefaultOptions
    guard let start = text.baseAddress,
      let output = gumbo_parse_with_options(&options, start, text.count)
    else { return }
    defer { gumbo_destroy_output(&options, output) }
    /// Returns the range of a piece of the text; `nil` for one that the standard implies.
    func range(_ piece: GumboStringPiece) -> Range<Int>? {
      guard let data = piece.data, piece.length > 0 else { return nil }
      return data - start..<data - start + Int(piece.length)
    }
    var open = [output.pointee.root]
    while let next = open.popLast() {
      guard let node = next?.pointee else { continue }
      switch node.type {
      case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
        let element = node.v.element
        add(element, at: range(element.original_tag), to: range(element.original_end_tag))
        // The first child is the next on the stack.
        for index in (0..<Int(element.children.length)).reversed() {
          open.append(element.children.data[index]?.assumingMemoryBound(to: GumboNode.self))
        }
      default: break
      }
    }
  }

  private mutating func add(
    _ element: GumboElement, at startTag: Range<Int>?, to end: Range<Int>?
  ) {
    guard let startTag else { return }
    let name = Self.name(of: element.original_tag)
    let isClosed = Self.name(of: element.original_end_tag) == name
    // The adoption agency algorithm (HTML 13.2.6.4.7) copies elements with their tags.
    if let known = indices[startTag.lowerBound] {
      if !elements[known].isClosed {
        (elements[known].end, elements[known].isClosed) = (end, isClosed)
      }
      return
    }
    indices[startTag.lowerBound] = elements.count
    let attributes = (0..<Int(element.attributes.length)).compactMap { index in
      element.attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self).pointee
    }.map { (String(cString: $0.name), String(cString: $0.value)) }
    elements.append(
      Element(
        name: name, attributes: Dictionary(attributes) { first, _ in first }, startTag: startTag,
        end: end, isClosed: isClosed, isForeign: element.tag_namespace != GUMBO_NAMESPACE_HTML))
  }

  private static func name(of tag: GumboStringPiece) -> String {
    guard tag.data != nil, tag.length > 0 else { return "" }
    var name = tag
    gumbo_tag_from_original_text(&name)
    let bytes = UnsafeRawBufferPointer(start: name.data, count: Int(name.length))
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
