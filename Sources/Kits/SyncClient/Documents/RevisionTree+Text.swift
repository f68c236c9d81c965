/// The stored form of a tree: the text of one database column.
extension RevisionTree {
  /// One line per revision, the winner first: its ID, the line number of its parent, its flags.
  ///
  /// `nil` for a single revision, which the other columns describe; most documents have one.
  var text: String? {
    if revisions.count == 1 { return nil }
    var order: [RevisionID] = []
    var lines: [RevisionID: Int] = [:]
    for leaf in leaves {
      for id in history(of: leaf.id) {
        if lines[id] != nil { break }
        lines[id] = order.count
        order.append(id)
      }
    }
    return order.map { id in
      let revision = revisions[id]
      let parent = revision?.parent.flatMap { lines[$0] }.map(String.init) ?? "-"
      let flags =
        (revision?.isDeleted == true ? "d" : "") + (revision?.isRemoved == true ? "r" : "")
      return flags.isEmpty ? "\(id.text) \(parent)" : "\(id.text) \(parent) \(flags)"
    }.joined(separator: "\n")
  }

  /// Parses the format of `text`; `nil` for anything else.
  init?(text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    var ids: [RevisionID] = []
    for line in lines {
      guard (2...3).contains(line.count), let id = RevisionID(String(line[0])) else { return nil }
      ids.append(id)
    }
    self.init(
      zip(ids, lines).map { id, line in
        let parent = Int(line[1]).flatMap { ids.indices.contains($0) ? ids[$0] : nil }
        let flags = line.count > 2 ? line[2] : ""
        return Revision(
          id: id, parent: parent, isDeleted: flags.contains("d"), isRemoved: flags.contains("r"))
      })
  }
}
