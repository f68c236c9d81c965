internal import CDocgenCmarkGFM
import Synchronization

/// Owns cmark's tree and its parser, and frees both.
struct SyntaxTree: ~Copyable {
  let root: OpaquePointer?
  private let parser: OpaquePointer?

  /// Registers the extensions once per process, as cmark requires.
  private static let registerExtensions: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Serializes the reading of inlines: for that, cmark adds the special characters of its
  /// extensions to global tables, and removes them afterwards.
  private static let readingInlines = Mutex(())

  init(parsing text: String) {
    _ = SyntaxTree.registerExtensions
    let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES)
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      if let found = cmark_find_syntax_extension(name) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    var root: OpaquePointer?
    SyntaxTree.readingInlines.withLock { _ in root = cmark_parser_finish(parser) }
    // The extension for addresses splits texts at each `@`.
    cmark_consolidate_text_nodes(root)
    (self.root, self.parser) = (root, parser)
  }

  deinit {
    // Free the tree first: extension nodes are freed with the parser's memory functions.
    cmark_node_free(root)
    cmark_parser_free(parser)
  }
}
