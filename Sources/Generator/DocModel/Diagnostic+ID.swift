extension Diagnostic {
  /// The kinds of problem, each shown in brackets after its message and shown by a fixture.
  public enum ID: String, Sendable, Hashable, CaseIterable {
    // Reading
    case invalidUTF8 = "invalid-utf8"
    case malformedFrontMatter = "malformed-front-matter"
    case unknownFrontMatterKey = "unknown-front-matter-key"
    case invalidFrontMatterValue = "invalid-front-matter-value"
    case malformedSiteConfiguration = "malformed-site-configuration"
    case unknownSiteKey = "unknown-site-key"
    case invalidSiteValue = "invalid-site-value"
    case mapdownWithoutKey = "mapdown-without-key"
    case unknownMapdownKey = "unknown-mapdown-key"
    case repeatedMapdownKey = "repeated-mapdown-key"
    case mapdownWithoutBody = "mapdown-without-body"
    case noPages = "no-pages"
    case notAPage = "not-a-page"
    case pathLeavesRoot = "path-leaves-root"
    case nestedTooDeeply = "nested-too-deeply"
    case unsupportedSyntax = "unsupported-syntax"
    case unknownElement = "unknown-element"
    case fenceInFence = "fence-in-fence"
    case fenceInHTML = "fence-in-html"
    case fenceInText = "fence-in-text"
    case fenceIndented = "fence-indented"
    case notClosed = "not-closed"
    case unusedFootnote = "unused-footnote"

    // Addresses
    case permalinkEscapes = "permalink-escapes"
    case permalinkCollision = "permalink-collision"
    case brokenLink = "broken-link"
    case brokenAnchor = "broken-anchor"
    case missingImage = "missing-image"
    case missingAltText = "missing-alt-text"

    // Tabs and asides
    case tabsWithoutBlocks = "tabs-without-blocks"
    case tabsWithoutMarker = "tabs-without-marker"
    case unknownTabLanguage = "unknown-tab-language"

    // Diagrams
    case diagramSyntax = "diagram-syntax"

    // Templates
    case templateSyntax = "template-syntax"
    case missingTemplate = "missing-template"
    case templateLimit = "template-limit"

    // Samples
    case unknownSampleOption = "unknown-sample-option"
    case invalidSampleOption = "invalid-sample-option"
    case duplicateSampleID = "duplicate-sample-id"
    case sampleWithoutCode = "sample-without-code"
    case outputWithoutSample = "output-without-sample"
    case errorWithoutSample = "error-without-sample"
    case compileError = "compile-error"
    case compileWarning = "compile-warning"
    case sampleCrashed = "sample-crashed"
    case sampleThrew = "sample-threw"
    case sampleTimedOut = "sample-timed-out"
    case sampleExited = "sample-exited"
    case outputDiffers = "output-differs"
    case outputTooLarge = "output-too-large"
    case tooManyProcesses = "too-many-processes"
    case invalidFixture = "invalid-fixture"
    case unusedFixture = "unused-fixture"
    case unusedSetup = "unused-setup"
    case missingSampleFile = "missing-sample-file"
    case missingRegion = "missing-region"
    case openRegion = "open-region"
    case mixedSession = "mixed-session"
    case openHereDocument = "open-here-document"
    case testsNotRun = "tests-not-run"
    case taskNotAwaited = "task-not-awaited"
    case didNotFail = "did-not-fail"
    case errorDiffers = "error-differs"
    case unstableOutput = "unstable-output"
    case outputNotWritable = "output-not-writable"
    case noSamples = "no-samples"
    case linkFailed = "link-failed"
    case serversFailed = "servers-failed"
  }
}
