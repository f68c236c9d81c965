import DocgenGround
import Foundation
import Synchronization

/// The file to which a run appends the events of its transcript, one per line.
///
/// Write errors are ignored, so that they don't make the sample fail.
final class RunReport: Sendable {
  /// Opened for appending, so that several labs of one run don't overwrite each other's lines.
  private let file: FileHandle?

  /// The count of requests, shared by all labs of a run so that numbers are unique.
  private static let requestCount = Atomic(0)
  /// The number of bytes that the run has recorded.
  private static let recordedBytes = Atomic(0)
  /// The number of bytes after which requests are only counted.
  private static let byteLimit = 3 << 20

  /// Creates a report that appends to a file; creates the file if it doesn't exist.
  init(path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    file = descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Whether the run has recorded as much as it may.
  var isFull: Bool { Self.recordedBytes.load(ordering: .relaxed) > Self.byteLimit }

  /// Appends an event.
  func add(_ event: Transcript.Event) {
    let line = Data((event.text + "\n").utf8)
    Self.recordedBytes.add(line.count, ordering: .relaxed)
    try? file?.write(contentsOf: line)
  }

  /// Returns the next request's number, counted from 1.
  func nextRequest() -> Int { Self.requestCount.add(1, ordering: .relaxed).newValue }
}
