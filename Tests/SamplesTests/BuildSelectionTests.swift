import DocgenDocModel
import DocgenGround
import Testing

@testable import DocgenSamples

/// Which samples a build works on, in which order, and which machine works on which.
@Suite struct BuildSelectionTests {
  private func programs(_ count: Int) -> [SampleProgram] {
    (0..<count).map { index in
      let lines = (0...(index % 7)).map { Sample.Line(text: "print(\($0))", number: $0 + 1) }
      let file = "content/\(index % 3 == 0 ? "guides/" : "")page-\(index / 4).md"
      return SampleProgram([
        Sample(
          id: SampleID(file: file, name: String(index)), file: file,
          range: SourceRange(at: SourcePosition(line: index + 1, column: 1)), lines: lines)
      ])
    }
  }

  @Test(arguments: [0, 1, 2, 3, 10, 97], [1, 2, 3, 4, 16])
  func shardsAreTheWholeWithoutOverlap(_ samples: Int, _ count: Int) {
    let programs = programs(samples)
    var history: [String: SampleHistory] = [:]
    for (index, program) in programs.enumerated() where index.isMultiple(of: 2) {
      history[program.lead.id.description] = SampleHistory(
        seconds: Double(index * 37 % 11) / 4, hasFailed: false)
    }
    var seen: [SampleID: Int] = [:]
    for number in 1...count {
      var selection = BuildSelection()
      selection.shard = BuildSelection.Shard(number, of: count)
      for id in selection.selected(from: programs, history: history) { seen[id, default: 0] += 1 }
    }
    #expect(seen.count == samples)
    #expect(seen.values.allSatisfy { $0 == 1 })
  }

  @Test func shardsAreOfAboutEqualCost() {
    let programs = programs(40)
    var history: [String: SampleHistory] = [:]
    for (index, program) in programs.enumerated() {
      history[program.lead.id.description] = SampleHistory(
        seconds: index == 0 ? 9 : 1, hasFailed: false)
    }
    let loads = (1...4).map { number in
      var selection = BuildSelection()
      selection.shard = BuildSelection.Shard(number, of: 4)
      return selection.selected(from: programs, history: history)
        .reduce(0.0) { $0 + (history[$1.description]?.seconds ?? 0) }
    }
    #expect(loads == [12, 12, 12, 12])
    #expect(BuildSelection.Shard(0, of: 4) == nil && BuildSelection.Shard(5, of: 4) == nil)
  }

  @Test func namesSelect() {
    let programs = programs(12)
    func selected(_ paths: String...) -> Set<String> {
      var selection = BuildSelection()
      selection.only = paths
      return Set(selection.selected(from: programs, history: [:]).map(\.name))
    }
    #expect(selected("content/page-0.md") == ["1", "2"])
    #expect(selected("./content/guides/") == ["0", "3", "6", "9"])
    #expect(selected("content/page-0.md#2") == ["2"])
    #expect(selected("content/page-0.md#2", "content/guides/page-0.md") == ["0", "2", "3"])
    #expect(selected("content/page") == [])
  }

  @Test func theEditedPageComesFirstThenFailuresThenTheSlowest() {
    let programs = programs(6)
    let ids = programs.map { $0.lead.id.description }
    let history = [
      ids[0]: SampleHistory(seconds: 9, hasFailed: false),
      ids[1]: SampleHistory(seconds: 1, hasFailed: true),
      ids[2]: SampleHistory(seconds: 5, hasFailed: false),
      ids[3]: SampleHistory(seconds: 20, hasFailed: true),
    ]
    var selection = BuildSelection()
    selection.first = [programs[4].lead.file]
    let order = selection.order(of: programs, history: history)
    #expect(order == [5, 4, 3, 1, 0, 2] || order == [4, 5, 3, 1, 0, 2])
    selection.failedOnly = true
    #expect(
      selection.selected(from: programs, history: history).map(\.description).sorted()
        == [ids[1], ids[3]].sorted())
  }
}
