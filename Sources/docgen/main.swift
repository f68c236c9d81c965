import Foundation
import SampleTesting

// Samples run in this executable, too: `SampleTesting` starts them before `main`.
exit(await Docgen.run(Array(CommandLine.arguments.dropFirst())))
