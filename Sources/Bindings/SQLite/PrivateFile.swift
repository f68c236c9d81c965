import Foundation

/// Makes a database's file accessible only to its owner.
enum PrivateFile {
  /// Creates the file if it doesn't exist, before SQLite would create it readable by all users.
  ///
  /// An error here occurs again when SQLite opens the file, and is reported then.
  static func prepare(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      // Use the path: closing a descriptor of the file would release this process's locks on it.
      chmod(path, 0o600)
    }
  }
}
