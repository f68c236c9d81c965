import Foundation
import SampleLab
import Samples

// Samples run in this executable, started again as their host.
SampleHost.runIfRequested()
await ShellHost.runIfRequested {
  try await Lab.start()
}
exit(await Docgen.run(Array(CommandLine.arguments.dropFirst())))
