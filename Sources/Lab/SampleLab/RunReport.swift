import Foundation
import JSON
import LabEnvironment
import Synchronization

/// A file in which a run says what whoever started it wants to know, a line each.
///
/// - `port 49152 4984`: which port to read as which.
/// - `drawn` with a JSON string: a code, a token or a session's id that a server gives out.
/// - `chosen` with a JSON string: a password or a client's secret that a server knows.
/// - `came 3`: the third request has come.
/// - `request` with a JSON object: a server turns to it.
/// - `further 3`: a server turns to one that isn't told in full.
/// - `answer` with a JSON object.
/// - `gone 3`: the third request's client has given it up.
/// - `ended`: a program has ended, and the run has come to rest.
/// - `unordered`: requests came at once and were taken as luck would have it.
///
/// A report that can't be written is done without: the sample is what counts.
final class RunReport: Sendable {
  /// Opened for appending, so that several labs of one run don't write over each other's lines.
  private let file: FileHandle?

  /// The ports told so far, as they are to be read.
  private let canonicalPorts = Mutex<[Int: Int]>([:])

  /// Numbers are one run's, whichever of its labs is asked.
  private static let requests = Atomic(0)

  /// A report that appends to a file, which is made if it isn't there.
  init(path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    file = descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Says which port to read as which, so that outputs do not depend on the ports that were free.
  func add(port: Int, as canonical: Int) {
    canonicalPorts.withLock { $0[port] = canonical }
    add("port \(port) \(canonical)")
  }

  /// Says what isn't to be shown.
  func add(_ secret: LabSecret) {
    switch secret {
    case .drawn(let text): add("drawn " + JSONValue.string(text).serialized())
    case .chosen(let text): add("chosen " + JSONValue.string(text).serialized())
    }
  }

  /// A host with its port, as outputs show it.
  func canonicalHost(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), let port = Int(host[host.index(after: colon)...]),
      let canonical = canonicalPorts.withLock({ $0[port] })
    else { return host }
    return "\(host[..<colon]):\(canonical)"
  }

  /// Adds a line.
  func add(_ line: String) {
    try? file?.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next request's number, from 1.
  func nextRequest() -> Int {
    Self.requests.add(1, ordering: .relaxed).newValue
  }
}
