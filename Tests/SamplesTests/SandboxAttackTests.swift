import CDocgenSampleHost
import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Attacks of samples on a writer's home, the folder beside a site, other samples and local
/// servers.
///
/// Nothing here leaves the machine.
@Suite(.fewAtOnce) struct SandboxAttackTests {
  private static let attacks = [
    "read a key", "write a start file", "write beside the site", "read another sample's folder",
    "connect out", "ask a service", "read docgen's variables",
  ]

  /// The attacks that succeed.
  private static func successes(with confinement: Confinement) -> Set<String> {
    switch confinement {
    case .bubblewrap: []
    // It knows ports, not addresses, so the network stays.
    case .landlock: ["connect out"]
    case .none: Set(attacks)
    }
  }

  /// A machine with a writer's home, a site, another sample's folder and two servers.
  private final class Machine {
    let site: TestSite
    let listener: Listener
    var root: String { site.folder.resolvingSymlinksInPath().path }

    init() throws {
      site = try TestSite()
      for folder in ["home/.ssh", "tmp/run-of-another/sample"] {
        try FileManager.default.createDirectory(
          at: site.folder.appending(path: folder), withIntermediateDirectories: true)
      }
      for file in ["home/.ssh/id_rsa", "home/.bashrc", "tmp/run-of-another/sample/secret"] {
        try Data("secret".utf8).write(to: site.folder.appending(path: file))
      }
      listener = try Listener(socket: site.folder.appending(path: "service").path)
    }

    func text(_ path: String) -> String? {
      try? String(contentsOf: site.folder.appending(path: path), encoding: .utf8)
    }

    func environment(confinedBy confinement: Confinement) throws -> SampleEnvironment {
      var environment = try site.environment(confinedBy: confinement)
      environment.temporaryFolder = site.folder.appending(path: "tmp").path
      return environment
    }

    var page: String {
      """
      ```swift runnable
      import Foundation

      func attempt(_ name: String, _ succeeds: Bool) { if succeeds { print(name) } }
      func opens(_ path: String, _ flags: Int32) -> Bool { open(path, flags, 0o600) >= 0 }

      var server = sockaddr_in()
      server.sin_family = sa_family_t(AF_INET)
      server.sin_port = UInt16(\(listener.port)).bigEndian
      server.sin_addr.s_addr = inet_addr("127.0.0.1")
      var service = sockaddr_un()
      service.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &service.sun_path) { $0.copyBytes(from: "\(root)/service".utf8) }
      func connects<Address>(_ family: Int32, _ address: inout Address) -> Bool {
        let socket = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let length = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeBytes(of: &address) {
          connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, length) == 0
        }
      }

      attempt("read a key", opens("\(root)/home/.ssh/id_rsa", O_RDONLY))
      _ = opens("\(root)/home/.bashrc", O_WRONLY | O_TRUNC)
      _ = opens("\(root)/beside-swift", O_WRONLY | O_CREAT)
      attempt(
        "read another sample's folder", opens("\(root)/tmp/run-of-another/sample/secret", O_RDONLY))
      attempt("connect out", connects(AF_INET, &server))
      attempt("ask a service", connects(AF_UNIX, &service))
      attempt("read docgen's variables", opens("/proc/\(getpid())/environ", O_RDONLY))
      ```

      ```sh runnable
      exec 2>/dev/null
      cat \(root)/home/.ssh/id_rsa >/dev/null && echo read a key
      echo attack >>\(root)/home/.bashrc || true
      echo attack >\(root)/beside-sh || true
      ls \(root)/tmp/run-of-another/sample >/dev/null && echo "read another sample's folder"
      : </dev/tcp/127.0.0.1/\(listener.port) && echo connect out
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("\(root)/service")' &&
        echo ask a service
      cat /proc/\(getpid())/environ >/dev/null && echo "read docgen's variables"
      true
      ```
      """
    }
  }

  @Test(arguments: [Confinement.bubblewrap, .landlock, .none])
  func onlyWhatIsUnconfinedIsReached(_ confinement: Confinement) async throws {
    let machine = try Machine()
    let report = try await SampleEngine(
      environment: try machine.environment(confinedBy: confinement)
    ).run(samples(machine.page))
    let actual = report.summary.confinement
    if confinement == .none { #expect(actual == .none) }
    // Most containers forbid what bubblewrap needs.
    if confinement == .landlock {
      #expect(actual == (csamplehost_restricts_files() == 1 ? .landlock : .none))
    }
    // What was written is judged from outside: inside, bubblewrap has folders of the same names.
    let isStartFileChanged = machine.text("home/.bashrc") != "secret"
    for (outcome, language) in zip(report.outcomes, ["swift", "sh"]) {
      #expect(outcome.result == .passed, "\(outcome.diagnostics)")
      var done = Set(outcome.output.split(separator: "\n").map(String.init))
      if isStartFileChanged { done.insert("write a start file") }
      if machine.text("beside-\(language)") != nil { done.insert("write beside the site") }
      #expect(done == Self.successes(with: actual))
    }
    #expect(report.outcomes.count == 2)
  }

  /// With a network of its own a run finds no way to any other machine.
  @Test func bubblewrapLeavesNoRoute() async throws {
    let site = try TestSite()
    let engine = SampleEngine(environment: site.environment)
    // Where bubblewrap doesn't work, the attempt would leave the machine.
    guard try await engine.run(samples("```sh runnable\n:\n```")).summary.confinement == .bubblewrap
    else { return }
    let report = try await engine.run(
      samples(
        """
        ```sh runnable
        : </dev/tcp/192.0.2.1/80 || true
        ```
        """))
    #expect(report.outcomes[0].errorOutput.contains("Network is unreachable"))
  }

  /// Before a sample runs, its library is opened to see whether all symbols are there.
  @Test(arguments: [Confinement.bubblewrap, .landlock, .none])
  func codeThatRunsWhenALibraryIsOpenedIsConfinedToo(_ confinement: Confinement) async throws {
    let machine = try Machine()
    let report = try await SampleEngine(
      environment: try machine.environment(confinedBy: confinement)
    ).run(
      samples(
        """
        ```swift runnable
        import Foundation

        @section(".init_array") @used
        let begin: @convention(c) () -> Void = {
          _ = open("\(machine.root)/beside", O_WRONLY | O_CREAT, 0o600)
        }
        ```

        ```swift runnable
        print("another, so that both share a library")
        ```
        """))
    #expect(report.outcomes.map(\.result) == [.passed, .passed])
    #expect((machine.text("beside") != nil) == (report.summary.confinement == .none))
  }

  /// What a sample without bubblewrap does in its own folder, and with the system's programs.
  @Test func landlockLeavesWhatIsASamplesOwn() async throws {
    let site = try TestSite()
    let environment = try site.environment(confinedBy: .landlock)
    let report = try await SampleEngine(environment: environment).run(
      samples(
        """
        ```sh runnable
        set -e
        mkdir -p a/b c
        echo kept >a/b/file
        mv a/b/file c/file
        ln c/file link
        : >c/empty
        truncate -s 1 link
        mkfifo pipe
        printf '#!/bin/sh\\necho started\\n' >program
        chmod +x program
        ./program
        cat c/file </dev/null >"$TMPDIR/copy"
        wc -c <copy
        rm -r a c link pipe program
        ls
        ls /tmp 2>/dev/null || echo no other folder
        ```
        """))
    #expect(report.outcomes[0].output == "started\n1\ncopy\nno other folder\n")
    #expect(report.outcomes[0].result == .passed, "\(report.outcomes[0].diagnostics)")
  }
}

/// A server of the machine, on loopback and at a Unix socket, which never responds.
private final class Listener: Sendable {
  let port: UInt16
  private let descriptors: [Int32]

  init(socket path: String) throws {
    let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    try Self.listen(tcp, &address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) {
      getsockname(tcp, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
    port = UInt16(bigEndian: address.sin_port)
    let unix = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var file = sockaddr_un()
    file.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &file.sun_path) { $0.copyBytes(from: path.utf8) }
    try Self.listen(unix, &file)
    descriptors = [tcp, unix]
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func listen<Address>(_ socket: Int32, _ address: inout Address) throws {
    let length = socklen_t(MemoryLayout<Address>.size)
    let bound = withUnsafeBytes(of: &address) {
      bind(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
    }
    guard bound == 0, Foundation.listen(socket, 16) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
