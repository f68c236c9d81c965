import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The schema that build servers share (junit-10.xsd of Jenkins's xUnit plugin), as far as reports
/// use it.
///
/// It knows the elements and attributes, which of them there must be, and what they hold.
/// `Tests/Peers` holds reports against the schema itself.
final class JUnitSchema: NSObject, XMLParserDelegate {
  private(set) var problems: [String] = []
  private(set) var counts: [String: Int] = [:]
  /// The names of the test cases.
  private(set) var names: [String] = []
  private(set) var suites: [[String: Int]] = []
  private var path: [String] = []

  private struct Element {
    var parents: [String]
    var required: [String] = []
    var texts: Set<String> = []
    var numbers: Set<String> = []
  }

  private static let elements: [String: Element] = [
    "testsuites": Element(
      parents: [""], texts: ["name", "time"], numbers: ["tests", "failures", "errors"]),
    "testsuite": Element(
      parents: ["testsuites"], required: ["name", "tests", "failures", "errors"],
      texts: [
        "name", "group", "time", "timestamp", "hostname", "id", "package", "file", "log", "url",
        "version",
      ],
      numbers: ["tests", "failures", "errors", "skipped"]),
    "testcase": Element(
      parents: ["testsuite"], required: ["name"], texts: ["name", "time", "classname", "group"]),
    "skipped": Element(parents: ["testcase"], texts: ["type", "message"]),
    "failure": Element(parents: ["testcase"], texts: ["type", "message"]),
    "system-out": Element(parents: ["testcase"]),
  ]

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { problems.append("\(parser.parserError.map { "\($0)" } ?? "no XML")") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    defer { path.append(name) }
    guard let element = Self.elements[name] else { return problems.append(name) }
    if !element.parents.contains(path.last ?? "") { problems.append("\(name) in \(path)") }
    for key in element.required where attributes[key] == nil { problems.append("\(name) -\(key)") }
    for (key, value) in attributes {
      let isNumber = element.numbers.contains(key)
      if !isNumber, !element.texts.contains(key) { problems.append("\(name) \(key)") }
      if isNumber, UInt(value) == nil { problems.append("\(name) \(key)=\(value)") }
      // The pattern for a time, without its thousands.
      if key == "time", value.wholeMatch(of: /\d{1,3}\.\d{0,3}/) == nil {
        problems.append("\(name) time=\(value)")
      }
    }
    if name == "testcase" { names.append(attributes["name"] ?? "") }
    if name.hasPrefix("testsuite") {
      suites.append([
        "tests": Int(attributes["tests"] ?? "") ?? -1,
        "failures": Int(attributes["failures"] ?? "") ?? -1,
      ])
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    path.removeLast()
  }
}
