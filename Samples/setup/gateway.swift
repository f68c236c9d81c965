import DocgenClocks
import SampleLab
import SyncGatewayMock

/// The mocks, configured by the page's fixtures.
let lab = try await Lab.start()
