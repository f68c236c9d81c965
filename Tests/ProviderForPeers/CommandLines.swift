import Foundation

/// The lines of standard input, read by a thread of their own: reading blocks.
enum CommandLines {
  static var ofStandardInput: AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
