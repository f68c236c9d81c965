import DocgenSamples
import SampleFixtureKit

SampleHost.runIfRequested()
await ShellHost.runIfRequested {
  // A server that isn't there is enough to see its port.
  try FixtureKit.report(port: 41234, as: 4984)
  if (try? FixtureKit.fixture("gateway")) == "refused" { try FixtureKit.fail() }
  return FixtureKit.name
}
print("this program only runs samples that use \(FixtureKit.name)")
