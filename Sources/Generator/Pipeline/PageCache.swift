import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation

/// The file with what the last builds knew of a site's pages: their summaries, and what they were
/// rendered from.
///
/// It begins with a hash of what all pages have in common. Each build appends entries for what has
/// changed, and at last one with the state of the output folder. An entry is its kind, the lengths
/// of three parts, and these: a path, what each build needs, and what few builds need. The last
/// entry of a path counts.
struct PageCache: Sendable {
  /// The kinds of entries; words are those of a record's page.
  private enum Kind: UInt8, CaseIterable { case summary = 1, record, words, goneRecord, end, state }

  private struct Entry {
    var head: Range<Int>
    var rest: Range<Int>
  }

  private let file: URL
  private let fileState: FileState?
  private let identity: String
  private let bytes: Data
  private var entries: [Kind: [String: Entry]] = [:]
  /// The number of all entries in the file; `nil` if it doesn't end with an entry.
  private var count: Int?

  /// Reads the cache of a site.
  ///
  /// - Parameters:
  ///   - folder: the folder for caches.
  ///   - output: the output folder; another one has another file.
  ///   - ingredients: what all pages have in common; nothing is known of pages made from others.
  init(in folder: URL, of output: URL, madeFrom ingredients: [String]) {
    let name = ContentHash.of([output.resolved.path])
    file = folder.appending(path: "pages-\(name.prefix(16))")
    identity = ContentHash.of(ingredients)
    fileState = FileState(file.path)
    let bytes = (try? Data(contentsOf: file, options: .alwaysMapped)) ?? Data()
    self.bytes = bytes
    if bytes.starts(with: identity.utf8) { bytes.withUnsafeBytes { readEntries($0) } }
  }

  private mutating func readEntries(_ bytes: UnsafeRawBufferPointer) {
    var position = identity.utf8.count
    var count = 0
    while position + 13 <= bytes.count, let kind = Kind(rawValue: bytes[position]) {
      let lengths = (0..<3).map { part in
        let offset = position + 1 + 4 * part
        return Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      let head = position + 13 + lengths[0]
      let rest = head + lengths[1]
      let end = rest + lengths[2]
      guard end <= bytes.count else { return }
      let path = String(decoding: bytes[position + 13..<head], as: UTF8.self)
      let entry = Entry(head: head..<rest, rest: rest..<end)
      if kind == .goneRecord {
        entries[.record]?[path] = nil
      } else {
        entries[kind, default: [:]][path] = entry
      }
      count += 1
      position = end
    }
    if position == bytes.count { self.count = count }
  }

  /// Whether a document was in a state when it was summarized.
  func isKnown(_ path: String, in state: FileState) -> Bool {
    guard let entry = entries[.state]?[path], entries[.summary]?[path] != nil else { return false }
    return bytes[entry.head].elementsEqual(state.description.utf8)
  }

  /// Returns the summary of a document; `nil` when its text has changed.
  func summary(
    of file: SourceFile, document: @escaping @Sendable () -> ParsedDocument
  ) -> PageSummary? {
    guard let entry = entries[.summary]?[file.path] else { return nil }
    let summary = PageSummary(
      head: fields(entry), rest: { [bytes] in Array(bytes[entry.rest]) }, document: document)
    return !file.isRead || summary?.digest == PageSummary.digest(of: file) ? summary : nil
  }

  /// Returns what pages were rendered from, by their paths.
  ///
  /// The pages are those in the output folder, so they are unknown once anything there has another
  /// state than at the end of that build.
  func records(ofSiteInState site: UInt64) -> [String: PageRecord] {
    guard let end = entries[.end]?[""], bytes[end.head].elementsEqual(String(site).utf8) else {
      return [:]
    }
    let words = entries[.words] ?? [:]
    let known = (entries[.record] ?? [:]).map { (path: $0.key, entry: $0.value) }
    let found = known.concurrentMap { path, entry -> (String, PageRecord)? in
      let rest = words[path]?.rest
      let read = rest.map { rest in { @Sendable [bytes] in Array(bytes[rest]) } }
      return PageRecord(head: fields(entry), words: read).map { (path, $0) }
    }
    return Dictionary(found.compactMap(\.self)) { first, _ in first }
  }

  private func fields(_ entry: Entry) -> Fields {
    bytes.withUnsafeBytes { Fields(UnsafeRawBufferPointer(rebasing: $0[entry.head])) }
  }

  /// Writes what a build knows of the pages.
  ///
  /// - Parameters:
  ///   - states: the states of the documents with these summaries, where known.
  ///   - site: the state of the output folder, which another thread may still be finding.
  /// - Throws: when the file can't be written.
  func save(
    _ records: [String: PageRecord], _ summaries: [PageSummary], in states: [String: FileState],
    ofSiteInState site: Lazy<FileStates>
  ) throws {
    // Another build may have written it, and half of it may be of use to nobody.
    let limit = 100 + 4 * (records.count + summaries.count + states.count)
    let isAppended = count.map { $0 < limit } == true && fileState == FileState(file.path)
    let target = isAppended ? file : file.appendingPathExtension("new")
    if !isAppended {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(identity.utf8).write(to: target)
    }
    let file = try EntryFile(appendingTo: target)
    func add(_ kind: Kind, _ path: String) throws {
      guard !isAppended, let entry = entries[kind]?[path] else { return }
      try file.add(kind, path, Array(bytes[entry.head]), Array(bytes[entry.rest]))
    }
    // A few at once, which don't take much memory.
    for start in stride(from: 0, to: summaries.count, by: 256) {
      let some = Array(summaries[start..<min(start + 256, summaries.count)])
      let rests = some.concurrentMap { $0.isCached ? [] : $0.rest }
      for (summary, rest) in zip(some, rests) {
        if summary.isCached {
          try add(.summary, summary.source)
        } else if let head = summary.head {
          try file.add(.summary, summary.source, Array(head.utf8), rest)
        }
        guard let state = states[summary.source] else { continue }
        if isKnown(summary.source, in: state) {
          try add(.state, summary.source)
        } else {
          try file.add(.state, summary.source, Array(state.description.utf8), [])
        }
      }
    }
    for (path, record) in records {
      if record.isCached {
        try add(.record, path)
      } else if let head = record.head {
        try file.add(.record, path, Array(head.utf8), [])
      } else {
        try file.add(.goneRecord, path, [], [])
      }
      if record.hasCachedWords {
        try add(.words, path)
      } else if let words = record.words {
        try file.add(.words, path, [], words.bytes)
      }
    }
    for path in (entries[.record] ?? [:]).keys where records[path] == nil {
      try file.add(.goneRecord, path, [], [])
    }
    try file.add(.end, "", Array(String(site.value.digest).utf8), [])
    try file.finish()
    if !isAppended, rename(target.path, self.file.path) != 0 { throw POSIXError.last }
  }

  /// The file to which entries are appended.
  private final class EntryFile {
    private let handle: FileHandle
    private var data: [UInt8] = []

    init(appendingTo url: URL) throws {
      handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
    }

    deinit { try? handle.close() }

    func add(_ kind: Kind, _ path: String, _ head: [UInt8], _ rest: [UInt8]) throws {
      data.append(kind.rawValue)
      for length in [path.utf8.count, head.count, rest.count] {
        withUnsafeBytes(of: UInt32(length).littleEndian) { data.append(contentsOf: $0) }
      }
      data.append(contentsOf: path.utf8)
      data.append(contentsOf: head)
      data.append(contentsOf: rest)
      // All of it would be much of a large site's memory.
      guard data.count >= 1 << 20 else { return }
      try handle.write(contentsOf: data)
      data.removeAll(keepingCapacity: true)
    }

    /// Writes what is left.
    func finish() throws { try handle.write(contentsOf: data) }
  }
}
