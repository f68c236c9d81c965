import DocgenJSON
import DocgenJavaScript
import Testing

struct JavaScriptEngineTests {
  private func run(
    _ source: String, _ arguments: [JSONValue] = []
  ) throws(JavaScriptError) -> JSONValue {
    let engine = try JavaScriptEngine()
    return try engine.call(engine.compile(source), arguments: arguments)
  }

  @Test(
    arguments: [
      (#"function(a, b) { return a + b }"#, [1, 2], 3),
      (
        #"function(a) { return {x: [a, null, true], y: 1.5} }"#, ["s"],
        ["x": ["s", nil, true], "y": 1.5]
      ),
      (#"function(a) { return a.length }"#, ["😀é"], 3),
      (#"function(a) { return a + "😀" }"#, ["😀é"], "😀é😀"),
      (#"function(a) { return a.charAt(0) }"#, ["😀"], "\u{FFFD}"),
      (#"function() { }"#, [], nil),
      (#"function() { return arguments.length } // comment"#, [nil, nil], 2),
      (#"function(a) { return a }"#, ["\u{0}\u{2028}\"\\"], "\u{0}\u{2028}\"\\"),
    ] as [(String, [JSONValue], JSONValue)])
  func valuesGoInAndOut(_ source: String, _ arguments: [JSONValue], _ result: JSONValue) throws {
    #expect(try run(source, arguments) == result)
  }

  @Test func thrownValuesKeepTheirShape() {
    #expect(throws: JavaScriptError.thrown(["forbidden": "no"])) {
      try run("function() { throw({forbidden: 'no'}) }")
    }
    #expect(throws: JavaScriptError.thrown("x")) { try run("function() { throw 'x' }") }
    #expect(throws: JavaScriptError.thrown(nil)) { try run("function() { throw undefined }") }
  }

  @Test func errorsHaveNameMessageAndLine() {
    let error = #expect(throws: JavaScriptError.self) {
      try run("function() {\n  var a = 1;\n  nosuch();\n}")
    }
    guard case .error(let failure) = error else {
      Issue.record("not an error: \(String(describing: error))")
      return
    }
    #expect(failure.name == "ReferenceError")
    #expect(failure.message.contains("nosuch"))
    #expect(failure.line == 3)
  }

  @Test func syntaxErrorsHaveALine() {
    let error = #expect(throws: JavaScriptError.self) { try run("function() {\n  var a = ;\n}") }
    guard case .error(let failure) = error else {
      Issue.record("not an error: \(String(describing: error))")
      return
    }
    #expect(failure.name == "SyntaxError")
    #expect(failure.line == 2)
  }

  @Test func aSourceMustGiveAFunction() {
    #expect(throws: JavaScriptError.self) { try run("1 + 1") }
    #expect(throws: JavaScriptError.self) { try run("") }
  }

  @Test(
    .enabled(if: JavaScriptEngine.hasTimeLimit),
    arguments: [
      "function() { while (true) {} }",
      "function() { while (true) { try { throw 1 } catch (e) {} } }",
      "function() { function f(n) { return f(n) + f(n) } try { f(1) } catch (e) {} while (1); }",
      "function() { return /^(a+)+$/.test(new Array(40).join('a') + 'b') }",
      "function() { new Array(4294967295).forEach(function() {}) }",
      "function() { return {toJSON: function() { while (1); }} }",
      "function() { var a = []; while (true) { a.push(new Date()); a.length = 0 } }",
    ])
  func aRunawayFunctionIsEndedAndTheEngineGoesOn(_ source: String) throws {
    let engine = try JavaScriptEngine(limits: .init(time: .milliseconds(50)))
    let good = try engine.compile("function(a) { return a }")
    let runaway = try engine.compile(source)
    for round in 1...2 {
      let duration = ContinuousClock().measure {
        #expect(throws: JavaScriptError.timedOut) { try engine.call(runaway) }
      }
      #expect(duration < .seconds(5), "round \(round)")
      #expect(try engine.call(good, arguments: [.integer(round)]) == .integer(round))
    }
  }

  @Test func memoryIsBounded() throws {
    let engine = try JavaScriptEngine(limits: .init(memoryBytes: 1 << 20))
    let greedy = try engine.compile("function() { var a = 'x'; while (true) a += a }")
    let good = try engine.compile("function(a) { return a }")
    #expect(throws: JavaScriptError.outOfMemory) { try engine.call(greedy) }
    #expect(try engine.call(good, arguments: [1]) == 1)
    // An error with the same words is the function's own.
    let pretender = try engine.compile("function() { throw new Error('alloc failed') }")
    let error = #expect(throws: JavaScriptError.self) { try engine.call(pretender) }
    #expect(error?.description == "Error: alloc failed (line 1)")
  }

  @Test func enginesRunOnManyThreadsAtOnce() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          let engine = try JavaScriptEngine(limits: .init(time: .milliseconds(30)))
          let runaway = try engine.compile("function() { while (true) {} }")
          let good = try engine.compile("function(a) { return a * 2 }")
          guard number % 4 == 0, JavaScriptEngine.hasTimeLimit else {
            return try engine.call(good, arguments: [21]) == 42
          }
          do {
            _ = try engine.call(runaway)
            return false
          } catch {
            return try error as? JavaScriptError == .timedOut
              && engine.call(good, arguments: [21]) == 42
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
