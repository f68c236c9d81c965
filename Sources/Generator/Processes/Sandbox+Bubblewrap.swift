import Foundation

/// How bubblewrap is asked for a system of one's own.
///
/// Tests that ask whether it works here ask with the same words.
extension Sandbox {
  /// Its program.
  package static let bubblewrap = "bwrap"

  /// Nothing of the machine's other processes, network and users.
  package static let isolation = [
    "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "localhost",
  ]

  /// What it makes anew, behind the folders that are shared.
  package static let ownFolders = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]

  /// The system's programs and libraries, and the few settings that they read.
  static var systemFolders: [String] {
    var arguments = ["--ro-bind", "/usr", "/usr"]
    for name in ["bin", "sbin", "lib", "lib32", "lib64"] {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/\(name)") {
        arguments += ["--symlink", target, "/\(name)"]
      } else {
        arguments += ["--ro-bind-try", "/\(name)", "/\(name)"]
      }
    }
    // Programs such as awk are links to where Debian's alternatives lead.
    let files = [
      "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "hosts", "nsswitch.conf", "ssl",
    ]
    for file in files {
      arguments += ["--ro-bind-try", "/etc/\(file)", "/etc/\(file)"]
    }
    return arguments
  }
}
