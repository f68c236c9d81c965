import DocgenProcesses
import Foundation

/// The search path of tests for programs.
public enum SearchPath {
  /// The folders of `PATH`, without a bubblewrap that is installed but doesn't work, as in most
  /// containers: docgen would report it in every run, and the expected outputs don't contain that.
  public static let usable: String = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map(String.init)
    let having = folders.filter {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(Sandbox.bubblewrapName)")
    }
    guard let first = having.first, !works("\(first)/\(Sandbox.bubblewrapName)") else {
      return folders.joined(separator: ":")
    }
    let others = BuiltProducts.folder.appending(path: "tools-of-tests").path
    try? FileManager.default.removeItem(atPath: others)
    try? FileManager.default.createDirectory(atPath: others, withIntermediateDirectories: true)
    for folder in having {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name != Sandbox.bubblewrapName {
        // Of a name in two folders, the first is used.
        symlink("\(folder)/\(name)", "\(others)/\(name)")
      }
    }
    return (folders.filter { !having.contains($0) } + [others]).joined(separator: ":")
  }()

  /// This process's variables, with the usable path.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["PATH": usable]) { $1 }
  }

  private static func works(_ program: String) -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let arguments =
      [program] + Sandbox.isolation + ["--ro-bind", "/", "/"] + Sandbox.ownFolders + ["/bin/true"]
    let trial = Command(
      .inquiry, executable: program, arguments: arguments, environment: [:], directory: "/")
    let streams = [nothing, nothing, nothing, nothing]
    return (try? ChildProcess(trial, descriptors: streams, endsWithThread: false))?.wait()
      == .exited(0)
  }
}
