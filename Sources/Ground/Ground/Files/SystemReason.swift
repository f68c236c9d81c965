import Foundation

extension Error {
  /// The system's reason why a file can't be used, such as "No such file or directory".
  ///
  /// Leaves out the text that Foundation adds; any other error gives its own description.
  package var systemReason: String {
    guard let error = self as? POSIXError ?? (self as? CocoaError)?.underlying as? POSIXError else {
      return localizedDescription
    }
    return String(cString: strerror(error.code.rawValue))
  }
}
