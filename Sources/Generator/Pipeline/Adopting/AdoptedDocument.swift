import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// A document with the marks found for its blocks so far.
struct AdoptedDocument: Sendable {
  /// The document as its author wrote it.
  let file: SourceFile
  /// Its bytes on disk.
  let bytes: [UInt8]
  /// The line to add at the end, with the defaults that the marks rely on; `nil` if a site has
  /// them.
  var comment: String?
  /// The marks, by the line of the opening fence.
  var marks: [Int: FenceMarks] = [:]

  /// The text with all marks, line ends unchanged.
  var text: String {
    var rewriting = OutputRewriting(String(decoding: bytes, as: UTF8.self))
    // From the last, because lines after an output move.
    for (line, marks) in marks.sorted(by: { $0.key > $1.key }) {
      rewriting.mark(line, options: marks.options, output: marks.output)
    }
    if let comment { rewriting.append(comment) }
    return rewriting.text
  }

  /// The text with the marks of fences only, whose lines have the same numbers as the author's.
  var marked: SourceFile {
    var copy = self
    for line in marks.keys { copy.marks[line]?.output = nil }
    return SourceFile(path: file.path, text: copy.text)
  }

  /// The number of fences that change.
  var changedFences: Int { marks.values.count { !$0.options.isEmpty } }

  /// The number of output blocks that are added.
  var addedOutputs: Int { marks.values.count { $0.output != nil } }
}
