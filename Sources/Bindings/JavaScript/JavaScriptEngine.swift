import CDocgenDuktapeGuard
public import DocgenJSON

/// Runs JavaScript functions (ECMAScript 5.1, by Duktape) with limits on time and memory.
///
/// Arguments and results are JSON. A function can use the language's built-in objects; it has no
/// files, network or timers.
///
/// A class without locks and deliberately not `Sendable`: use it from one owner, one call at a
/// time, such as an actor with the engine as a property.
///
/// **Time.** Debian's libduktape can't be asked to stop (it is built without
/// `DUK_USE_EXEC_TIMEOUT_CHECK`). A watchdog thread therefore signals (`SIGURG`) a thread whose
/// function has run too long, and the signal handler jumps out of the engine. The heap is then
/// discarded and created again for the next call, so variables that a function kept between calls
/// are lost. This stops empty loops, recursion and slow regular expressions alike. It works on
/// Linux (x86-64 and ARM); elsewhere `hasTimeLimit` is false, and only memory is limited.
public final class JavaScriptEngine {
  /// The limits at which a function is stopped.
  public struct Limits: Sendable {
    /// The maximum time for one call, or for compiling one function.
    public var time: Duration
    /// The maximum number of bytes of all values in the engine.
    public var memoryBytes: Int

    /// Creates limits; by default one second and 32 MiB.
    public init(time: Duration = .seconds(1), memoryBytes: Int = 32 << 20) {
      self.time = time
      self.memoryBytes = memoryBytes
    }
  }

  /// A compiled function; valid only for the engine that compiled it.
  public struct Function: Sendable, Hashable {
    let slot: Int32
  }

  /// Whether this system stops functions that exceed the time limit.
  public static var hasTimeLimit: Bool { docgen_js_has_time_limit() }

  private let limits: Limits
  /// The sources of all compiled functions, by slot, to compile them again in a new heap.
  private var sources: [String] = []
  private var heap: Heap

  /// Creates an engine without compiled functions.
  ///
  /// - Parameter limits: the limits of every call.
  /// - Throws: `JavaScriptError.outOfMemory` when the limit is too small for an empty engine.
  public init(limits: Limits = Limits()) throws(JavaScriptError) {
    self.limits = limits
    heap = try Heap(limits: limits)
  }

  /// Compiles a function, such as `function (doc, oldDoc) { … }`.
  ///
  /// - Parameter source: an expression whose value is a function.
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
  /// - Returns: its result; `undefined` and functions become `null`.
  /// - Throws: `JavaScriptError`.
  public func call(
    _ function: Function, arguments: [JSONValue] = []
  ) throws(JavaScriptError) -> JSONValue {
    try repairIfBroken()
    return try heap.call(function.slot, arguments: arguments)
  }

  private func repairIfBroken() throws(JavaScriptError) {
    guard heap.isBroken else { return }
    heap = try Heap(limits: limits)
    for source in sources { _ = try heap.compile(source) }
  }
}
