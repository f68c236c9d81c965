import Testing

@testable import Samples

/// Which line of a page a shell means.
@Suite struct ShellPlaceTests {
  private let script = ["", "f() {", "  sleep 1", "}", "x=$(", "  sleep 2", ")", "f", ""]

  @Test(arguments: [
    ("3:::sleep 1", 3), ("3:8:'environment':sleep 1", 3), ("9:8:'./a b.sh':sleep 1", 8),
    ("9:2 8:'./a.sh' 'environment':sleep 1", 2), ("9:2,8:'./a.sh','./b.sh':sleep 1", 8),
    // Bash counts on behind `$(…)`.
    ("8:::sleep 2", 6), ("1:::sleep 1", 3), ("8:::\"$command\" a", 8), ("4:::  ", 4),
    ("70:::nowhere", 70), ("0:::f", 2), ("7:::a:b:c", 7),
  ])
  func isOneOfItsOwn(_ text: String, _ line: Int) {
    #expect(ShellPlace(text[...])?.line(in: script.map { $0[...] }) == line)
  }

  @Test(arguments: [
    ("3:::sleep 1", 3, 12), ("2:::cat 0<<E", 2, 9), ("4:::x", 4, 4),
    ("5:::f", 5, 11),
  ])
  func beginsWhereTheCommandDoes(_ text: String, _ line: Int, _ column: Int) throws {
    let script: [Substring] = [
      "", "é && ; cat <<EOF", "  \ttrue && sleep 1", "\t  y", "  if foo; f; f",
    ]
    let place = try #require(ShellPlace(text[...])?.place(in: script))
    #expect([place.line, place.column] == [line, column])
  }

  /// A trap's lines count from 1, and the command is that before it.
  @Test(arguments: [
    ("1:::g", 8), ("3:::g", 6), ("9:::g", 10), ("0:::g", 10), ("2:1:'environment':g", 2),
    ("2:10:'environment':g", 2),
    ("2:9:'environment':g", 10),
  ])
  func isOneOfATraps(_ text: String, _ line: Int) {
    let script = [
      "", "", "", "trap '", "  a", "  b", "' EXIT", "trap \"c\" INT", "trap - TERM", "g",
      "trap '' HUP",
    ]
    #expect(ShellPlace(text[...])?.line(in: script.map { $0[...] }) == line)
  }

  @Test(arguments: ["", "3", "x:::f", "3:", "3::'a", "-1:::f", "99999999999999999999:::f"])
  func othersAreNone(_ text: String) {
    #expect(ShellPlace(text[...]) == nil)
  }
}
