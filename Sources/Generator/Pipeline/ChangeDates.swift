import DocgenProcesses
import DocgenSiteRendering
import Foundation

/// When the files of a site last changed, from one call of `git log`.
struct ChangeDates: Sendable {
  /// The dates, by path below the site's root.
  private(set) var dates: [String: ChangeDate] = [:]
  /// Why there are no dates; `nil` if there are.
  private(set) var problem: String?

  /// Reads the dates of a site's documents, which are in some files and folders.
  init(of root: URL, in paths: [String]) async {
    let arguments = ["log", "--format=\u{1}%ct %D", "--name-only", "--relative", "--"] + paths
    guard let command = Self.git(arguments, in: root) else {
      problem = "git isn't installed"
      return
    }
    guard let result = try? await SystemProcesses().run(command) else {
      problem = "git can't be started"
      return
    }
    dates = Self.dates(in: String(decoding: result.output, as: UTF8.self))
    if dates.isEmpty {
      let reason = String(decoding: result.errorOutput, as: UTF8.self).split(separator: "\n").first
      problem =
        reason.map { "git says '\($0)'" }
        ?? "git knows no complete history of '\(paths.joined(separator: "', '"))'"
    }
  }

  /// Returns the id of the commit that a site's folder is at; `nil` outside of a repository.
  static func commit(of root: URL) async -> String? {
    guard let command = git(["rev-parse", "HEAD"], in: root),
      let result = try? await SystemProcesses().run(command), result.ending == .exited(0)
    else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }

  private static func git(_ arguments: [String], in root: URL) -> Command? {
    guard let git = Command.programs(named: "git").first else { return nil }
    var environment = ProcessInfo.processInfo.environment
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["LC_ALL"] = "C.UTF-8"
    // In a container, the site may belong to another user, whose settings must start no program.
    let folder = root.resolved.path
    let settings = [
      "core.quotePath=false", "safe.directory=\(folder)", "log.showSignature=false",
      "core.fsmonitor=false",
    ]
    return Command(
      .inquiry, executable: git, arguments: [git] + settings.flatMap { ["-c", $0] } + arguments,
      environment: environment, directory: root.path, timeout: 60, outputLimit: 64 << 20)
  }

  /// Returns the date of each file: that of the first commit that names it, since the newest comes
  /// first.
  ///
  /// In a shallow clone, the oldest commit seems to add all files; git marks it as grafted.
  static func dates(in log: String) -> [String: ChangeDate] {
    var dates: [String: ChangeDate] = [:]
    for commit in log.split(separator: "\u{1}") {
      let lines = commit.split(separator: "\n")
      guard let first = lines.first, !first.contains("grafted"),
        let seconds = first.split(separator: " ").first.flatMap({ Int($0) })
      else { continue }
      let date = ChangeDate(Date(timeIntervalSince1970: TimeInterval(seconds)))
      for path in lines.dropFirst() where dates[String(path)] == nil {
        dates[String(path)] = date
      }
    }
    return dates
  }
}
