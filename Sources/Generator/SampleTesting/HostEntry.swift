import CSampleTestHost
import Samples

/// What `CSampleTestHost` calls before the tests begin.
@_cdecl("csampletesthost_run_if_requested")
func runSampleIfRequested() {
  SampleHost.runIfRequested()
}
