import CDocgenSampleHost

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The part of a run inside the sample's process.
///
/// A host starts with a hidden variable in its environment; it opens the library with the samples
/// and calls the entry point of one. It isn't an argument, because the sample should see only its
/// own arguments. Foundation isn't imported, because loading it takes longer than many samples.
public enum SampleProcess {
  /// The hidden variable.
  package static let variable = "DOCGEN_SAMPLE_HOST"

  /// Runs a sample and ends the process if the environment asks for it; otherwise returns
  /// immediately.
  public static func runIfRequested() {
    superviseIfRequested()
    guard let text = getenv(variable) else { return }
    guard let request = Request(String(cString: text)) else { exit(126) }
    put("host \(version)\n", into: reports)
    unsetenv(variable)
    // Set by the shell that starts a confined host.
    unsetenv("SHLVL")
    exit(run(request))
  }

  /// Supervises and restricts the rest of the run in a child process, if the environment asks for
  /// it.
  ///
  /// This function returns in the child, which loses access to all files except those of a run;
  /// the parent ends the child's descendants.
  private static func superviseIfRequested() {
    guard let value = getenv(CSAMPLEHOST_SUPERVISION) else { return }
    let rules = String(cString: value)
    unsetenv(CSAMPLEHOST_SUPERVISION)
    let failure = csamplehost_supervise(rules.isEmpty ? nil : rules)
    guard failure != 0 else { return }
    report("load", text: "it can't be supervised: \(String(cString: strerror(failure)))")
    exit(127)
  }

  /// The parent's request to the host.
  package struct Request {
    /// The path of the library with the samples.
    package var library: String
    /// The symbol of the sample's entry point; `nil` to check only whether the library is complete.
    package var entryPoint: String?
    /// Whether the library hasn't been checked for completeness yet.
    package var isUnchecked: Bool
    /// The time limit in seconds, after which the sample reports where it is and ends.
    package var timeout: Int

    /// The hidden variable's value.
    package var text: String {
      [library, entryPoint ?? "", isUnchecked ? "unchecked" : "checked", String(timeout)]
        .joined(separator: "\n")
    }

    /// Creates a request to run a sample or to check a library.
    package init(
      library: String, entryPoint: String?, isUnchecked: Bool = true, timeout: Int = 60
    ) {
      self.library = library
      self.entryPoint = entryPoint
      self.isUnchecked = isUnchecked
      self.timeout = timeout
    }

    /// Creates a request from the variable's value; `nil` when it is invalid.
    package init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count == 4, let timeout = Int32(lines[3]), timeout > 0 else { return nil }
      self.init(
        library: lines[0], entryPoint: lines[1].isEmpty ? nil : lines[1],
        isUnchecked: lines[2] == "unchecked", timeout: Int(timeout))
    }
  }

  /// The descriptor for reports of crashes and uncaught errors.
  private static let reports: Int32 = 3

  /// The version of the protocol between host and parent.
  ///
  /// A host reports it first. Without it a run doesn't count, because another program made the
  /// report.
  package static let version = 2

  private static func run(_ request: Request) -> Int32 {
    // Resolving all symbols of all samples in every run would cost more than resolving the used
    // ones.
    let binding = request.isUnchecked ? RTLD_NOW : RTLD_LAZY
    guard let library = dlopen(request.library, binding | RTLD_LOCAL) else {
      return notLoaded(request)
    }
    guard let entryPoint = request.entryPoint else { return 0 }
    guard let symbol = dlsym(library, entryPoint) else { return notLoaded(request) }
    csamplehost_limit(Int32(request.timeout))
    csamplehost_report_exit(reports)
    csamplehost_watch(reports, symbol) { error in SampleProcess.describe(error) }
    csamplehost_alarm(Int32(request.timeout))
    return csamplehost_call(symbol, CommandLine.arguments.first ?? "sample")
  }

  private static func notLoaded(_ request: Request) -> Int32 {
    let name = request.library.split(separator: "/").last ?? ""
    let folder = request.library.dropLast(name.count)
    let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
    report("load", text: reason.replacing(folder, with: ""))
    return 127
  }

  /// Writes an uncaught error's description to standard error, as the runtime would, and into the
  /// report.
  private static func describe(_ pointer: UnsafeRawPointer?) {
    guard let pointer else { return }
    // An `any Error` is one pointer to a box, which is what the runtime passes.
    let error = unsafeBitCast(pointer, to: (any Error).self)
    let text = String(describing: error)
    put("Fatal error: Error raised at top level: \(text)\n", into: STDERR_FILENO)
    report("error", text: text)
  }

  private static func report(_ kind: String, text: String) {
    put("\(kind) \(text.utf8.count)\n\(text)\n", into: reports)
  }

  /// Writes a text completely, unless the reader is gone.
  private static func put(_ text: String, into descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || written < 0 && errno == EINTR else { return }
      rest = rest.dropFirst(max(0, written))
    }
  }
}
