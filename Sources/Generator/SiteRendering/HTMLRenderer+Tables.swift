import DocgenDocModel

extension HTMLRenderer {
  /// Writes a table, with what a theme needs to show its rows as cards where the column is narrow.
  ///
  /// Each cell has the header of its column. Roles keep the table a table for assistive technology
  /// when a style sheet changes how it is laid out.
  mutating func write(_ table: Table) {
    isInTable = true
    defer { isInTable = false }
    let labels = table.header.map { HTMLText.escape($0.plainText) }
    let hasRowHeaders = Self.hasRowHeaders(table)
    html += "<div class=\"table\"><table role=\"table\">\n"
    html += "<thead role=\"rowgroup\"><tr role=\"row\">"
    for (index, content) in table.header.enumerated() {
      let style = style(ofColumn: index, in: table, isHeader: true)
      html +=
        content.isEmpty
        ? "<td role=\"cell\"\(style)></td>"
        : "<th role=\"columnheader\" scope=\"col\"\(style)>\(inlines(content))</th>"
    }
    html += "</tr>\n</thead>\n<tbody role=\"rowgroup\">\n"
    for row in table.rows {
      html += "<tr role=\"row\">"
      for (index, content) in row.enumerated() {
        let style = style(ofColumn: index, in: table, isHeader: false)
        if index == 0, hasRowHeaders {
          html += "<th role=\"rowheader\" scope=\"row\"\(style)>\(inlines(content))</th>"
        } else {
          let label = index > 0 && index < labels.count ? " data-l=\"\(labels[index])\"" : ""
          html += "<td role=\"cell\"\(label)\(style)>\(inlines(content))</td>"
        }
      }
      html += "</tr>\n"
    }
    html += "</tbody>\n</table></div>\n"
  }

  /// The most letters of code that need no room of their own.
  private var shortCode: Int { 12 }

  private func style(ofColumn index: Int, in table: Table, isHeader: Bool) -> String {
    let alignment = index < table.alignments.count ? table.alignments[index] : .none
    var classes = alignment == .none ? [] : ["align-\(alignment)"]
    if isHeader, !table.rows.isEmpty,
      table.rows.allSatisfy({ index < $0.count && $0[index].isCode }),
      table.rows.contains(where: { $0[index].plainText.count > shortCode })
    {
      classes.append("codes")
    }
    return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
  }

  /// Whether the first column names the rows: it has a different text in each.
  private static func hasRowHeaders(_ table: Table) -> Bool {
    let names = table.rows.map { $0.first?.plainText ?? "" }
    return table.header.count > 1 && !names.contains("") && Set(names).count == names.count
  }
}

extension [Inline] {
  /// Whether a cell contains only code.
  fileprivate var isCode: Bool {
    !isEmpty
      && allSatisfy { inline in
        switch inline.kind {
        case .code: true
        case .text(let text): text.allSatisfy { $0.isWhitespace || $0.isPunctuation }
        default: false
        }
      }
  }
}
