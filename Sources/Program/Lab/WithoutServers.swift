#if !Servers
  import DocgenPipeline

  /// The error of a command that needs docgen's servers, in a docgen without them.
  struct WithoutServers: Error, CustomStringConvertible {
    let description = LabPackage.noServers
  }

  /// The command `lab`, which can't run.
  struct LabServer {
    init(_ command: LabCommand) {}

    func run() async throws -> Docgen.Status { throw WithoutServers() }
  }

  /// The server of `serve`, which can't start.
  struct PreviewServer {
    let port: UInt16 = 0

    init(site: PreviewSite, host: String, port: UInt16) throws { throw WithoutServers() }
  }
#endif
