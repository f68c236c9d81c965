import DocgenProcesses
import Testing

/// The confinement for each option and machine.
@Suite struct SandboxTests {
  private func sandbox(
    _ policy: ConfinementPolicy, _ bubblewrap: Sandbox.Bubblewrap, restrictsFiles: Bool
  ) -> Sandbox {
    Sandbox(
      policy, bubblewrap: bubblewrap, restrictsFiles: restrictsFiles, processes: SystemProcesses())
  }

  @Test func theBestIsTakenThatWorks() {
    for policy in [ConfinementPolicy.require, .auto] {
      let best = sandbox(policy, .working(program: "/usr/bin/bwrap"), restrictsFiles: true)
      #expect(best.confinement == .bubblewrap && best.remarks() == [])
      let second = sandbox(policy, .missing, restrictsFiles: true)
      #expect(second.confinement == .landlock && second.remarks() == [])
      #expect(throws: Never.self) { try best.check() }
      #expect(throws: Never.self) { try second.check() }
    }
  }

  @Test func noneIsASentenceOrAnError() {
    let refused = Sandbox.Bubblewrap.refused("bwrap: No permissions")
    let none = sandbox(.auto, refused, restrictsFiles: false)
    let reason =
      "bubblewrap can't be used (bwrap: No permissions), and Landlock isn't available"
    #expect(none.confinement == .none)
    #expect(
      none.remarks() == ["samples run unconfined, with your files and your network: \(reason)"])
    #expect(throws: Never.self) { try none.check() }
    #expect(throws: EnvironmentError.unconfined(reason: reason)) {
      try sandbox(.require, refused, restrictsFiles: false).check()
    }
    let missing = sandbox(.auto, .missing, restrictsFiles: false).remarks()
    #expect(
      missing.first?.hasSuffix("bubblewrap isn't installed, and Landlock isn't available")
        == true)
  }

  @Test func offIsNoneWithoutASentence() {
    let off = sandbox(.off, .working(program: "/usr/bin/bwrap"), restrictsFiles: true)
    #expect(off.confinement == .none && off.remarks() == [])
  }
}
