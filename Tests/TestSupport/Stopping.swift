/// Calls a function with something that runs, such as a server, and stops it afterwards.
///
/// - Parameter stop: stops it, whether or not the function throws.
public func using<Value, Result>(
  _ value: Value, thenStopping stop: (Value) async -> Void,
  _ body: (Value) async throws -> Result
) async throws -> Result {
  do {
    let result = try await body(value)
    await stop(value)
    return result
  } catch {
    await stop(value)
    throw error
  }
}
