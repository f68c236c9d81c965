import CDocgenSampleTestHost
import Dispatch
import DocgenSamples
import SampleLab

/// Runs a sample if requested; `CSampleTestHost` calls it before the tests begin.
@_cdecl("csampletesthost_run_if_requested")
func runSampleIfRequested() {
  SampleHost.runIfRequested()
  Task {
    await ShellHost.runIfRequested {
      try await Lab.start()
    }
  }
  dispatchMain()
}
