import DocgenClocks
import DocgenJSON
import Foundation
import OpenIDProviderMock

// A provider for the clients in Tests/Peers: `ProviderForPeers CONFIGURATION`.
//
// It prints its address, then obeys commands on standard input, one JSON object a line, and answers
// each with a line. It ends when standard input does, so it never outlives the test that started
// it.

func say(_ value: JSONValue) {
  FileHandle.standardOutput.write(Data((value.serialized() + "\n").utf8))
}

func complain(_ text: String) -> Never {
  FileHandle.standardError.write(Data("ProviderForPeers: \(text)\n".utf8))
  exit(2)
}

guard CommandLine.arguments.count == 2 else { complain("one argument is needed, a configuration") }
let clock = AdvancingClock()
let provider: OpenIDProvider
do {
  let text = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
  provider = try await OpenIDProvider.start(
    configuration: ProviderConfiguration(parsing: text), clock: clock, random: RandomSource())
} catch {
  complain("\(error)")
}
say(["provider": .string(provider.baseURL)])
for await line in CommandLines.ofStandardInput {
  do {
    say(try await Command(line).run(on: provider, clock: clock))
  } catch {
    say(["error": .string("\(error)")])
  }
}
await provider.stop()
