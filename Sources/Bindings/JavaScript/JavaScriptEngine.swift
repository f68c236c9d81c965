import CDuktapeGuard
public import JSON

/// Runs functions written in JavaScript (ECMAScript 5.1, by Duktape) within bounds.
///
/// Values go in and out as JSON. A function sees the language's own objects and the host functions
/// it is given; there are no files, no network and no timers.
///
/// It is a class without locks and deliberately not `Sendable`: one owner uses it, one call at a
/// time, such as the actor it is a property of.
///
/// **Time.** Debian's libduktape has no hook that asks whether to go on (it is built without
/// `DUK_USE_EXEC_TIMEOUT_CHECK`). A watchdog thread therefore signals (`SIGURG`) the thread whose
/// function has run too long, and the handler leaves the engine for good: the heap is thrown away
/// and made anew for the next call, so that variables a function kept between calls are lost. This
/// ends empty loops, recursion and slow regular expressions alike. It works on Linux (x86-64 and
/// ARM); elsewhere `hasTimeLimit` is false, and only memory is bounded.
public final class JavaScriptEngine {
  /// What a function may use up before it is ended.
  public struct Limits: Sendable {
    /// How long one call, or the compilation of one function, may run.
    public var time: Duration
    /// How many bytes all values of the engine may take together.
    public var memoryBytes: Int

    /// Bounds with the given values: one second and 32 MiB unless told.
    public init(time: Duration = .seconds(1), memoryBytes: Int = 32 << 20) {
      self.time = time
      self.memoryBytes = memoryBytes
    }
  }

  /// What a global function of the host does: arguments in, result out.
  ///
  /// An error it throws becomes a JavaScript `Error` with the error's description as message.
  public typealias HostFunction = (_ arguments: [JSONValue]) throws -> JSONValue

  /// A function that has been compiled; valid for the engine that compiled it.
  public struct Function: Sendable, Hashable {
    let slot: Int32
  }

  /// Whether runaway functions are ended on this system.
  public static var hasTimeLimit: Bool { docgen_js_has_time_limit() }

  private let limits: Limits
  private let hostFunctions: [String: HostFunction]
  /// The sources of all compiled functions, by slot, to compile them again in a new heap.
  private var sources: [String] = []
  private var heap: Heap

  /// An engine without functions of its own.
  ///
  /// - Parameters:
  ///   - limits: the bounds of every call.
  ///   - hostFunctions: global functions of the host, by name.
  /// - Throws: `JavaScriptError.outOfMemory` when the bound has no room for an empty engine.
  public init(
    limits: Limits = Limits(), hostFunctions: [String: HostFunction] = [:]
  ) throws(JavaScriptError) {
    self.limits = limits
    self.hostFunctions = hostFunctions
    heap = try Heap(limits: limits, hostFunctions: hostFunctions)
  }

  /// Compiles a function, such as `function (doc, oldDoc) { … }`.
  ///
  /// - Parameter source: an expression that gives a function.
  /// - Throws: `JavaScriptError`, `.error` with a line of the source for a syntax error.
  public func compile(_ source: String) throws(JavaScriptError) -> Function {
    try repairIfBroken()
    let slot = try heap.compile(source)
    sources.append(source)
    return Function(slot: slot)
  }

  /// Calls a function.
  ///
  /// - Parameters:
  ///   - function: a function that this engine compiled.
  ///   - arguments: its arguments.
  /// - Returns: what it returned; `undefined` and functions come out as `null`.
  /// - Throws: `JavaScriptError`.
  public func call(
    _ function: Function, _ arguments: [JSONValue] = []
  ) throws(JavaScriptError) -> JSONValue {
    try repairIfBroken()
    return try heap.call(function.slot, arguments)
  }

  private func repairIfBroken() throws(JavaScriptError) {
    guard heap.isBroken else { return }
    heap = try Heap(limits: limits, hostFunctions: hostFunctions)
    for source in sources { _ = try heap.compile(source) }
  }
}
