import CSampleHost
import Foundation
import Samples

/// Where tests look for programs.
public enum SearchPath {
  /// The folders of `PATH`, without a bubblewrap that is installed and doesn't work here, as in most
  /// containers: whoever finds it says so each time, and what tests hold against is free of that.
  public static let usable: String = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map(String.init)
    let having = folders.filter {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(Bubblewrap.name)")
    }
    guard let first = having.first, !works("\(first)/\(Bubblewrap.name)") else {
      return folders.joined(separator: ":")
    }
    let others = BuiltProducts.folder.appending(path: "tools-of-tests").path
    try? FileManager.default.removeItem(atPath: others)
    try? FileManager.default.createDirectory(atPath: others, withIntermediateDirectories: true)
    for folder in having {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name != Bubblewrap.name {
        // Of a name that is in two folders, the first stays.
        symlink("\(folder)/\(name)", "\(others)/\(name)")
      }
    }
    return (folders.filter { !having.contains($0) } + [others]).joined(separator: ":")
  }()

  /// This process's variables, with that path.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["PATH": usable]) { $1 }
  }

  private static func works(_ program: String) -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let words =
      [program] + Bubblewrap.isolation + ["--ro-bind", "/", "/"] + Bubblewrap.ownFolders
      + ["/bin/true"]
    let texts = words.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var pid: pid_t = 0
    var status: Int32 = -1
    guard
      csamplehost_spawn(&pid, program, texts, [nil], "/", [nothing, nothing, nothing, nothing], 0)
        == 0
    else { return false }
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }
}
