import CDocgenSampleTestHost
import Dispatch
import DocgenSamples

#if Servers
  import SampleLab
#endif

/// Runs a sample if requested; `CSampleTestHost` calls it before the tests begin.
@_cdecl("csampletesthost_run_if_requested")
func runSampleIfRequested() {
  SampleHost.runIfRequested()
  Task {
    await ShellHost.runIfRequested(startServers: startServers)
  }
  dispatchMain()
}

@Sendable private func startServers() async throws -> any Sendable {
  #if Servers
    try await Lab.start()
  #else
    ()
  #endif
}
