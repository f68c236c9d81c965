import CSampleHost
import Foundation

/// The side of a run that is inside the sample's own process.
///
/// `docgen` starts itself again with a hidden variable in its environment; that process opens the
/// library with the samples and calls the entry point of one of them. It is not an argument, for
/// the sample is to see only its own.
public enum SampleHost {
  /// The hidden variable.
  static let variable = "DOCGEN_SAMPLE_HOST"

  /// Runs a sample and ends the process, if the environment asks for it; else returns at once.
  ///
  /// To be called first in `main`.
  public static func runIfRequested() {
    CompilerHost.runIfRequested()
    superviseIfRequested()
    guard let text = getenv(variable), let request = Request(String(cString: text)) else { return }
    unsetenv(variable)
    // Left by the shell that a confined host is started through.
    unsetenv("SHLVL")
    exit(run(request))
  }

  /// The variable that asks for a supervisor, for a host of samples or of shells.
  static let supervision = "DOCGEN_SUPERVISED"

  /// Leaves a process behind that ends whatever comes of this one, if the environment asks for it.
  private static func superviseIfRequested() {
    guard getenv(supervision) != nil else { return }
    unsetenv(supervision)
    let failure = csamplehost_supervise()
    guard failure != 0 else { return }
    write("load", "it can't be supervised: \(String(cString: strerror(failure)))")
    exit(127)
  }

  /// What the parent asks of the host.
  struct Request {
    /// The path of the library with the samples.
    var library: String
    /// The symbol of the sample's entry point; `nil` to see only whether the library is complete.
    var entryPoint: String?
    /// Whether nobody has looked yet whether the library is complete.
    var isUnchecked = true
    /// The seconds after which it says where it is and ends.
    var timeout = 60
    /// What it may use.
    var limits = RunLimits()

    /// The hidden variable's value.
    var text: String {
      ([library, entryPoint ?? "", isUnchecked ? "unchecked" : "checked", String(timeout)]
        + limits.arguments).joined(separator: "\n")
    }

    init(library: String, entryPoint: String?) {
      self.library = library
      self.entryPoint = entryPoint
    }

    init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count > 4, let timeout = Int32(lines[3]), timeout > 0,
        let limits = RunLimits(arguments: Array(lines[4...]))
      else { return nil }
      self.init(library: lines[0], entryPoint: lines[1].isEmpty ? nil : lines[1])
      isUnchecked = lines[2] == "unchecked"
      self.timeout = Int(timeout)
      self.limits = limits
    }
  }

  /// The descriptor that crashes and uncaught errors are reported on.
  private static let report: Int32 = 3

  private static func run(_ request: Request) -> Int32 {
    // Finding all symbols of all samples at every run would cost more than finding the used ones.
    let binding = request.isUnchecked ? RTLD_NOW : RTLD_LAZY
    guard let library = dlopen(request.library, binding | RTLD_LOCAL) else {
      return notLoaded(request)
    }
    guard let entryPoint = request.entryPoint else { return 0 }
    guard let symbol = dlsym(library, entryPoint) else { return notLoaded(request) }
    request.limits.apply()
    csamplehost_report_exit(report)
    csamplehost_watch(report, symbol) { error in SampleHost.describe(error) }
    csamplehost_alarm(Int32(request.timeout))
    return csamplehost_call(symbol, CommandLine.arguments.first ?? "sample")
  }

  private static func notLoaded(_ request: Request) -> Int32 {
    let folder = URL(filePath: request.library).deletingLastPathComponent().path
    let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
    write("load", reason.replacing(folder + "/", with: ""))
    return 127
  }

  /// Writes an uncaught error's description to standard error, as the runtime would, and into the
  /// report.
  private static func describe(_ pointer: UnsafeRawPointer?) {
    guard let pointer else { return }
    // An `any Error` is one pointer to a box, which is what the runtime hands over.
    let error = unsafeBitCast(pointer, to: (any Error).self)
    let text = String(describing: error)
    FileHandle.standardError.write(Data("Fatal error: Error raised at top level: \(text)\n".utf8))
    write("error", text)
  }

  private static func write(_ word: String, _ text: String) {
    FileHandle(fileDescriptor: report).write(Data("\(word) \(text.utf8.count)\n\(text)\n".utf8))
  }
}

/// What a run may use, beside its time.
public struct RunLimits: Sendable, Hashable {
  /// Seconds of processor time, all threads together.
  public var processorSeconds = 60
  /// Bytes of memory that it may write to.
  public var memory = 1 << 30
  /// The size of a file it writes.
  public var fileSize = 64 << 20
  /// Open files and sockets.
  public var openFiles = 1024
  /// Processes of this user; the superuser's are not limited.
  public var processes = 4096

  /// The limits of an ordinary run.
  public init() {}

  /// The numbers as arguments.
  var arguments: [String] {
    [processorSeconds, memory, fileSize, openFiles, processes].map(String.init)
  }

  /// The numbers from arguments.
  init?(arguments: [String]) {
    let numbers = arguments.compactMap(Int.init).filter { $0 >= 0 }
    guard numbers.count == 5, arguments.count == 5 else { return nil }
    processorSeconds = numbers[0]
    memory = numbers[1]
    fileSize = numbers[2]
    openFiles = numbers[3]
    processes = numbers[4]
  }

  /// Limits this process.
  func apply() {
    var limits = csamplehost_limits(
      cpu_seconds: UInt64(processorSeconds), data_bytes: UInt64(memory),
      file_bytes: UInt64(fileSize), open_files: UInt64(openFiles), processes: UInt64(processes))
    csamplehost_limit(&limits)
  }
}
