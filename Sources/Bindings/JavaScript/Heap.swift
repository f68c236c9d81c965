import CDocgenDuktapeGuard
import DocgenJSON

/// Owns a Duktape heap.
final class Heap {
  private let pointer: OpaquePointer
  /// The time limit of a call, in seconds.
  private let seconds: Double
  /// The number of compiled functions, each in the slot of its index.
  private(set) var functionCount: Int32 = 0
  /// Whether a call was interrupted, so that the heap can only be released.
  private(set) var isBroken = false

  init(limits: JavaScriptEngine.Limits) throws(JavaScriptError) {
    seconds = limits.time / .seconds(1)
    guard let created = docgen_js_create(limits.memoryBytes) else { throw .outOfMemory }
    pointer = created
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
