import DocgenJSON

/// The options of a request for a view's rows (`handleView`, rest/view_api.go).
struct ViewQuery: Sendable {
  var start: JSONValue?
  var end: JSONValue?
  var startID = ""
  var endID = ""
  var keys: [JSONValue]?
  var includesEnd = true
  var isDescending = false
  var skip = 0
  var limit: Int?
  /// Whether to reduce, if the view can; by default it does.
  var reduces = true
  /// The number of elements of an array key that make a group; `nil` for one group of all rows.
  var groupLevel: Int?

  /// Returns the rows that the options select, in their order, reduced if the view is.
  func apply(
    to rows: [ViewRow], reduce: ViewReduce?
  ) throws(StorageError) -> [ViewRow] {
    var selected = selected(from: sorted(rows))
    if reduces, let reduce { selected = try reduced(selected, by: reduce) }
    selected.removeFirst(min(max(0, skip), selected.count))
    return limit.map { Array(selected.prefix(max(0, $0))) } ?? selected
  }

  private func sorted(_ rows: [ViewRow]) -> [ViewRow] {
    rows.sorted { first, second in
      let order = ViewCollation.compare(first.key, second.key)
      let isFirst =
        order == 0 ? ViewCollation.compare(first.id, second.id) < 0 : order < 0
      return isFirst != isDescending
    }
  }

  private func selected(from rows: [ViewRow]) -> [ViewRow] {
    if let keys {
      return keys.flatMap { key in rows.filter { ViewCollation.compare($0.key, key) == 0 } }
    }
    return rows.filter { row in
      if let start {
        let order = order(row, key: start, id: startID)
        if order < 0 { return false }
      }
      guard let end else { return true }
      let order = order(row, key: end, id: includesEnd ? endID : "")
      return order < 0 || (order == 0 && includesEnd)
    }
  }

  /// Returns the order of a row and a bound, in the direction of the request; among equal keys, the
  /// document's id decides if the bound has one.
  private func order(_ row: ViewRow, key: JSONValue, id: String) -> Int {
    var order = ViewCollation.compare(row.key, key)
    if order == 0, !id.isEmpty { order = ViewCollation.compare(row.id, id) }
    return isDescending ? -order : order
  }

  private func reduced(
    _ rows: [ViewRow], by reduce: ViewReduce
  ) throws(StorageError) -> [ViewRow] {
    guard let groupLevel else {
      // Of no rows there is no value either.
      if rows.isEmpty { return [] }
      return [ViewRow(id: "", key: .null, value: try reduce.value(of: rows))]
    }
    var groups: [(key: JSONValue, rows: [ViewRow])] = []
    for row in rows {
      var key = row.key
      if case .array(let parts) = key { key = .array(Array(parts.prefix(groupLevel))) }
      if let last = groups.last, ViewCollation.compare(last.key, key) == 0 {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((key, [row]))
      }
    }
    var reduced: [ViewRow] = []
    for group in groups {
      reduced.append(ViewRow(id: "", key: group.key, value: try reduce.value(of: group.rows)))
    }
    return reduced
  }
}
