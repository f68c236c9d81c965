import Foundation

extension Error {
  /// The system's reason why a file can't be used, such as "No such file or directory".
  ///
  /// Leaves out the text that Foundation adds; any other error has its own description.
  package var systemReason: String {
    guard let error = self as? POSIXError ?? (self as? CocoaError)?.underlying as? POSIXError else {
      let preface = "The operation could not be completed. "
      let text = localizedDescription
      return text.hasPrefix(preface) ? String(text.dropFirst(preface.count)) : text
    }
    return String(cString: strerror(error.code.rawValue))
  }

  /// The description of an error for users: docgen's own, or the file and the reason of one that
  /// Foundation threw.
  package var userDescription: String {
    guard self is any CustomNSError || type(of: self) is NSError.Type else { return "\(self)" }
    let file = (self as? CocoaError).flatMap { $0.filePath ?? $0.url?.path }
    return file.map { "'\($0)': \(systemReason)" } ?? systemReason
  }
}
