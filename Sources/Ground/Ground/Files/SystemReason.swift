import Foundation

extension Error {
  /// The system's words for why a file can't be used, such as "No such file or directory".
  ///
  /// Those of Foundation around them are left out; any other error is described by its own.
  package var systemReason: String {
    guard let error = self as? POSIXError ?? (self as? CocoaError)?.underlying as? POSIXError else {
      return localizedDescription
    }
    return String(cString: strerror(error.code.rawValue))
  }
}
