import CDocgenDuktapeGuard
import DocgenJSON
import Foundation

/// Owns a Duktape heap and its host functions.
final class Heap {
  private let pointer: OpaquePointer
  private let hosts: HostTable
  /// The time limit of a call, in seconds.
  private let seconds: Double
  /// The number of compiled functions, each in the slot of its index.
  private(set) var functionCount: Int32 = 0
  /// Whether a call was interrupted, so that the heap can only be released.
  private(set) var isBroken = false

  /// The host functions, which the C trampoline finds through its context.
  final class HostTable {
    let functions: [JavaScriptEngine.HostFunction]
    init(_ functions: [JavaScriptEngine.HostFunction]) { self.functions = functions }
  }

  init(
    limits: JavaScriptEngine.Limits, hostFunctions: [String: JavaScriptEngine.HostFunction]
  ) throws(JavaScriptError) {
    let names = hostFunctions.keys.sorted()
    hosts = HostTable(names.compactMap { hostFunctions[$0] })
    let (wholeSeconds, attoseconds) = limits.time.components
    seconds = Double(wholeSeconds) + Double(attoseconds) * 1e-18
    guard
      let created = docgen_js_create(
        limits.memoryBytes, callHost, Unmanaged.passUnretained(hosts).toOpaque())
    else { throw .outOfMemory }
    pointer = created
    for (index, name) in names.enumerated() {
      _ = try result(of: docgen_js_define(pointer, name, Int32(index)))
    }
  }

  deinit { docgen_js_destroy(pointer) }

  /// Compiles a function and returns its slot.
  func compile(_ source: String) throws(JavaScriptError) -> Int32 {
    let slot = functionCount
    _ = try run(CESU8.encode(source)) { docgen_js_compile(pointer, slot, $0, $1, seconds) }
    functionCount += 1
    return slot
  }

  /// Calls the function in a slot.
  func call(_ slot: Int32, arguments: [JSONValue]) throws(JavaScriptError) -> JSONValue {
    let text = JSONValue.array(arguments).serialized()
    return try run(CESU8.encode(text)) { docgen_js_call(pointer, slot, $0, $1, seconds) }
  }

  private func run(
    _ input: [UInt8], _ operation: (UnsafePointer<CChar>?, Int) -> docgen_js_outcome
  ) throws(JavaScriptError) -> JSONValue {
    let outcome = input.withUnsafeBufferPointer { input in
      input.withMemoryRebound(to: CChar.self) { operation($0.baseAddress, $0.count) }
    }
    return try result(of: outcome)
  }

  private func result(of outcome: docgen_js_outcome) throws(JavaScriptError) -> JSONValue {
    switch outcome {
    case docgen_js_returned: return try latestResult()
    case docgen_js_threw_value: throw .thrown(try latestResult())
    case docgen_js_threw_error:
      let result = try latestResult()
      throw .error(
        JavaScriptError.Failure(
          name: result["name"]?.string ?? "Error", message: result["message"]?.string ?? "",
          line: result["line"]?.integer ?? 0))
    case docgen_js_timed_out:
      isBroken = true
      throw .timedOut
    default:
      isBroken = true
      throw .outOfMemory
    }
  }

  private func latestResult() throws(JavaScriptError) -> JSONValue {
    var length = 0
    let text = docgen_js_result(pointer, &length)
    let bytes = Array(UnsafeRawBufferPointer(start: text, count: length))
    do {
      return try JSONParser.parse(CESU8.decode(bytes))
    } catch {
      // Duktape's JSON encoder wrote the text, so it can only have too many values.
      throw .outOfMemory
    }
  }
}

/// The C callback of every host function; called on the thread of the JavaScript call.
private func callHost(
  context: UnsafeMutableRawPointer?, index: Int32, arguments: UnsafePointer<CChar>?, length: Int,
  failed: UnsafeMutablePointer<Bool>?
) -> UnsafeMutablePointer<CChar>? {
  guard let context else { return nil }
  let hosts = Unmanaged<Heap.HostTable>.fromOpaque(context).takeUnretainedValue()
  let bytes = Array(UnsafeRawBufferPointer(start: arguments, count: length))
  do {
    let values = try JSONParser.parse(CESU8.decode(bytes)).array ?? []
    return copy(try hosts.functions[Int(index)](values).serialized())
  } catch {
    failed?.pointee = true
    return copy("\(error)")
  }
}

/// Copies a text to memory that C releases; it ends at the first NUL, which JSON text never has.
private func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
  let bytes = CESU8.encode(text).prefix { $0 != 0 }
  guard let copy = malloc(bytes.count + 1)?.assumingMemoryBound(to: CChar.self) else { return nil }
  for (offset, byte) in bytes.enumerated() { copy[offset] = CChar(bitPattern: byte) }
  copy[bytes.count] = 0
  return copy
}
