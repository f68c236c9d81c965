import DocgenGround
import DocgenSampleHosting
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// The pure parts: ports, the compiler's words, reports of crashes, names of conformances.
@Suite(.fewAtOnce) struct PartTests {
  private let ports = PortMap([
    .port(actual: 40123, canonical: 4984), .block(index: 1), .port(actual: 40124, canonical: 9090),
  ])

  @Test(arguments: [
    ("http://127.0.0.1:40123/db", "http://127.0.0.1:4984/db"),
    ("localhost:40124", "localhost:9090"),
    ("[::1]:40123.", "[::1]:4984."),
    ("127.0.0.1%3A40123 LOCALHOST%3a40124", "127.0.0.1%3A4984 LOCALHOST%3a9090"),
    ("%5B%3A%3A1%5D%3A40123", "%5B%3A%3A1%5D%3A4984"),
    ("127.0.0.1:401234", "127.0.0.1:401234"),
    ("http%3A%2F%2F127.0.0.1%3A45678%2Fback", "http%3A%2F%2F127.0.0.1%3A…%2Fback"),
    ("localhost:8080", "localhost:8080"), ("127.0.0.1:61000", "127.0.0.1:61000"),
    ("example.com:40123", "example.com:40123"),
    ("3<>/dev/tcp/LOCALHOST/40123", "3<>/dev/tcp/LOCALHOST/4984"),
    ("/dev/tcp/127.0.0.1/40124", "/dev/tcp/127.0.0.1/9090"), ("/dev/tcp/", "/dev/tcp/"),
    ("40123", "40123"), ("127.0.0.1:", "127.0.0.1:"), ("", ""), ("%", "%"),
  ])
  func portsBecomeCanonical(_ text: String, _ expected: String) {
    #expect(OutputNormalizer(ports: ports, folders: [], program: "").addresses(text) == expected)
  }

  @Test func portsOfTheProgramsTextStay() {
    let normalizer = OutputNormalizer(ports: ports, folders: [], program: "listen(45678)")
    #expect(
      normalizer.addresses("127.0.0.1:45678 and 127.0.0.1:45679")
        == "127.0.0.1:45678 and 127.0.0.1:…")
  }

  @Test(arguments: [
    ("Connected to localhost (127.0.0.1) port 40123 (#0)", "", true), ("PORT=40123", "", true),
    ("{\"port\": 40123}", "", true), ("remotePort: 40123", "", true),
    ("a 40123", "lab.gateway.port", true), ("40123", "url.port.map(f)", true),
    ("40123", "%{remote_port}", true),
    ("(40123).", "url.port!", true), ("40123", "port of Porto, import, Port", false),
    ("Porto 40123", "", false), ("viewport 40123", "", false), ("EXPORT 40123", "", false),
    ("port of 40123", "", false), ("port\n40123", "", false), ("port 0.40123", "", false),
    ("port 40123.5", "", false), ("port 1,40123", "", false), ("port 401234", "", false),
    ("port x40123", "", false), ("port 40123ms", "", false), ("port 4984", "", false),
    ("port 40123", "connect(port: 40123)", false), ("", "a.port", false),
  ])
  func portsThatStandAloneBecomeCanonical(_ text: String, program: String, isMeant: Bool) {
    let expected = isMeant ? text.replacing("40123", with: "4984") : text
    #expect(OutputNormalizer(ports: ports, folders: [], program: program).output(text) == expected)
  }

  @Test func curlIsLedToTheServers() {
    #expect(
      ports.curlOptions.split(separator: "\n").first
        == "connect-to = \"127.0.0.1:4984:127.0.0.1:40123\"")
    #expect(ports.curlOptions.hasSuffix("\nno-progress-meter\nshow-error\n"))
    #expect(ports.curlOptions.split(separator: "\n").count == 8)
  }

  @Test(arguments: [
    ("-1003 \"(null)\"", false, "; samples reach only servers that they start"),
    ("-1004 \"(null)\"", false, ""),
    ("-1004 \"(null)\"", true, "; in Swift, the mocks have free ports; "),
    (
      "-1007 \"(null)\"UserInfo={NSErrorFailingURLStringKey=http://127.0.0.1:4984/db}", true,
      "; write a slash"
    ),
  ])
  func urlErrorsHaveHints(_ code: String, namesMockPort: Bool, hint: String) {
    let error = "Error Domain=NSURLErrorDomain Code=\(code)"
    let text = Diagnostic.Message.threw(error, namesMockPort: namesMockPort).text
    #expect(text.contains("'\(hint)"))
    #expect(!hint.isEmpty || text.hasSuffix("'"))
  }

  private let page = "\n  ```swift runnable\n  let a = \"x.md:3:1: error: no\"\n  f(a)\n  ```\n"

  private var source: SampleSource {
    SampleSource(SampleProgram([samples(page, file: "x.md")[0]]))
  }

  @Test func sourceKeepsLinesAndMapsColumns() {
    #expect(source.text == "\n\nlet a = \"x.md:3:1: error: no\"\nf(a)\n")
    #expect(source.location(of: .init(line: 4, column: 1)).description == "x.md:4:3")
    #expect(source.location(of: .init(line: 5, column: 1)).description == "x.md:5:3")
    #expect(source.relativeText == "0 |let a = \"x.md:3:1: error: no\"\n1 |f(a)\n")
  }

  @Test func compilerMessagesAreParsed() {
    let output = """
      x.md:3:9: error: wrong: 'a'
      let a = "x.md:3:1: error: no"
              ^~~~
      x.md:4:1: note: here
      f(a)
      ^
      <unknown>:0: warning: something [#group]
      Kit.f:1:13: note: declared elsewhere
      public func f(_: Int)
                  ^
      x.md:4:1: remark: not of interest
      x.md:3:9: error: wrong: 'a'
      let a = "x.md:3:1: error: no"
      error: nowhere

      """
    let messages = CompilerMessage.parse(output, in: source)
    #expect(messages.map(\.text) == ["wrong: 'a'", "something", "nowhere"])
    let diagnostics = messages.map { message in
      message.diagnostic(in: source, start: source.start(of: samples(page, file: "x.md")[0]))
    }
    #expect(diagnostics[0].location.description == "x.md:3:11")
    #expect(diagnostics[0].notes.map(\.text) == ["here"])
    #expect(diagnostics[1].severity == .warning)
    #expect(diagnostics[1].message.text == "something")
    #expect(diagnostics[1].notes.map(\.location) == [nil])
    #expect(diagnostics[1].location.description == "x.md:2:3")
    #expect(diagnostics.last?.message.text == "nowhere")
  }

  @Test(arguments: [
    ("x.md:3:8: error: first\u{2028}second", "x.md:3:8: error: first second"),
    ("x.md:3:1: warning: use b\r\ninstead [#Deprecated]\n", "x.md:3:1: warning: use b instead"),
    ("error: b.md:1:2: note: y", "x.md:2:1: error: b.md:1:2: note: y"),
    ("x.md:3:1: error: no [#a] group  ", "x.md:3:1: error: no [#a] group"),
    ("x.md:3:1: error: a" + String(repeating: " ", count: 20_000) + "b [#c]", nil),
  ])
  func textsOfMessagesMayHaveAnything(_ output: String, expected: String?) {
    let page = "Some text.\n```swift runnable\nlet a = 1\n```\n"
    let source = SampleSource(SampleProgram([samples(page, file: "x.md")[0]]))
    let start = source.start(of: samples(page, file: "x.md")[0])
    let found = CompilerMessage.parse(output, in: source).map { message in
      let diagnostic = message.diagnostic(in: source, start: start)
      return "\(diagnostic.location): \(diagnostic.severity): \(diagnostic.message.text)"
    }
    #expect(found.count == 1)
    if let expected { #expect(found.first?.hasPrefix(expected) == true, "\(found)") }
  }

  @Test func crashReportsAreParsed() {
    let report = CrashReport(
      Array("signal 4\nat 1a\nfrom ff\nresume zz\nerror 5\na\nb\nc\nresume 10\nnoise\n".utf8))
    #expect(report.signal == 4)
    #expect(report.error == "a\nb\nc")
    #expect(
      report.addresses == [
        .init(kind: .at, offset: 26), .init(kind: .from, offset: 255),
        .init(kind: .resume, offset: 16),
      ])
    #expect(CrashReport(Array("error 99999999999999999999\nload -5\nerror 7\n".utf8)).error == "")
  }

  @Test(arguments: [
    ("$s3Kit7SessionVs23CustomStringConvertible7login_3Mc", true),
    ("$sSayxG3Kit5Named7login_3AD3OwnVySiGRszlMc", true),
    ("$s3Kit7SessionV7login_34MineADMc", false),
    ("$s3Kit7SessionV7login_3E2ItVStADMc", false),
    ("$s7login_33OwnVyxG3Kit5NamedAAMc", false),
    ("$s7login_3SiyKXEfU_5InnerL_Vs5ErrorAAMc", false),
    ("$s3Kit7SessionVs23CustomStringConvertible7login_3McMK", false),
    ("7login_3Mc", false),
  ])
  func foreignConformancesAreFound(_ symbol: String, _ isForeign: Bool) {
    let object = [0] + Array(symbol.utf8) + [0, 1]
    #expect(
      LinkIsolation.declaresForeignConformance(module: "login_3", object: object) == isForeign)
  }

  /// The compiler shows a line with spaces for its tabs.
  @Test func aLineWithATabIsNoMessage() {
    let text = "x.md:3:1: error: no"
    let page = "```swift runnable\n\tlet a = \"\(text)\"\n```\n"
    let output = "x.md:2:6: warning: never used\n        let a = \"\(text)\"\n"
    let source = SampleSource(SampleProgram([samples(page, file: "x.md")[0]]))
    #expect(CompilerMessage.parse(output, in: source).map(\.text) == ["never used"])
  }

  @Test func foldersAreReplaced() {
    let normalizer = OutputNormalizer(
      ports: ports, folders: [("/tmp/run-1/home", "/home/sample"), ("/tmp/run-1", "/home")],
      program: "print(home)")
    #expect(
      normalizer.output(#"127.0.0.1:40123/tmp/run-1/home/a "\/tmp\/run-1\/home" /tmp/run-1/b"#)
        == #"127.0.0.1:4984/home/sample/a "\/home\/sample" /home/b"#)
    // In an address, and in JSON within JSON.
    #expect(normalizer.output("%2Ftmp%2Frun-1%2Fhome%2Fa") == "%2Fhome%2Fsample%2Fa")
    #expect(normalizer.output(#"\\/tmp\\/run-1\\/c /tmp/run-2"#) == #"\\/home\\/c /tmp/run-2"#)
    #expect(normalizer.output("/tmp/run-") == "/tmp/run-")
  }

  @Test(arguments: [
    (
      "curl: (7) Failed to connect to localhost port 4999 after 12 ms: Couldn't connect",
      "curl: (7) Failed to connect to localhost port 4999 after 0 ms: Couldn't connect"
    ),
    (
      "* Found bundle for host: 0x55dc91adeb60 [serially]",
      "* Found bundle for host: 0x… [serially]"
    ),
    ("  - pointerValue: 139865187489696", "  - pointerValue: …"),
    ("<HTTPURLResponse 0x00007ff960001040> { URL", "<HTTPURLResponse 0x…> { URL"),
    ("<Trip 0x7f52a695516c.name>", "<Trip 0x….name>"),
    ("ObjectIdentifier(0x00007f52a6955168)", "ObjectIdentifier(0x…)"),
    ("0x7f3456789abc 0x000055aa55aa55aa", "0x7f3456789abc 0x000055aa55aa55aa"),
    ("0x123456789abc 0xdeadbeefcafe", "0x123456789abc 0xdeadbeefcafe"),
    (
      "0x0000000000000001 0x7ff96000104 0x7ff9600010401",
      "0x0000000000000001 0x7ff96000104 0x7ff9600010401"
    ),
    ("[a.(unknown context at $7f3b2421d250).B]", "[a.(unknown context at $…).B]"),
    (
      "boundary=------------------------b6e656667d58d5f6\"",
      "boundary=------------------------…\""
    ),
    (
      "a0x7ff960001040 0x7ff960001040g 7ff960001040", "a0x7ff960001040 0x7ff960001040g 7ff960001040"
    ),
    ("after 12 ms", "after 12 ms"),
  ])
  func volatileTextsAreReplaced(_ text: String, _ expected: String) {
    let program = "print(0x7f3456789abc, 0x000055aa55aa55aa)"
    #expect(
      OutputNormalizer(ports: PortMap(), folders: [], program: program).output(text) == expected)
  }

  @Test func dependencyFilesAreParsed() {
    #expect(
      ModuleInterfaces.dependencies(in: "a.o : b.swift \\\n  /x\\ y/c.swiftmodule\n")
        == ["a.o", ":", "b.swift", "/x y/c.swiftmodule"])
  }

  @Test func hostRequestsComeThroughWhole() throws {
    var request = SampleProcess.Request(library: "/a b/samples.so", entryPoint: "x_main")
    request.timeout = 9
    let read = try #require(SampleProcess.Request(request.text))
    #expect(read.library == "/a b/samples.so")
    #expect(read.entryPoint == "x_main")
    #expect(read.timeout == 9)
    #expect(SampleProcess.Request("/a\nx") == nil)
    #expect(SampleProcess.Request("/a\nx\nchecked\n-9") == nil)
  }
}
