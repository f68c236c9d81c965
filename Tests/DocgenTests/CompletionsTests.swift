import DocgenTestSupport
import Foundation
import Testing

/// The scripts with which shells complete command lines.
@Suite(.fewAtOnce) struct CompletionsTests {
  private static let docgen = BuiltProducts.folder.appending(path: "docgen")

  private func script(_ shell: String) async throws -> String {
    let run = try await RunningProgram.run(Self.docgen, ["completions", shell])
    #expect(run.status == 0)
    return run.output
  }

  /// Returns what bash offers for the last of some words.
  private func completions(of words: [String]) async throws -> [String] {
    let program = """
      eval "$("$0" completions bash)"
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docgen; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/bash"), ["-uc", program, Self.docgen.path] + words)
    #expect(run.status == 0, "\(run.errorOutput)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      (["docgen", "ch"], ["check"]),
      (["docgen", "build", "--re"], ["--remote-cache", "--report"]),
      (["docgen", "build", "--strict", "--sh"], ["--shard"]),
      (["docgen", "check", "--confine", ""], ["require", "auto", "off"]),
      (["docgen", "samples", ""], ["list", "run", "export", "--root", "--confine"]),
      (["docgen", "new", "g"], ["guide"]),
      // The shell completes the path.
      (["docgen", "build", "--root", ""], []), (["docgen", "doctor", "x"], []),
    ] as [([String], [String])])
  func completesInBash(_ words: [String], _ expected: [String]) async throws {
    try await #expect(completions(of: words) == expected)
  }

  private static let hasOtherShells = ["fish", "zsh"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  @Test(
    .enabled(if: hasOtherShells, "needs fish and zsh"),
    arguments: [
      ("docgen ch", ["check"]), ("docgen build --re", ["--remote-cache", "--report"]),
      ("docgen check --confine ", ["auto", "off", "require"]),
      ("docgen samples ", ["export", "list", "run"]), ("docgen new g", ["guide"]),
      ("docgen build --strict --sh", ["--shard"]), ("docgen build --root /us", ["/usr/"]),
      ("docgen doctor /us", ["/usr/"]),
    ] as [(String, [String])])
  func completesInFish(_ line: String, _ expected: [String]) async throws {
    let run = try await RunningProgram.run(
      URL(filePath: "/usr/bin/fish"),
      ["--no-config", "-c", "$argv[1] completions fish | source; complete -C $argv[2]"]
        + [Self.docgen.path, line])
    #expect(run.errorOutput == "")
    // A description follows a tab.
    let words = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(words == expected)
  }

  @Test(.enabled(if: hasOtherShells, "needs fish and zsh"))
  func completesInZsh() async throws {
    let run = try await RunningProgram.run(
      URL(filePath: "/usr/bin/zsh"),
      [
        "-f", "-c",
        #"""
        zmodload zsh/zpty; zpty shell zsh -f -i
        zpty -w shell "PS1='now> '; PATH=$1:\$PATH; eval \"\$(docgen completions zsh)\"; echo re''ady"
        zpty -r shell seen '*ready*now> *'
        zpty -w -n shell $'docgen build --fail\t\x15echo do\'\'ne\n'
        zpty -r shell seen '*done*'; print -r -- $seen
        """#, "zsh", Self.docgen.deletingLastPathComponent().path,
      ])
    #expect(run.output.contains("docgen build --failed"), "\(run)")
  }

  @Test func namesTheOptionsOfTheUsage() async throws {
    func options(_ text: String) -> Set<String> {
      Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.0) })
    }
    let usage = try await RunningProgram.run(Self.docgen, ["help"]).output
    try await #expect(options(usage) == options(script("bash")))
    // fish names them without dashes.
    let fish = try await script("fish").matches(of: /\ -l ([a-z-]+)/).map { "--\($0.1)" }
    #expect(Set(fish) == options(usage))
  }
}
