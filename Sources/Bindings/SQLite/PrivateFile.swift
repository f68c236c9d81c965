import Foundation

/// Keeps a database's file from everybody but its owner.
enum PrivateFile {
  /// Makes the file if it isn't there, before SQLite would make it for everybody to read.
  ///
  /// What goes wrong here goes wrong again when SQLite opens the file, and is reported then.
  static func prepare(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      // By its path: to open and close a file takes away the locks that this process has on it.
      chmod(path, 0o600)
    }
  }
}
